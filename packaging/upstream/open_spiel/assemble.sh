#!/usr/bin/env bash
# Puts the proposed folder into a source tree of OpenSpiel: the game's three files and the engine's headers.
#   packaging/upstream/open_spiel/assemble.sh TREE      # TREE/open_spiel/spiel.h exists
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
[ $# -eq 1 ] && [ -f "$1/open_spiel/spiel.h" ] || { echo "usage: $0 TREE, with TREE/open_spiel/spiel.h" >&2; exit 2; }
to=$1/open_spiel/games/ninelives
rm -rf "$to"
mkdir -p "$to/engine"
cp "$here"/ninelives/* "$to"
for header in "$root"/src/engine/*.h; do
  sed 's|#include "engine/|#include "open_spiel/games/ninelives/engine/|' "$header" >"$to/engine/${header##*/}"
done
cp "$root/LICENSE" "$to/engine/LICENSE"
