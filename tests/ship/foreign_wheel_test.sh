#!/usr/bin/env bash
# Test of wheels for other systems, as far as they run here. Linux on aarch64: pip takes it for such a machine, and in
# a Debian for aarch64, under qemu, its Python plays the same games as this machine's wheel. Windows: the test of the C
# interface, under Wine. macOS: not run, but its signature holds. Of both pip takes the wheel for such a machine, and
# the library is one of theirs, asks for nothing but the system's own, and has the whole interface. SHIP-1
#   foreign_wheel_test.sh FOLDER    FOLDER has the wheel of this machine, FOLDER/other-systems the others
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"
here=$(realpath "$1")
folder=$here/other-systems
fail() { echo "FAILED: $1" >&2; exit 1; }
compgen -G "$folder/*.whl" >/dev/null || { echo "SKIPPED: this release has wheels of this system alone"; exit 77; }
require python wheel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quietly /usr/bin/python3 -m venv "$work/pip"
quietly "$work/pip/bin/pip" install pefile lief "$here"/ninelives-*.whl
"$work/pip/bin/python" "$root/tests/ship/foreign_library.py" "$root/src/capi/ninelives.h" "$folder"/*.whl || fail "a library is not what its wheel's name says"

# c_test <Zig's target> <library>: the test of the C interface for that system, as $work/capi_test, with the compiler
# that the wheel was made by.
c_test() {
  "$root/build/wheels/zig/zig-cc" --target="$1" -O1 -std=c99 -I "$root/src" -o "$work/capi_test" "$root/tests/capi/capi_test.c" "$2"
}

try_windows() {
  local wheel=$1
  require windows
  unzip -qj "$wheel" ninelives/libninelives.dll -d "$work"
  c_test x86_64-windows-gnu "$work/libninelives.dll"
  mv "$work/capi_test" "$work/capi_test.exe"
  (cd "$work" && env -u DISPLAY HOME="$work" WINEPREFIX="$work/wine" WINEDEBUG=-all timeout 300 "$(wine_program)" capi_test.exe) ||
    fail "the C interface on Windows"
  echo "== on Windows, under $("$(wine_program)" --version): the test of the C interface"
}
# Debian keeps the 64-bit one alone out of the path.
wine_program() { command -v wine64 wine /usr/lib/wine/wine64 | head -n 1; }

try_aarch64() {
  local wheel=$1 arm=$work/arm64 mirror games
  require foreign
  mirror=$(targets '$(REPO_URI)' "Codename: $suite" | head -n 1)
  # Unpacked and not set up: nothing of it runs but Python.
  quietly debootstrap --foreign --arch=arm64 --variant=minbase --include=python3 "$suite" "$arm" "$mirror"
  for deb in "$arm"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$deb" "$arm"; done
  quietly "$work/pip/bin/pip" install --target "$arm/site" --only-binary=:all: --python-version 3.11 --implementation cp \
    --platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 \
    "$wheel" || fail "pip doesn't take it for an aarch64 machine"
  cp /usr/bin/qemu-aarch64-static "$arm/usr/bin/"
  c_test aarch64-linux-gnu.2.17 "$arm/site/ninelives/libninelives.so"
  # Both hashes, by the compiler that the wheel was made by.
  "$root/build/wheels/zig/zig-c++" --target=aarch64-linux-gnu.2.17 -O3 -fPIC -std=c++20 -DNDEBUG -I "$root/src" -o "$work/hash" "$root/bench/hash_main.cpp"
  cp "$work/hash" "$work/capi_test" "$root/tests/ship/same_games.py" "$arm/site/"
  on_arm() {
    env -i PATH="$PATH" LANG=C.UTF-8 PYTHONPATH=/site LD_LIBRARY_PATH=/site/ninelives chroot "$arm" /usr/bin/qemu-aarch64-static "$@"
  }
  on_arm /usr/bin/python3.11 -c 'import platform; assert platform.machine() == "aarch64"' || fail "no aarch64"
  on_arm /usr/bin/python3.11 -m ninelives | tail -n 1
  games=$(on_arm /usr/bin/python3.11 /site/same_games.py)
  [ "$games" = "$("$work/pip/bin/python" "$root/tests/ship/same_games.py")" ] || fail "other games than this machine's: $games"
  on_arm /site/capi_test || fail "the C interface on aarch64"
  case $(on_arm /site/hash) in *'1d0d37ee0b731aed b2b0da2172a2490a'*) ;; *) fail "another engine" ;; esac
  echo "== on aarch64, under qemu: both hashes, the test of the C interface, and the games of this machine, $games"
}

# of_system <pattern>: the wheel, if there is one.
of_system() { find "$folder" -name "*$1*.whl"; }
# By its name alone; what it asks for is asked for on such a machine.
for platform in macosx_11_0_arm64 macosx_15_0_arm64 macosx_11_0_x86_64 win_amd64; do
  wheel=$(of_system "${platform/_15_/_11_}")
  [ -z "$wheel" ] || quietly "$work/pip/bin/pip" install --target "$work/$platform" --no-deps --only-binary=:all: --python-version 3.12 \
    --platform "$platform" "$wheel" || fail "pip doesn't take it for $platform"
done
[ -z "$(of_system win_amd64)" ] || try_windows "$(of_system win_amd64)"
[ "$(id -u)" -eq 0 ] || { echo "SKIPPED the rest: debootstrap needs root"; exit 77; }
[ -z "$(of_system aarch64)" ] || try_aarch64 "$(of_system aarch64)"
