#!/usr/bin/env bash
# Test of the container image: loaded by buildah, served and played against in an isolation by chroot, as its
# own user, with its health check; then gone. From the file to a game in a minute. SHIP-1
#   image_test.sh ninelives-image-x86_64.tar
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
archive=$(realpath "$1")
fail() { echo "FAILED: $1" >&2; exit 1; }
[ "$(stat -c %s "$archive")" -lt 60000000 ] || fail "60 MB or more"
[ "$(id -u)" -eq 0 ] || { echo "SKIPPED the rest: needs root"; exit 77; }
require image

box=$(mktemp -d)
server=
clean_up() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  in_store umount --all >/dev/null 2>&1 || true
  if grep -q " $box" /proc/mounts; then echo "still mounted: $box" >&2; else rm -rf "$box"; fi
}
trap clean_up EXIT
# A store of its own, and the driver that works in any container.
in_store() { buildah --storage-driver vfs --root "$box/store" --runroot "$box/run" "$@"; }
in_image() { in_store run --isolation chroot --volume "$box/data:/data" "$container" -- "$@"; }

skopeo inspect --config --raw "docker-archive:$archive" >"$box/config.json" || fail "skopeo can't read it"
python3 - "$box/config.json" <<'EOF' || fail "the image's settings"
import json, sys
config = json.load(open(sys.argv[1]))["config"]
assert config["User"] == "10001:10001" and list(config["Volumes"]) == ["/data"], config
assert config["Healthcheck"]["Test"] == ["CMD", "/usr/bin/ninelives", "admin", "--data", "/data", "rooms"], config
EOF

SECONDS=0
in_store pull -q "docker-archive:$archive" >/dev/null
container=$(in_store from "$(in_store images -q)")
mkdir -m 700 "$box/data" && chown 10001:10001 "$box/data"
touch "$box/before"
port=$((20000 + RANDOM % 20000))
in_image /usr/bin/ninelives serve --data /data --web /usr/share/ninelives/web --bind 127.0.0.1 --port $port >"$box/log" 2>&1 &
server=$!
for _ in $(seq 300); do ! grep -q ":$port" "$box/log" || break; sleep 0.2; done
python3 "$root/tests/ship/play_game.py" --port $port --page --begin "$box/seat.json" || { cat "$box/log" >&2; fail "no game on the image's server"; }
began=$SECONDS
[ $began -le 60 ] || fail "it took $began s to a game"
python3 "$root/tests/ship/play_game.py" --port $port --go-on "$box/seat.json" || { cat "$box/log" >&2; fail "the game doesn't end"; }
in_image /usr/bin/ninelives admin --data /data rooms >/dev/null || fail "the health check fails on a healthy server"
process=$(pgrep -n -f -- "ninelives serve --data /data .*--port $port\$")
[ "$(stat -c %u "/proc/$process")" = 10001 ] || fail "it doesn't run as its user"
kill -TERM "$process" && wait "$server" || true
server=
! in_image /usr/bin/ninelives admin --data /data rooms >/dev/null 2>&1 || fail "the health check passes without a server"
# The root may be read-only: what is not the volume was not written. The tool itself puts files into etc and run.
place=$(in_store mount "$container")
written=$(find "$place" -xdev -newer "$box/before" -type f ! -path "$place/etc/*" ! -path "$place/run/*" | head -n 1)
[ -z "$written" ] || fail "written outside the volume: $written"
in_store umount "$container" >/dev/null
echo "image: $(stat -c %s "$archive") bytes, a game after $began s, played as 10001, only /data was written"
