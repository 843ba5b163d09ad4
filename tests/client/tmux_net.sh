#!/usr/bin/env bash
# Test of network play in real terminals (NET-1, NET-3, NET-6, NOPE-8): a server and four full-screen clients play a
# game on the loopback to its end, by the keyboard. Each shows its own hand and nobody else's, all
# show the same winner, and that the cards were dealt fairly.
#   tmux_net.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
export LC_ALL=C.UTF-8 TERM=xterm-256color
work=$(mktemp -d)
export XDG_STATE_HOME=$work
players='Ann Bob Cho Dan'  # in the order of their seats
patience=600               # seconds; the machine may be busy
server=
tm() { tmux -S "$work/$1.socket" -f /dev/null "${@:2}"; }
clean_up() {
  local name
  for name in $players; do tm "$name" kill-server 2>/dev/null || true; done
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT

screen() { tm "$1" capture-pane -p; }
# All that can be seen or scrolled back to, on both of the terminal's screens.
everything() { tm "$1" capture-pane -p -S -; tm "$1" capture-pane -p -a -S - 2>/dev/null || true; }
press() { tm "$1" send-keys "${@:2}"; }
fail() {
  echo "FAILED: $1" >&2
  for name in $players; do screen "$name" >&2 || true; done
  exit 1
}
# wait_until <what for> <command>...: until the command succeeds.
wait_until() {
  local what=$1 end=$((SECONDS + patience))
  shift
  until "$@"; do
    ((SECONDS < end)) || fail "waited in vain: $what"
    sleep 0.05
  done
}
shows() { screen "$1" | grep -qE -- "$2"; }
wait_for() { wait_until "$1 sees $2" shows "$1" "$2"; }

# ---- a server, a room, and four who sit down ------------------------------------------------------

# start <name> <width> <height> <arguments>...: in a shell that says how it ended.
start() {
  printf '%q ' "$program" "${@:4}" >"$work/$1.command"
  echo '; echo "exit status $?"; exec cat' >>"$work/$1.command"
  tm "$1" new-session -d -x "$2" -y "$3" "bash $work/$1.command"
}
find_address() {
  address=$(grep -oE 'ninelives join [^ ]+' "$work/server.out" | head -1 | cut -d' ' -f3) || true
  [ -n "$address" ]
}

: >"$work/server.out"
"$program" serve --bind 127.0.0.1 --port 0 --data "$work/data" --log off >"$work/server.out" 2>&1 &
server=$!
wait_until 'the server says where it is' find_address
start Ann 80 24 join "$address" --name Ann --record "$work/game.jsonl"
wait_for Ann 'Make a new room'
press Ann 1 Enter
wait_for Ann '6\. Seats: 5'
press Ann 6 Enter
wait_for Ann '6\. Seats: 2'
press Ann 6 Enter 6 Enter
wait_for Ann '6\. Seats: 4'
press Ann 9 Enter 9 Enter 9 Enter 9 Enter
wait_for Ann '9\. Time for a Nope: 1 s'
press Ann 1 Enter
wait_for Ann 'Room code'
code=$(screen Ann | grep -oE 'Room code: [0-9a-z]{10}' | cut -d' ' -f3)
# One after the other: the order of the seats is theirs.
start Bob 80 24 join "$address" "$code" --name Bob
wait_for Ann '- Bob'
start Cho 120 40 join "$address" "$code" --name Cho --lang ko
wait_for Ann '- Cho'
start Dan 100 30 join "$address" --name Dan
wait_for Dan 'Join Ann'
press Dan 1 Enter
wait_for Ann '- Dan'
press Bob 'say hello from Bob' Enter
wait_for Ann 'Bob: hello from Bob'
press Ann 1 Enter
for name in $players; do wait_for "$name" 'Pile: |더미: '; done
for name in $players; do screen "$name" >"$work/$name.dealt"; done

# ---- the game -------------------------------------------------------------------------------------

declare -A answered=() turns=() windows=() due=()
finished() { case $1 in *Verified:* | *검증됨:*) ;; *) return 1 ;; esac }
# Keys for the question on that screen; none without one.
keys_for() {
  local name=$1
  case $2 in
    *'Play a Nope?'* | *'“안 돼!”로 막을까요?'*)
      windows[$name]=$((${windows[$name]:-0} + 1))
      # Cho says yes at first, whatever he holds.
      if [ "$name" = Cho ] && ((windows[$name] <= 3)); then keys=1; else keys=2; fi
      ;;
    *'draw to end your turn.'* | *'뽑아 차례를 끝내세요.'*)
      turns[$name]=$((${turns[$name]:-0} + 1))
      # Some cards are played, whatever they are; those that can't be are refused.
      if ((turns[$name] <= 3)); then keys=$((turns[$name] + 1)); else keys=0; fi
      ;;
    *'A number from '* | *'까지의 숫자'*) keys=0 ;;
    # A target, then: the first of the choices.
    *'Enter: choose'* | *'Enter: 선택'*) keys=Down ;;
    *) keys= ;;
  esac
}
# Answers once; again only if the screen does not change for long.
answer() {
  local name=$1 shown=$2 still
  still=$(sed -E '/[0-9]+ s left|[0-9]+초 남음/d' <<<"$shown")
  if [ "$still" = "${answered[$name]:-}" ] && ((SECONDS < due[$name])); then return; fi
  keys_for "$name" "$shown"
  [ -n "$keys" ] || return 0
  answered[$name]=$still
  due[$name]=$((SECONDS + 5))
  press "$name" "$keys" Enter
}
play_on() {
  local name shown over=0
  for name in $players; do
    shown=$(screen "$name")
    case $shown in *'NOT verified'* | *'검증 실패'*) fail "$name was dealt false cards" ;; esac
    if [[ $shown =~ [0-9]' s left'|[0-9]'초 남음' ]]; then countdowns[$name]=1; fi
    if finished "$shown"; then over=$((over + 1)); else answer "$name" "$shown"; fi
  done
  ((over == 4))
}
declare -A countdowns=()
wait_until 'the end of the game' play_on
for name in $players; do
  [ -n "${countdowns[$name]:-}" ] || fail "$name has seen no countdown"
  screen "$name" >"$work/$name.end"
done

# ---- what they saw --------------------------------------------------------------------------------

python3 "$here/screens.py" "$work" "$here/../../lang" "$players" || fail "the screens are wrong"
"$program" verify "$work/game.jsonl" >/dev/null || fail "the record can't be verified"

# Ctrl-C where nothing is to be lost leaves at once; the terminal is as it was, and nothing is left.
cards='Defuse|Attack|Skip|Favor|Shuffle|See the|Tacocat|Cattermelon|Potato|Beard|Rainbow|해체|고양이'
for name in $players; do
  press "$name" C-c
  wait_for "$name" 'exit status 0'
  [ "$(tm "$name" display-message -p '#{alternate_on}#{mouse_any_flag}#{cursor_flag}')" = 001 ] ||
    fail "$name's terminal is not as it was"
  ! everything "$name" | grep -E -- "$cards" >&2 || fail "something of a hand is left to $name"
done
echo "ok: four terminals and a server, $SECONDS s"
