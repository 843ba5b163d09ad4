#!/usr/bin/env bash
# Test of the agent in docs/train/agents.md: saved as the page says, it enters the arena by the page's command. RL-4
#   docs_agent.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
page=$(realpath docs/train/agents.md)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"  # as root, programs are played as nobody
cd "$work"
fail() { echo "FAILED: $1" >&2; exit 1; }

awk '/^```python$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$page" >my_agent.py
command=$(grep -m1 '^./run arena ' "$page") || fail "the page has no command"
command=${command/--deals 100/--deals 3}
eval "${command/.\/run/$program} --quiet" >board.txt
grep -Eq '^ *[0-9]+ +mine ' board.txt || fail "the agent is not on the board"
"$program" leaderboard --format json >board.json
python3 - <<'PY' || fail "the agent's answers were not taken"
import json
rows = {row["agent"]: row for board in json.load(open("board.json"))["boards"] for row in board["agents"]}
mine = rows["mine"]
assert set(rows) == {"mine", "careful", "counting"}, rows.keys()
assert mine["decisions"] > 50 and mine["illegal"] == mine["timeouts"] == 0, mine
PY
echo "ok: the agent of the page is on the board"
