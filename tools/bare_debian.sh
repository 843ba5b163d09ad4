# Functions for a bare Debian 12 in a chroot, to be sourced, with the mirrors, proxies and certificates of this machine.
# Expects tools/install.sh. Gives $box, a folder that is gone when the script ends, and in it $jail, the root.

suite=bookworm
targets() { apt-get indextargets --format "$1" 'Created-By: Packages' 'Origin: Debian' "${@:2}"; }

clean_up_jail() {
  local place
  for place in dev/shm dev sys proc .; do
    ! mountpoint -q "$jail/$place" || umount -l "$jail/$place"
  done
  # Never delete through a mount that would not go.
  if grep -q " $box" /proc/mounts; then echo "still mounted: $box" >&2; else rm -rf "$box"; fi
}

# bootstrap <packages>: into $jail; from the archive that NINELIVES_BARE names, which is made where it isn't there.
bootstrap() {
  local mirror
  if [ -f "${NINELIVES_BARE:-}" ]; then
    mkdir "$jail" && tar -xpf "$NINELIVES_BARE" -C "$jail" --numeric-owner
    return
  fi
  mirror=$(targets '$(REPO_URI)' "Codename: $suite" | head -n 1)
  if [ -z "$mirror" ]; then
    echo "SKIPPED: this machine's apt has no source for Debian $suite (apt-get update?)"
    return 1
  fi
  quietly debootstrap --variant=minbase --include="$1" "$suite" "$jail" "$mirror" || exit 1
  [ -z "${NINELIVES_BARE:-}" ] || tar -cpf "$NINELIVES_BARE" -C "$jail" --numeric-owner .
}

# make_bare_debian <package>,...: false, with a sentence, where it can't be made.
make_bare_debian() {
  if [ "$(id -u)" -ne 0 ]; then
    echo "SKIPPED: debootstrap and mount need root"
    return 1
  fi
  require chroot
  box=$(mktemp -d)
  jail=$box/debian
  trap clean_up_jail EXIT
  trap 'exit 130' INT TERM
  SECONDS=0
  bootstrap "$1" || return 1
  echo "== bare $suite after $SECONDS s"
  targets 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' | grep " $suite" | sort -u \
    >"$jail/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(https?::|Check-Valid-Until)' \
    >"$jail/etc/apt/apt.conf.d/90host" || true
  if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    mkdir -p "$jail/etc/ssl/certs"
    cp -L /etc/ssl/certs/ca-certificates.crt "$jail/etc/ssl/certs/"
  fi
  cp -L /etc/resolv.conf /etc/hosts "$jail/etc/"
  mount --bind "$jail" "$jail"  # a root that is a mount, as tools for containers want theirs
  mount -t proc proc "$jail/proc"
  mount -t sysfs -o ro sysfs "$jail/sys"
  mount --bind /dev "$jail/dev"
  mount -t tmpfs tmpfs "$jail/dev/shm"
}

# in_jail <command>...: with nothing of this machine's surroundings but the way out. pip and npm have
# certificates of their own unless they are told.
in_jail() {
  local certificates=/etc/ssl/certs/ca-certificates.crt
  chroot "$jail" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PIP_CERT=$certificates NODE_EXTRA_CA_CERTS=$certificates \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@" </dev/null
}
