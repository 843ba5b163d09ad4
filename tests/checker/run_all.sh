#!/usr/bin/env bash
# Test of real games of every preset, variant and number of seats by a checker that shares no code
# with the engine.   tests/checker/run_all.sh <ninelives> [games]
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ninelives=$1
games=${2:-20}

# check <preset> <expansions> <seats>: prints only what went wrong.
check() {
  local output
  output=$("$ninelives" record --preset "$1" --expansions "$2" --seats "$3" --games "$games" \
    --seed 1 --legal --full | python3 "$here/check_records.py" 2>&1) && return
  printf 'FAILED: %s %s, %s seats\n%s\n' "$1" "$2" "$3" "$(tail -n 20 <<<"$output")"
  return 1
}

checked=0
failed=0
for preset in official srs family implosion; do
  for expansions in none imploding streaking imploding,streaking stray imploding,streaking,stray; do
    most=5
    [[ $expansions != *imploding* ]] || most=6
    for ((seats = 2; seats <= most; ++seats)); do
      checked=$((checked + 1))
      check $preset $expansions $seats || failed=$((failed + 1))
    done
  done
done
echo "$checked combinations of $games games, $failed failed"
[ $failed -eq 0 ]
