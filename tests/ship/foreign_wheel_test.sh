#!/usr/bin/env bash
# Wheels of other systems, as far as they can be tried here. Linux on aarch64: pip takes it for such a machine, and under
# qemu Debian's Python for aarch64 plays with it and has the engine's hash. macOS and Windows: the library is one of
# theirs, asks for nothing but the system's own, and has the whole interface; they are not run. SHIP-1
#   foreign_wheel_test.sh FOLDER    FOLDER/other-systems has the wheels
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"
folder=$(realpath "$1")/other-systems
fail() { echo "FAILED: $1" >&2; exit 1; }
[ -d "$folder" ] || { echo "SKIPPED: this release has wheels of this system alone"; exit 77; }
require python wheel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quietly /usr/bin/python3 -m venv "$work/pip"
quietly "$work/pip/bin/pip" install pefile macholib
"$work/pip/bin/python" "$root/tests/ship/foreign_library.py" "$root/src/capi/ninelives.h" "$folder"/*.whl || fail "a library is not what its wheel's name says"

[ "$(id -u)" -eq 0 ] || { echo "SKIPPED the rest: debootstrap needs root"; exit 77; }
compgen -G "$folder/*aarch64.whl" >/dev/null || { echo "SKIPPED the rest: no wheel for aarch64"; exit 77; }
require foreign
arm=$work/arm64
mirror=$(targets '$(REPO_URI)' "Codename: $suite" | head -n 1)
# Unpacked and not set up: nothing of it runs but Python.
quietly debootstrap --foreign --arch=arm64 --variant=minbase --include=python3 "$suite" "$arm" "$mirror"
for deb in "$arm"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$deb" "$arm"; done
quietly "$work/pip/bin/pip" install --target "$arm/site" --only-binary=:all: --python-version 3.11 --implementation cp \
  --platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 \
  "$folder"/ninelives-*aarch64.whl || fail "pip doesn't take it for an aarch64 machine"
on_arm() { PYTHONPATH=$arm/site qemu-aarch64-static -L "$arm" "$arm/usr/bin/python3.11" "$@"; }
on_arm -c "
import platform, ninelives
from ninelives.arena import engine_hash
assert platform.machine() == 'aarch64' and engine_hash() == '0f901f5a789c4c56', (platform.machine(), engine_hash())
print('== on aarch64, under qemu: engine', engine_hash())
"
on_arm -m ninelives | tail -n 1
# Both hashes, by the compiler that the wheel was made by.
"$root/build/wheels/zig/zig-c++" --target=aarch64-linux-gnu.2.17 -O3 -fPIC -std=c++20 -DNDEBUG -I "$root/src" -o "$work/hash" "$root/bench/hash_main.cpp"
told=$(qemu-aarch64-static -L "$arm" "$work/hash")
case $told in *'0f901f5a789c4c56 84e61431fbf68127'*) echo "== $told" ;; *) fail "another engine: $told" ;; esac
