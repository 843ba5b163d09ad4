#!/usr/bin/env bash
# The program of version 0.9.0, from its commit, for the test of an upgrade from it: old_program.sh    prints its path
# Once: build/old-0.9.0 is kept. 77 where the clone has no such commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. tools/install.sh
commit=0e484574
place=$root/build/old-0.9.0
program=$place/build/ninelives
if [ ! -x "$program" ]; then
  git cat-file -e "$commit^{commit}" 2>/dev/null || { echo "SKIPPED: this clone has no commit $commit" >&2; exit 77; }
  require core old
  rm -rf "$place" && mkdir -p "$place/source"
  git archive "$commit" | tar -xf - -C "$place/source"
  # Compiled in a hurry: what is asked of it is a game that is broken off.
  quietly cmake -S "$place/source" -B "$place/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE='-O0 -DNDEBUG'
  quietly cmake --build "$place/build" --target ninelives
fi
"$program" --version >&2
echo "$program"
