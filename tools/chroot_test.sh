#!/usr/bin/env bash
# Proves ./run and ./test on a bare Debian 12 that has only git: a fresh chroot, a fresh clone of
# the last commit. Mirrors, proxies and certificates are those of this machine.
#   tools/chroot_test.sh [command]...   default: ./run --version, then ./test
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/tools/install.sh"

if [ "$(id -u)" -ne 0 ]; then
  echo "SKIPPED chroot test: debootstrap and mount need root"
  exit 0
fi
require chroot
[ $# -gt 0 ] || set -- './run --version' './test'

suite=bookworm
targets() { apt-get indextargets --format "$1" 'Created-By: Packages' 'Origin: Debian' "${@:2}"; }
mirror=$(targets '$(REPO_URI)' "Codename: $suite" | head -n 1)
if [ -z "$mirror" ]; then
  echo "SKIPPED chroot test: this machine's apt has no source for Debian $suite (apt-get update?)"
  exit 0
fi

box=$(mktemp -d)
jail=$box/debian
clean_up() {
  local place
  for place in dev/shm dev sys proc; do
    ! mountpoint -q "$jail/$place" || umount -l "$jail/$place"
  done
  # Never delete through a mount that would not go.
  if grep -q " $box" /proc/mounts; then echo "still mounted: $box" >&2; else rm -rf "$box"; fi
}
trap clean_up EXIT
trap 'exit 130' INT TERM

SECONDS=0
quietly debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$jail" "$mirror"
echo "== bare $suite after $SECONDS s"

targets 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' | grep " $suite" | sort -u \
  >"$jail/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::(https?::|Check-Valid-Until)' \
  >"$jail/etc/apt/apt.conf.d/90host" || true
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
  cp -L /etc/ssl/certs/ca-certificates.crt "$jail/etc/ssl/certs/"
fi
cp -L /etc/resolv.conf /etc/hosts "$jail/etc/"
mount -t proc proc "$jail/proc"
mount -t sysfs -o ro sysfs "$jail/sys"
mount --bind /dev "$jail/dev"
mount -t tmpfs tmpfs "$jail/dev/shm"

git clone -q --no-hardlinks "$root" "$jail/root/ninelives"

# pip and npm have certificates of their own unless they are told.
certificates=/etc/ssl/certs/ca-certificates.crt

in_jail() {
  chroot "$jail" /usr/bin/env -i HOME=/root LANG=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PIP_CERT=$certificates NODE_EXTRA_CA_CERTS=$certificates \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    bash -c "cd /root/ninelives && $1" </dev/null
}

for command in "$@"; do
  SECONDS=0
  echo "== $command"
  in_jail "$command"
  echo "== $command: passed after $SECONDS s"
done
