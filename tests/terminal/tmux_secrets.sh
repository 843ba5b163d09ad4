#!/usr/bin/env bash
# Test of secrets in a real terminal (TERM-1, TERM-4): after a hand-over neither screen nor scrollback has a card of the
# player before; and Ctrl-C leaves the terminal as it was, with the record kept.
#   tmux_secrets.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"

cards='Defuse|Attack|Skip|Favor|Nope|Shuffle|See the|Tacocat|Cattermelon|Potato|Beard|Rainbow'
no_card_in_sight() {
  ! everything | grep -E -- "$cards" >&2 || fail "$1"
}

start 80 24 play --lang en --expansions none --players 2 --names Ann,Bob --seed 7 --bot-pause 0 \
  --record "$work/game.jsonl"
wait_for 'press Enter when you'
no_card_in_sight "a hand is in sight before anybody has looked"
send 0 Enter # they trust each other: nobody looks before the first turn
wait_for 'Over to'
first=$(screen | grep -oE '(Ann|Bob), press Enter' | cut -d, -f1)
no_card_in_sight "a hand is in sight before its player is ready"
send Enter
wait_for 'draw to end'
screen | grep -qE -- "$cards" || fail "the hand is not to be seen"
send 0 Enter
wait_for 'Enter hides your cards'
send Enter
wait_for 'press Enter when you'
second=$(screen | grep -oE '(Ann|Bob), press Enter' | cut -d, -f1)
[ "$first" != "$second" ] || fail "the same player is asked again"
no_card_in_sight "something of $first's hand is left for $second"

send C-c
wait_for 'exit status 130'
no_card_in_sight "something of a hand is left when the game was left"
[ "$(tm display-message -p '#{alternate_on}#{mouse_any_flag}#{cursor_flag}')" = 001 ] ||
  fail "the terminal is not as it was"
[ -s "$work/game.jsonl" ] || fail "the record is gone"
echo "ok: no secrets left"
