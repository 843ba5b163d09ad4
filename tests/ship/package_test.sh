#!/usr/bin/env bash
# Test of the Debian packages: looked at by lintian, installed in a bare Debian, the service's command
# started as its user, a game within a minute, an upgrade in the middle of another, purged without a trace. SHIP-1
#   package_test.sh FOLDER [OLD]    FOLDER has the .deb files; OLD is a program of version 0.9.0, the upgrade's start
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"
debs=$(realpath "$1")
old=${2:+$(realpath "$2")}
cd "$root"
fail() { echo "FAILED: $1" >&2; exit 1; }
names=(ninelives ninelives-server libninelives2 libninelives-dev python3-ninelives)

require package
echo "== lintian"
lintian --allow-root --fail-on error "$debs"/*.deb || fail "lintian found errors"

echo "== hardening"
unpacked=$(mktemp -d)
dpkg-deb -x "$(echo "$debs"/ninelives_*_amd64.deb)" "$unpacked"
python3 tests/ship/hardening_test.py "$unpacked/usr/bin/ninelives" || fail "the packaged program is not hardened"
rm -r "$unpacked"

make_bare_debian ca-certificates || exit 77
server=
stop() {
  [ -z "$server" ] || kill -TERM "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" || true
  server=
}
trap 'stop; clean_up_jail' EXIT
traces() {
  (cd "$jail" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./var/cache/apt -o -path ./var/lib/apt \
    -o -path ./var/log \) -prune -o -iname '*ninelives*' -print; grep -l ninelives etc/passwd etc/group etc/shadow || true)
}
# install_from <folder> <pattern>: the packages there, and whatever they ask for.
install_from() {
  rm -rf "$jail/packages" && mkdir "$jail/packages" && cp "$1"/*.deb "$jail/packages/"
  quietly in_jail bash -c "apt-get install -y --no-install-recommends --allow-downgrades /packages/$2"
}

quietly in_jail apt-get update
SECONDS=0
install_from "$debs" 'ninelives*.deb'
installed=$SECONDS

unit=$jail/lib/systemd/system/ninelives-server.service

# The unit's own command, as its user and with its state folder. Not by the function: its process would be a shell.
port=$((20000 + RANDOM % 20000))
words=$(sed -n 's/^ExecStart=//p' "$unit" | sed 's/ \$NINELIVES_OPTIONS//')
user=$(in_jail id -u ninelives)
in_jail install -d -m 700 -o ninelives -g ninelives /var/lib/ninelives
serve() {
  : >"$box/server.log"
  # shellcheck disable=SC2086 # words
  env -i LANG=C.UTF-8 PATH="$PATH" chroot --userspec=ninelives:ninelives "$jail" $words --bind 127.0.0.1 --port $port >"$box/server.log" 2>&1 </dev/null &
  server=$!
  for _ in $(seq 300); do ! grep -q "127.0.0.1:$port" "$box/server.log" || return 0; sleep 0.2; done
  cat "$box/server.log" >&2
  fail "the service's command doesn't listen"
}
play() { python3 tests/ship/play_game.py --port $port "$@"; }
serve
[ "$(stat -c %u "/proc/$server")" = "$user" ] || fail "the service doesn't run as its user"
play --page --begin "$box/seat.json"
echo "== game and server installed after $installed s, a game on the service after $SECONDS s"
[ $SECONDS -le 60 ] || fail "more than a minute"
play --go-on "$box/seat.json"
stop

in_jail ninelives --version
install_from "$debs" '*.deb'
in_jail python3 -c 'import ninelives; game = ninelives.Game(3); game.play_random(); assert game.over'
echo "== Python plays with the library of its package"

# A bare system has no systemd. With it the unit is looked at beside all others.
quietly in_jail apt-get install -y --no-install-recommends systemd
quietly in_jail systemd-analyze verify --man=no ninelives-server.service ninelives-server.socket || fail "systemd-analyze complains of the units"
[ ! -e "$jail/etc/systemd/system/sockets.target.wants/ninelives-server.socket" ] || fail "the socket is enabled without being asked"
echo "== systemd-analyze finds nothing wrong with the units"

# systemd's own tool holds the port, and starts the unit's command with the first client.
env -i LANG=C.UTF-8 PATH="$PATH" chroot --userspec=ninelives:ninelives "$jail" systemd-socket-activate -l "127.0.0.1:$((port + 1))" $words \
  >"$box/server.log" 2>&1 </dev/null &
server=$!
for _ in $(seq 300); do ! grep -q Listening "$box/server.log" || break; sleep 0.2; done
python3 tests/ship/play_game.py --port $((port + 1)) || { cat "$box/server.log" >&2; fail "no game on a port that systemd holds"; }
stop
echo "== a game on a port that systemd holds"

# An upgrade in the middle of a game: from 0.9.0, which had no packages, so its program takes the place of ours under
# that number. Without one: from these same files.
mkdir "$box/old"
for deb in "$debs"/*.deb; do
  dpkg-deb -R "$deb" "$box/repacked"
  [ -z "$old" ] || [ ! -f "$box/repacked/usr/bin/ninelives" ] || install -m 755 "$old" "$box/repacked/usr/bin/ninelives"
  sed -i "s/^Version: .*/Version: 0.9.0/; s/(>\?= $(dpkg-deb -f "$deb" Version))/(= 0.9.0)/g" "$box/repacked/DEBIAN/control"
  dpkg-deb -Zgzip -z1 --root-owner-group -b "$box/repacked" "$box/old" >/dev/null
  rm -rf "$box/repacked"
done
install_from "$box/old" '*.deb'
[ -z "$old" ] || quietly in_jail apt-get install -y --no-install-recommends libspdlog1.10  # which it was linked to
in_jail rm -rf /var/lib/ninelives
in_jail install -d -m 700 -o ninelives -g ninelives /var/lib/ninelives
echo "== $(in_jail dpkg-query -W ninelives)"
serve
play --begin "$box/seat.json"
install_from "$debs" '*.deb'
stop  # what the maintainer script asks systemd for, where there is one
serve
echo "== $(in_jail dpkg-query -W ninelives)"
play --go-on "$box/seat.json"
stop
echo "== the game went on after the upgrade${old:+ from the program of 0.9.0}"

rm -r "$jail/packages"
quietly in_jail apt-get purge -y "${names[@]}"
left=$(traces)
[ -z "$left" ] || fail "purged, and still there: $left"
echo "== purged without a trace"
