#!/usr/bin/env bash
# Test of a whole game against bots (TERM-1, TERM-4) on the full screen of a real terminal, in both languages,
# by the keyboard; then the record is replayed on the screen.
#   tmux_game.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"

# play_to_end <question for another game>: draws, and answers whatever else is asked.
play_to_end() {
  local turn
  for turn in $(seq 400); do
    ! screen | grep -qF -- "$1" || return 0
    case $((turn % 4)) in
      1) send 0 Enter ;;
      2) send 2 Enter ;;
      3) send 1 Enter ;;
      0) send Enter ;;
    esac
    sleep 0.15
  done
  fail "the game has no end"
}

play_in() {
  local language=$1 again=$2
  start 80 24 play --lang "$language" --expansions none --players 3 --bots 2 --names Mia \
    --seed 5 --bot-pause 0 --record "$work/$language.jsonl"
  wait_for 'Mia'
  play_to_end "$again"
  send 2 Enter
  wait_for 'exit status 0'
  grep -q '"winner"' "$work/$language.jsonl" || fail "the record has no end"
  tm kill-server
}

play_in en 'Play again?'
play_in ko '한 판 더'

# replay_in <language> <step 1> <step 2>: steps, jumps to the end, and leaves.
replay_in() {
  start 80 24 replay --lang "$1" "$work/$1.jsonl"
  wait_for "$2"
  send Right
  wait_for "$3"
  send End
  wait_until_gone "$3"
  wait_for 'Mia'
  send q
  wait_for 'exit status 0'
  tm kill-server
}

"$program" replay --check "$work/en.jsonl" >/dev/null || fail "the record is wrong"
replay_in en 'Replay, step 1 of' 'Replay, step 2 of'
replay_in ko '다시 보기, 1/' '다시 보기, 2/'
echo "ok: a game in each language"
