#!/usr/bin/env bash
# Makes a Debian package of an archive that archive.sh packed for Linux: deb.sh ARCHIVE FOLDER
set -euo pipefail
archive=${1:?an archive, like fewest-0.1.0-x86_64-unknown-linux-gnu.tar.gz}
folder=${2:?the folder for the package}
name=$(basename "$archive" .tar.gz)
machine=${name%-unknown-linux-gnu}
machine=${machine##*-}
version=${name#fewest-}
version=${version%-"$machine"-*}
# Debian orders 0.2.0~rc.1 before 0.2.0.
version=${version/-/\~}
case $machine in
    x86_64) architecture=amd64 ;;
    aarch64) architecture=arm64 ;;
    *) echo "no Debian architecture is known for $machine" >&2 && exit 1 ;;
esac
mkdir -p "$folder"
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
tar -xzf "$archive" -C "$staging"
unpacked=$staging/$name
root=$staging/root
put() {
    install -D -m "${3:-644}" "$unpacked/$1" "$root/usr/$2"
}
put fewest bin/fewest 755
put fewest-check bin/fewest-check 755
put completions/fewest.bash share/bash-completion/completions/fewest
put completions/fewest.fish share/fish/vendor_completions.d/fewest.fish
put completions/fewest.zsh share/zsh/vendor-completions/_fewest
put README.md share/doc/fewest/README.md
put CHANGELOG.md share/doc/fewest/CHANGELOG.md
for page in "$unpacked"/man/*; do
    put "man/${page##*/}" "share/man/man1/${page##*/}"
done
gzip -9n "$root"/usr/share/man/man1/*
(cd "$unpacked" && cat LICENSE-MIT LICENSE-APACHE NOTICES) >"$root/usr/share/doc/fewest/copyright"
# The newest interface of the C library that the programs use.
libc=$(grep -ahoE 'GLIBC_[0-9.]+' "$unpacked/fewest" "$unpacked/fewest-check" | sort -Vu | tail -n 1)
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: fewest
Version: $version
Architecture: $architecture
Maintainer: The fewest authors
Section: math
Priority: optional
Depends: libc6 (>= ${libc#GLIBC_}), libgcc-s1
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Description: optimal solver for permutation puzzles
 Solves tiles, cubes and puzzles of your own in the fewest moves and proves it.
 fewest-check verifies the proofs.
END
package=$folder/fewest_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package"
