#!/usr/bin/env bash
# Build of the Debian packages into a folder: tools/deb.sh [OUT]    default: dist
# NINELIVES_DEB_BUILD is the folder it is done in, build/deb; another one gives the same bytes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
. tools/install.sh
out=$(mkdir -p "${1:-dist}" && cd "${1:-dist}" && pwd)

# identity <field>: of packaging/identity.json.
identity() { python3 -c 'import json, sys; print(json.load(open("packaging/identity.json"))[sys.argv[1]])' "$1"; }

require core screen package
get_ftxui || { echo "FTXUI can't be had: the package has the full screen, or is none" >&2; exit 1; }
(build_web) || { echo "the page can't be built" >&2; exit 1; }

# From a copy: dpkg-buildpackage writes beside its folder. The same place every time, for ccache.
work=${NINELIVES_DEB_BUILD:-$root/build/deb}
rm -rf "$work" && mkdir -p "$work/ninelives"
git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "$work/ninelives"
cmake -P cmake/version.cmake file >"$work/ninelives/VERSION"
# The changelog's first line gets this commit's version, both files the names of packaging/identity.json.
sed -i "1s/([^)]*)/($(cmake -P cmake/version.cmake debian))/" "$work/ninelives/debian/changelog"
sed -i "s|@MAINTAINER@|$(identity maintainer) <$(identity email)>|; s|@HOMEPAGE@|$(identity homepage)|" \
  "$work/ninelives/debian/control" "$work/ninelives/debian/changelog"
cd "$work/ninelives"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
export NINELIVES_WEB=$root/build/web NINELIVES_FTXUI=$(ftxui_prefix)
# debhelper gives the build a home and a language of its own, and ccache would begin with nothing.
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER='env;-u;LC_ALL;ccache'
  export CCACHE_DIR=$(ccache --get-config cache_dir) CCACHE_BASEDIR=$(ccache --get-config base_dir)
  export CCACHE_SLOPPINESS=$(ccache --get-config sloppiness)
fi
# -d: FTXUI and the page are none of Debian's packages; the rest was installed by `require`.
quietly dpkg-buildpackage -d -b -us -uc "-j${JOBS:-$(nproc)}"
mv "$work"/*.deb "$out/"
