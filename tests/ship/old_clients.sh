#!/usr/bin/env bash
# Test of old clients with new servers and the reverse. SHIP-3
#   old_clients.sh PROGRAM
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1")
cd "$root"
for release in 0.9.0 v1.0.0-rc.1; do
  old=$(tests/ship/old_program.sh $release) || { [ $? -eq 77 ] && continue || exit 1; }
  python3 tests/upgrade/clients.py "$program" "$old"
done
