#!/usr/bin/env bash
# Test of a killed arena (RL-3): it goes on with the same log, on another number of
# threads, and ends with the same games and the same board as one that was left alone.
#   kill_resume.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }

arena=(arena --bots random,careful,counting,ismcts:4 --seats 2,3 --deals 12 --seed 7 --quiet)
play() { "$program" "${arena[@]}" --log "$1" --threads "$2"; } # play <log> <threads>

play "$work/whole.jsonl" 1 >"$work/whole.txt"

# In place of the shell that is started for it, so that the kill meets the program itself.
(exec "$program" "${arena[@]}" --log "$work/killed.jsonl" --threads 1) >/dev/null &
victim=$!
until [ -s "$work/killed.jsonl" ] && [ "$(wc -l <"$work/killed.jsonl")" -ge 5 ]; do
  kill -0 "$victim" 2>/dev/null || break
  sleep 0.02
done
kill -KILL "$victim" 2>/dev/null || true
wait "$victim" 2>/dev/null || true
before=$(wc -l <"$work/killed.jsonl")
[ "$before" -lt "$(wc -l <"$work/whole.jsonl")" ] || echo "note: it was done before it could be killed"
printf '{"preset":"official","expan' >>"$work/killed.jsonl" # the kill came in the middle of a line
play "$work/killed.jsonl" 3 >"$work/killed.txt"

python3 - "$work" <<'PY' || fail "the games differ"
import json, pathlib, sys
work = pathlib.Path(sys.argv[1])
def games(name):
    found = {}
    for line in (work / name).read_text().splitlines():
        try:
            deal = json.loads(line)
        except ValueError:
            continue
        if "places" not in deal:
            continue  # the schedule
        key = json.dumps([deal[k] for k in ("preset", "seats", "seed", "deal", "agents")])
        assert key not in found, "a deal was played twice"
        found[key] = [deal["places"], deal["decisions"]]
    return found
whole, killed = games("whole.jsonl"), games("killed.jsonl")
assert len(whole) == 12 * (6 + 4), len(whole)
assert whole == killed
PY

board() { # the board of a log, without the times
  "$program" leaderboard --log "$1" --format json --date 2026-01-01 | grep -Ev '"(p50_us|p99_us|class)"'
}
[ "$(board "$work/whole.jsonl")" = "$(board "$work/killed.jsonl")" ] || fail "the boards differ"
echo "ok: killed after $before of $(wc -l <"$work/whole.jsonl") deals, and whole again"
