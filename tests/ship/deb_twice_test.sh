#!/usr/bin/env bash
# Test of reproducible Debian packages, without a cache, in another folder, time zone, language and umask: the same
# bytes, or diffoscope says what differs. SHIP-2
#   deb_twice_test.sh FOLDER [AGAIN]    FOLDER has the .deb files; AGAIN is where those of now stay
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
. tools/install.sh
debs=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
again=$(realpath -m "${2:-$work/again}")
(
  umask 077
  export CCACHE_DISABLE=1 TZ=Asia/Seoul LC_ALL=ko_KR.UTF-8 NINELIVES_DEB_BUILD=$work/a-folder-elsewhere
  tools/deb.sh "$again"
)
# When the tree was cloned or the page was built is in none of them.
moment=$(TZ=UTC date -d "@$SOURCE_DATE_EPOCH" '+%F %T')
failed=0
for deb in "$debs"/*.deb; do
  times=$(dpkg-deb --fsys-tarfile "$deb" | TZ=UTC tar --full-time -tvf - | awk '{ print $4, $5 }' | sort -u)
  [ "$times" = "$moment" ] || { echo "FAILED: $deb has files of other times than $moment: $times" >&2; exit 1; }
  cmp "$deb" "$again/$(basename "$deb")" && continue
  failed=1
  require difference
  diffoscope --max-report-size 20000 "$deb" "$again/$(basename "$deb")" >&2 || true
done
[ $failed -eq 0 ] || { echo "FAILED: the packages differ" >&2; exit 1; }
echo "== $(ls "$debs"/*.deb | wc -l) packages made again elsewhere without a cache: the same bytes"
