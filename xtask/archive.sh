#!/usr/bin/env bash
# Packs the programs built for a target, with manual pages and completions: archive.sh TARGET FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?a target, like x86_64-unknown-linux-gnu}
folder=${2:?the folder for the archive}
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
name=fewest-$version-$target
built=target/$target/release
suffix=
case $target in
    *windows*) suffix=.exe ;;
esac
program=fewest$suffix
mkdir -p "$folder"
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
mkdir -p "$staging/$name/man" "$staging/$name/completions"
cp "$built/$program" "$built/fewest-check$suffix" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$staging/$name/"
cargo xtask notices fewest-cli "$target" >"$staging/$name/NOTICES"
for shell in bash zsh fish powershell; do
    "$built/$program" completions "$shell" >"$staging/$name/completions/fewest.$shell"
done
"$built/$program" man --dir "$staging/$name/man"
case $target in
    *windows*) (cd "$staging" && 7z a -bso0 "$name.zip" "$name") && mv "$staging/$name.zip" "$folder/" ;;
    *) tar -C "$staging" -czf "$folder/$name.tar.gz" "$name" ;;
esac
echo "$folder/$name"
