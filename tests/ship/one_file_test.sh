#!/usr/bin/env bash
# Test of the single-file program in a root with glibc and nothing else: it says its engine, plays, and serves. SHIP-1
#   one_file_test.sh ninelives-linux-x86_64
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "$1")
fail() { echo "FAILED: $1" >&2; exit 1; }
[ "$(stat -c %s "$program")" -lt 20000000 ] || fail "20 MB or more"
strangers=$(ldd "$program" | grep -vE 'linux-vdso|ld-linux|lib(c|m|pthread|dl|rt|resolv)\.so' || true)
[ -z "$strangers" ] || fail "it wants more than glibc: $strangers"
python3 "$root/tests/ship/full_screen.py" "$program" || fail "no full screen inside"
[ "$(id -u)" -eq 0 ] || { echo "SKIPPED the rest: chroot needs root"; exit 77; }

box=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null || true; rm -rf "$box"' EXIT
ldd "$program" | grep -o '/[^ ]*' | while read -r library; do mkdir -p "$box$(dirname "$library")"; cp -L "$library" "$box$library"; done
mkdir -p "$box/tmp"
cp "$program" "$box/ninelives"
chroot "$box" /ninelives --version | grep -qx 'engine 1d0d37ee0b731aed b2b0da2172a2490a' || fail "another engine"
# A player who draws, and where that is no answer takes the first one. The input ends in the middle of a later
# game, so the status says nothing; what was said and written does.
for _ in $(seq 300); do echo draw; echo 1; done |
  chroot "$box" /ninelives play --plain --lang en --players 2 --bots 1 --preset official --expansions none --seed 3 --bot-pause 0 \
    --record /tmp/game.jsonl >"$box/said" || true
grep -q 'The game is over' "$box/said" || fail "no game to its end"
"$program" replay --check "$box/tmp/game.jsonl" || fail "its record doesn't hold"
port=$((20000 + RANDOM % 20000))
chroot "$box" /ninelives serve --bind 127.0.0.1 --port $port --data /tmp/data >"$box/log" 2>&1 &
server=$!
for _ in $(seq 300); do ! grep -q ":$port" "$box/log" || break; sleep 0.2; done
status=0
python3 "$root/tests/ship/play_game.py" --port $port || status=1
kill $server && wait $server || true
server=
[ $status -eq 0 ] || { cat "$box/log" >&2; fail "no game on its server"; }
echo "one file: $(stat -c %s "$program") bytes, needs glibc alone, plays and serves"
