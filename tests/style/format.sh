#!/usr/bin/env bash
# Check of the layout by clang-format. `tests/style/format.sh --fix` rewrites the files instead of complaining.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mode=(--dry-run -Werror)
[ "${1:-}" != --fix ] || mode=(-i)
folders=()
for folder in src tests bench fuzz web/engine; do
  [ ! -d $folder ] || folders+=($folder)
done
find "${folders[@]}" \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
  xargs -0 -r clang-format-16 --style=file "${mode[@]}"
