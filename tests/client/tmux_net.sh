#!/usr/bin/env bash
# NET-1, NET-3, NOPE-8: a server and four clients on the full screens of real terminals play a game on
# the loopback to its end, by the keyboard; all of them see that it was dealt fairly.
#   tmux_net.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
export LC_ALL=C.UTF-8 TERM=xterm-256color
work=$(mktemp -d)
export XDG_STATE_HOME=$work
server=
tm() { tmux -S "$work/$1.socket" -f /dev/null "${@:2}"; }
clean_up() {
  for name in Ann Bob Cho Dan; do tm $name kill-server 2>/dev/null || true; done
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
fail() {
  echo "FAILED: $1" >&2
  for name in Ann Bob Cho Dan; do screen $name >&2 || true; done
  exit 1
}
screen() { tm "$1" capture-pane -p; }
press() { tm "$1" send-keys "${@:2}"; }
# wait_for <name> <pattern>: until it is on that screen.
wait_for() {
  local tries=1200
  until screen "$1" | grep -qE -- "$2"; do
    ((tries-- > 0)) || fail "$1 waited in vain for: $2"
    sleep 0.1
  done
}
# start <name> <width> <height> <arguments>...
start() {
  printf '%q ' "$program" "${@:4}" >"$work/$1.command"
  echo '; echo "exit status $?"; exec cat' >>"$work/$1.command"
  tm "$1" new-session -d -x "$2" -y "$3" "bash $work/$1.command"
}

"$program" serve --port 0 --data "$work/data" --log off >"$work/server.out" 2>&1 &
server=$!
address=
for _ in $(seq 600); do
  address=$(grep -oE 'ninelives join [^ ]+' "$work/server.out" | head -1 | cut -d' ' -f3) || true
  [ -z "$address" ] || break
  sleep 0.1
done
[ -n "$address" ] || fail "the server does not say where it is"

start Ann 80 24 join "$address" --name Ann
wait_for Ann 'Make a new room'
press Ann 1 Enter
wait_for Ann 'Open the room'
press Ann 1 Enter
wait_for Ann 'The code of this room'
code=$(screen Ann | grep -oE 'room: [0-9a-z]{10}' | cut -d' ' -f2)
start Bob 80 24 join "$address" "$code" --name Bob
start Cho 120 40 join "$address" "$code" --name Cho --lang ko
start Dan 80 24 join "$address" --name Dan
wait_for Dan 'Join Ann'
press Dan 1 Enter
for name in Bob Cho Dan; do wait_for Ann "- $name"; done
press Bob 'say hello from Bob' Enter
wait_for Ann 'Bob: hello from Bob'
press Ann 1 Enter
for name in Ann Bob Dan; do wait_for $name 'Pile: '; done

over() { screen "$1" | grep -qE 'Verified:|검증됨:'; }
for turn in $(seq 4000); do
  finished=0
  for name in Ann Bob Cho Dan; do
    if over $name; then
      finished=$((finished + 1))
      continue
    fi
    case $((turn % 4)) in
      1) press $name 0 Enter ;;
      2) press $name 2 Enter ;;
      # Not where it would begin another game.
      3) ! screen $name | grep -qE 'Pile: |더미: ' || press $name 1 Enter ;;
      0) press $name Escape ;;
    esac
  done
  [ $finished -lt 4 ] || break
  sleep 0.15
done
for name in Ann Bob Cho Dan; do over $name || fail "$name has not seen the end"; done
# Ctrl-C where nothing is to be lost leaves at once, and the terminal is as it was.
press Bob C-c
wait_for Bob 'exit status 0'
[ "$(tm Bob display-message -p '#{alternate_on}#{mouse_any_flag}#{cursor_flag}')" = 001 ] ||
  fail "the terminal is not as it was"
echo "ok: four terminals and a server"
