#!/usr/bin/env bash
# Test of a real terminal's menu: a game by one key, a popup on a small terminal, keys typed ahead. TERM-11, -12, -13
#   tmux_menu.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"

# The first start asks for language and name.
start 80 24
wait_for 'Choose a language'
send 1
send Enter
wait_for "What's your name"
send Ann
send Enter
wait_for 'p. Play now'
send quit Enter
wait_for 'exit status 0'

# From the second start on one key plays against three bots.
start 80 24
wait_for 'p. Play now'
! screen | grep -q 'Choose a language' || fail 'the language is asked again'
send p
wait_for '1 Ann'
wait_for '(draws a card|plays|Play a card, or draw)'
send quit Enter
wait_for 'Really leave'
send 1 Enter
wait_for 'exit status 0'
echo 'ok: one key plays'

# The game is offered again, and a popup survives any size.
start 80 24 play --lang en --expansions none --players 3 --bots 2 --seed 21 --pace 0
wait_for 'Play a card, or draw'
send help Enter
wait_for 'scroll   Enter: back'
for size in '80 4' '1 1' '300 100' '7 30' '80 24'; do
  tm resize-window -x "${size% *}" -y "${size#* }"
  sleep 0.2
done
send x
wait_for 'Play a card, or draw'
send quit Enter
wait_for 'Really leave'
send 1 Enter
wait_for 'exit status 0'
echo 'ok: a popup on a shrinking terminal'

# Keys typed ahead open no hand and close no window.
start 80 24 play --lang en --expansions none --players 3 --names Ann Bob Cem --set hand=4 --seed 9
wait_for 'everybody looks at their own cards'
send 0
send Enter
wait_for 'Over to'
send Enter
wait_for 'Play a card, or draw'
send skip Enter Enter Enter Enter
wait_for 'Any Nopes'
sleep 1
screen | grep -q 'Any Nopes' || fail 'a key typed ahead closed the window'
send 0
wait_for 'Over to'
echo 'ok: nothing typed ahead reaches a window'
