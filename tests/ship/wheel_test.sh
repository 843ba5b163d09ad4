#!/usr/bin/env bash
# Test of the Python wheel: in a bare Debian from nothing to a game within a minute, the source
# distribution from a bare folder, and the tag that the wheel carries. SHIP-1
#   wheel_test.sh FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
. "$root/tools/bare_debian.sh"
folder=$(realpath "$1")
fail() { echo "FAILED: $1" >&2; exit 1; }
require core python wheel
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
game='import ninelives; game = ninelives.Game(3); game.play_random(); assert game.over; print("played by", ninelives.__file__)'

wheel=$(echo "$folder"/*manylinux*x86_64.whl)
unzip -qp "$wheel" ninelives/libninelives.so >"$work/library"
strangers=$(readelf -dW "$work/library" | grep NEEDED | grep -vE '\[(lib(c|m)\.so\.6|lib(pthread|dl|rt)\.so\.[0-9]|ld-linux-x86-64\.so\.2)\]' || true)
[ -z "$strangers" ] || fail "its library wants more than glibc: $strangers"
newest=$(readelf -VW "$work/library" | grep -o 'GLIBC_2[0-9.]*' | sort -Vu | tail -n 1)
promised=$(echo "$wheel" | sed -n 's/.*manylinux_\([0-9]*\)_\([0-9]*\)_x86_64.*/GLIBC_\1.\2/p')
[ "$(printf '%s\n' "$newest" "$promised" | sort -V | tail -n 1)" = "$promised" ] || fail "$wheel wants $newest"
echo "== $(basename "$wheel"): asks for $newest, and its name says $promised"

make_bare_debian ca-certificates || exit 77
trap 'clean_up_jail; rm -rf "$work"' EXIT
quietly in_jail apt-get update
quietly in_jail apt-get install -y --no-install-recommends python3-venv
cp "$wheel" "$jail/tmp/"
SECONDS=0
in_jail python3 -m venv /tmp/fresh
made=$SECONDS
quietly in_jail bash -c '/tmp/fresh/bin/pip install /tmp/*.whl'
installed=$SECONDS
in_jail /tmp/fresh/bin/python -m ninelives | tail -n 1
echo "== from a wheel to a game in $SECONDS s: the environment $made s, pip with all that is asked for $((installed - made)) s, the game $((SECONDS - installed)) s"
[ $SECONDS -le 60 ] || fail "more than a minute"
in_jail /tmp/fresh/bin/python -c 'from ninelives import ninelives_v1; ninelives_v1.env().reset(seed=1)'
quietly in_jail /tmp/fresh/bin/pip uninstall -y ninelives
left=$(find "$jail/tmp/fresh" "$jail/root" -iname '*ninelives*')
[ -z "$left" ] || fail "uninstalled, and still there: $left"
echo "== uninstalled without a trace"

/usr/bin/python3 -m venv "$work/from-source"
quietly "$work/from-source/bin/pip" install "$folder"/ninelives-[0-9]*.[0-9].tar.gz || fail "the source distribution doesn't build"
(cd "$work" && from-source/bin/python -c "$game")
echo "== the source distribution builds and plays"
