# Shared functions of the tests in tmux, to be sourced. A server of its own, so that nobody's tmux is touched.
# Expects $program, the built ninelives.
export LC_ALL=C.UTF-8 TERM=xterm-256color
work=$(mktemp -d)
export XDG_DATA_HOME=$work XDG_STATE_HOME=$work
sessions=0
tm() { tmux -S "$work/socket$sessions" -f /dev/null "$@"; }
clean_up() { tm kill-server 2>/dev/null || true; rm -rf "$work"; }
trap clean_up EXIT

fail() {
  echo "FAILED: $1" >&2
  screen >&2 || true
  exit 1
}

# start <width> <height> <arguments>...: the program in a shell that says how it ended. Each on a
# socket of its own: a server that is still ending would take the next session with it.
start() {
  sessions=$((sessions + 1))
  local width=$1 height=$2
  shift 2
  printf '%q ' "$program" "$@" >"$work/command"
  echo '; echo "exit status $?"; exec cat' >>"$work/command"
  tm new-session -d -x "$width" -y "$height" "bash $work/command"
}

screen() { tm capture-pane -p; }
# All that can be seen or scrolled back to, on both of the terminal's screens.
everything() { tm capture-pane -p -S -; tm capture-pane -p -a -S - 2>/dev/null || true; }
send() { tm send-keys "$@"; }

# wait_until_gone <pattern> [seconds]: until it is no longer on the screen.
wait_until_gone() {
  local tries=$((${2:-60} * 10))
  while screen | grep -qE -- "$1"; do
    ((tries-- > 0)) || fail "still there: $1"
    sleep 0.1
  done
}

# wait_for <pattern> [seconds]: until it is on the screen.
wait_for() {
  local tries=$((${2:-60} * 10))
  until screen | grep -qE -- "$1"; do
    ((tries-- > 0)) || fail "waited in vain for: $1"
    sleep 0.1
  done
}
