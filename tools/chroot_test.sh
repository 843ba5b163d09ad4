#!/usr/bin/env bash
# Test of ./run and ./test on a bare Debian 12 that has only git: a fresh chroot, a fresh clone of
# the last commit. Mirrors, proxies and certificates are those of this machine.
#   tools/chroot_test.sh [command]...   default: ./run --version, then ./test
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"

[ $# -gt 0 ] || set -- './run --version' './test'
make_bare_debian git,ca-certificates || exit 0
git clone -q --no-hardlinks "$root" "$jail/root/ninelives"

for command in "$@"; do
  SECONDS=0
  echo "== $command"
  in_jail bash -c "cd /root/ninelives && $command"
  echo "== $command: passed after $SECONDS s"
done
