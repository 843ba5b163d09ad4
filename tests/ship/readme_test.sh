#!/usr/bin/env bash
# Test of the install commands in docs/reference/releases.md, as written there, each in a bare Debian with
# nothing but dist/ and the tool that the line begins with: within a minute to a game. Docker's line where there is a Docker (with_docker.sh); 77 where not. SHIP-1
#   readme_test.sh FOLDER    FOLDER is a release, the dist/ of the page
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"
folder=$(realpath "$1")
cd "$root"
fail() { echo "FAILED: $1" >&2; exit 1; }
# The commands of the section, without their comments.
lines=$(awk '/^## / { here = /^## Using the files/ } here && /^```/ { if (on) exit; on = 1; next } on { sub(/ +# .*/, ""); print }' \
  docs/reference/releases.md)

make_bare_debian ca-certificates || exit 77
server=
stop() {
  [ -z "$server" ] || kill -TERM -- "-$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" || true
  server=
}
trap 'stop; clean_up_jail' EXIT
mkdir "$jail/root/dist"
cp -r "$folder"/. "$jail/root/dist/"
quietly in_jail apt-get update

# typed <line>: in the folder that has dist/, by somebody who answers yes.
typed() { in_jail bash -c "cd /root && yes | ($1)"; }
# in_the_background <command>...: a server, in a group of processes of its own.
in_the_background() {
  set -m
  "$@" >"$box/server.log" 2>&1 &
  server=$!
  set +m
}
# A stranger's game on the port that the page names.
played_on_9009() {
  for _ in $(seq 300); do ! grep -q ':9009' "$box/server.log" || break; sleep 0.2; done
  python3 tests/ship/play_game.py --port 9009 --page --begin "$box/seat.json" || { cat "$box/server.log" >&2; fail "no game: $1"; }
  reached "$1"
  python3 tests/ship/play_game.py --port 9009 --go-on "$box/seat.json"
  stop
}
reached() {
  echo "== $SECONDS s to a game: $1"
  [ $SECONDS -le 60 ] || fail "more than a minute: $1"
}
nobody_on_9009() { ! (exec 3<>/dev/tcp/127.0.0.1/9009) 2>/dev/null || fail "port 9009 is taken on this machine"; }
tool() { quietly in_jail apt-get install -y --no-install-recommends "$@"; }

one_file() {
  SECONDS=0
  python3 tests/ship/full_screen.py chroot "$jail" /bin/bash -c "cd /root && $1" || fail "$1"
  reached "$1"
}

# The game at a terminal, and the service as systemd would start it.
packages() {
  local words
  SECONDS=0
  quietly typed "$1" || fail "$1"
  python3 tests/ship/full_screen.py chroot "$jail" /usr/bin/ninelives || fail "no game after: $1"
  words=$(sed -n 's/^ExecStart=//p' "$jail/lib/systemd/system/ninelives-server.service" | sed 's/ \$NINELIVES_OPTIONS//')
  in_jail install -d -m 700 -o ninelives -g ninelives /var/lib/ninelives
  nobody_on_9009
  # shellcheck disable=SC2086 # words
  in_the_background chroot --userspec=ninelives:ninelives "$jail" $words
  played_on_9009 "$1"
}

image() {
  tool buildah
  nobody_on_9009
  SECONDS=0
  in_the_background typed "$1"
  played_on_9009 "$1"
}

docker_image() {
  if ! docker info >/dev/null 2>&1 || ! docker compose version >/dev/null 2>&1; then
    echo "SKIPPED, no Docker here: $1"
    left_out=77
    return
  fi
  nobody_on_9009
  SECONDS=0
  mkdir "$box/here" && ln -s "$folder" "$box/here/dist" && cp compose.yaml "$box/here/"
  in_the_background bash -c "cd '$box/here' && $1"
  played_on_9009 "$1"
  (cd "$box/here" && quietly docker compose down --volumes --rmi all) || fail "compose leaves something behind"
}

wheel() {
  tool python3-venv
  SECONDS=0
  typed "$1" >"$box/said" 2>&1 || { cat "$box/said" >&2; fail "$1"; }
  tail -n 1 "$box/said"
  reached "$1"
}

tried=0 left_out=0
while IFS= read -r line; do
  case $line in
    dist/ninelives-linux-x86_64) one_file "$line" ;;
    'apt install '*) packages "$line" ;;
    'docker '*) docker_image "$line" ;;
    'buildah '*) image "$line" ;;
    'python3 -m venv '*) wheel "$line" ;;
    *) fail "the page has a line that nobody tries: $line" ;;
  esac
  tried=$((tried + 1))
done <<<"$lines"
[ $tried -ge 5 ] || fail "the page has $tried lines"
exit $left_out
