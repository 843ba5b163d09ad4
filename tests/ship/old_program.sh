#!/usr/bin/env bash
# Build of an earlier release from its commit, for tests of upgrades: old_program.sh [0.9.0 | TAG]    prints its path
# Once: build/old-RELEASE is kept. 77 where the clone has no such commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. tools/install.sh
release=${1:-0.9.0}
case $release in 0.9.0) commit=0e484574 ;; *) commit=$release ;; esac
place=$root/build/old-$release
program=$place/build/ninelives
if [ ! -x "$program" ]; then
  git cat-file -e "$commit^{commit}" 2>/dev/null || { echo "SKIPPED: this clone has no commit $commit" >&2; exit 77; }
  require core
  [ "$release" != 0.9.0 ] || require old
  rm -rf "$place" && mkdir -p "$place/source"
  git archive "$commit" | tar -xf - -C "$place/source"
  # Compiled in a hurry: the tests only need a game that is broken off.
  quietly cmake -S "$place/source" -B "$place/build" -G Ninja -DNINELIVES_HARDEN=OFF \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE='-O0 -DNDEBUG'
  quietly cmake --build "$place/build" --target ninelives
fi
"$program" --version >&2
echo "$program"
