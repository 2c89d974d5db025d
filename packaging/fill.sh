#!/usr/bin/env bash
# Fills in the manifests for Homebrew and winget, from the archives of a release: fill.sh ADDRESS ARCHIVES FOLDER
set -euo pipefail
address=${1:?the address of the repository, without a slash at the end}
archives=$(cd "${2:?the folder of the archives}" && pwd)
folder=${3:?the folder for the manifests}
cd "$(dirname "$0")"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' ../Cargo.toml | head -n 1)
for file in fewest.rb winget/*.yaml; do
    text=$(sed -e "s|@ADDRESS@|$address|g" -e "s|@VERSION@|$version|g" "$file")
    for target in $(grep -o '@SHA256:[^@]*@' "$file" | tr -d @ | cut -d : -f 2); do
        hash=$(sha256sum "$archives/fewest-$version-$target" | cut -d ' ' -f 1)
        text=${text//@SHA256:$target@/$hash}
    done
    mkdir -p "$(dirname "$folder/$file")"
    printf '%s\n' "$text" >"$folder/$file"
    echo "$folder/$file"
done
