#!/usr/bin/env bash
# Test of the OpenSpiel game against OpenSpiel's sources: their tests, solvers, playthroughs; its speed. BEN-11
#   tests/openspiel/run.sh [PYTHON]      PYTHON has numpy; the sources come from PyPI, once, and are never in this tree
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${1:-python3}
version=2.0.2
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/ninelives/openspiel
tree=$cache/open_spiel-$version
build=$root/build/openspiel

if ! [ -f "$tree/open_spiel/spiel.h" ]; then
  mkdir -p "$cache"
  "$python" -m pip download --quiet --no-deps --no-binary open_spiel --dest "$cache" "open_spiel==$version"
  tar -xzf "$cache/open_spiel-$version.tar.gz" -C "$cache"
fi
"$root/packaging/upstream/open_spiel/assemble.sh" "$tree"
cmake -S "$here" -B "$build" -G Ninja -DOPEN_SPIEL="$tree" -DNINELIVES_PYSPIEL=ON \
  -DPython3_EXECUTABLE="$("$python" -c 'import sys; print(sys.executable)')" >"$cache/configure.log" ||
  { cat "$cache/configure.log"; exit 1; }
cmake --build "$build" --target ninelives_test ninelives_speed pyspiel >"$cache/build.log" || { tail -40 "$cache/build.log"; exit 1; }

echo "== their tests, their solvers"
"$build/ninelives_test" >"$cache/test.log" 2>&1 || { tail -40 "$cache/test.log"; exit 1; }
grep -E 'NashConv|won' "$cache/test.log"
echo "== playthroughs, and pyspiel's speed"
PYTHONPATH=$build:$tree "$python" "$here/playthrough.py"
echo "== speed in C++"
"$build/ninelives_speed" 2
