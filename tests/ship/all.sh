#!/usr/bin/env bash
# A release made twice with the same bytes, and its files as strangers use them. SHIP-1, SHIP-2
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. tools/install.sh
work=$root/build/ship
rm -rf "$work" && mkdir -p "$work"
failed=()
step() { echo "== ship: $*" >&2; "$@" || { [ $? -eq 77 ] || failed+=("$1"); }; }

step tests/ship/workflows.sh
require signature
echo y | minisign -G -W -f -p "$work/test.pub" -s "$work/test.key" >/dev/null
make_release() { NINELIVES_KEY_OPEN=yes tools/release --skip-tests --dirty --key "$work/test.key" --out "$work/$1"; }
make_release first
rm -rf build/one-file build/deb build/wheel build/wheels/build-* build/wheels/fresh-* build/web build/wasm build/site build/site-pages
CCACHE_RECACHE=1 ZIG_GLOBAL_CACHE_DIR=$work/zig make_release second
step diff -r "$work/first" "$work/second"
step minisign -V -q -p "$work/test.pub" -m "$work/first/SHA256SUMS"
sums_hold() (cd "$work/first" && sha256sum -c --quiet SHA256SUMS)
step sums_hold
step tests/ship/deb_twice_test.sh "$work/first"
step tests/ship/one_file_test.sh "$work/first/ninelives-linux-x86_64"
# One bare system for all that begin in one.
export NINELIVES_BARE=$work/bare.tar
old=$(tests/ship/old_program.sh) || [ $? -eq 77 ] || failed+=(old_program)
step tests/ship/package_test.sh "$work/first" $old
step tests/ship/readme_test.sh "$work/first"
step tests/ship/wheel_test.sh "$work/first"
step tests/ship/foreign_wheel_test.sh "$work/first"
step tests/ship/image_test.sh "$work/first/ninelives-image-x86_64.tar"
step tests/ship/site_test.sh "$work/first"/ninelives-*-site.tar.gz
[ ${#failed[@]} -eq 0 ] || { echo "FAILED: ${failed[*]}" >&2; exit 1; }
