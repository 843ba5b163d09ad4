#!/usr/bin/env bash
# Wrapper that runs a command with Docker: with this machine's Docker, or else with Debian's, which is unpacked into
# a folder, started for the command alone, and gone after it. Without either the command runs alone.
#   with_docker.sh COMMAND...
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"
docker_works() { docker info >/dev/null 2>&1 && docker compose version >/dev/null 2>&1; }
! docker_works || exec "$@"
[ "$(id -u)" -eq 0 ] || { echo "== no Docker: to start one needs root" >&2; exec "$@"; }

box=$(mktemp -d)
daemon=
clean_up() {
  [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
  [ -z "$daemon" ] || wait "$daemon" || true
  [ -z "$daemon" ] || ip link delete docker0 2>/dev/null || true
  if grep -q " $box" /proc/mounts; then echo "still mounted: $box" >&2; else rm -rf "$box"; fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# unpack <suite> <package>...: not installed, so that nothing of this machine changes. With lists of their own: of the
# mirror that this machine uses, whatever suite it is.
unpack() {
  local mirror state=$box/$1
  mirror=$(targets '$(REPO_URI)' "Codename: $suite" | head -n 1)
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$box/docker"
  echo "deb $mirror $1 main" >"$state/sources.list"
  (
    cd "$state"
    of_suite() { quietly apt-get -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache" -o "Dir::Etc::sourcelist=$state/sources.list" \
      -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=root "$@"; }
    of_suite update && of_suite download "${@:2}"
  ) || return 1
  for deb in "$state"/*.deb; do dpkg-deb -x "$deb" "$box/docker"; done
}
# Compose as a part of Docker came with Debian 13; it runs on 12 as well.
unpack "$suite" docker.io containerd runc iptables && unpack trixie docker-compose ||
  { echo "== no Docker: Debian's can't be had" >&2; "$@"; exit; }
export PATH=$box/docker/usr/bin:$box/docker/usr/sbin:$PATH DOCKER_HOST=unix://$box/socket DOCKER_CONFIG=$box/config
mkdir -p "$DOCKER_CONFIG/cli-plugins"
ln -s "$box/docker/usr/libexec/docker/cli-plugins/docker-compose" "$DOCKER_CONFIG/cli-plugins/"
# Ports go by Docker's own program and not by the machine's firewall, which stays as it is.
dockerd --host "$DOCKER_HOST" --data-root "$box/data" --exec-root "$box/run" --pidfile "$box/pid" --storage-driver vfs \
  --iptables=false --ip6tables=false --oom-score-adjust 0 >"$box/log" 2>&1 &
daemon=$!
for _ in $(seq 150); do ! docker_works || break; sleep 0.2; done
docker_works || { tail -n 5 "$box/log" >&2; echo "== no Docker: Debian's doesn't start here" >&2; "$@"; exit; }
echo "== Docker $(docker version --format '{{.Server.Version}}'), $(docker compose version)"
"$@"
