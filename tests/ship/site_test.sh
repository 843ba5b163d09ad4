#!/usr/bin/env bash
# Test of the static site: unpacked on a host that knows nothing of the game, opened in a real browser, from the
# first page's own link to a hand within a minute, then a whole game played in the page. SHIP-1
#   site_test.sh ninelives-VERSION-site.tar.gz
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/install.sh"
archive=$(realpath "$1")
require core screen browser
get_node && get_web_packages
work=$(mktemp -d)
host=
trap '[ -z "$host" ] || kill "$host"; rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }
tar -xzf "$archive" -C "$work"
# A page for each version of the changelog, found from the list of them.
for page in $(sed -n 's/^## \[\([0-9.]*\)\].*/notes-\1.html/p' "$root/CHANGELOG.md"); do
  grep -q "href=\"$page\"" "$work/site/notes.html" && [ -f "$work/site/$page" ] || fail "no release notes: $page"
done

python3 -u -m http.server --bind 127.0.0.1 --directory "$work/site" 0 >"$work/host.log" 2>&1 &
host=$!
for _ in $(seq 100); do ! grep -q 'port' "$work/host.log" || break; sleep 0.1; done
port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/host.log")
node "$root/tests/ship/first_hand.mjs" "$root/web" "http://127.0.0.1:$port/" || fail "no hand within a minute"

# The program that makes the page's game again from its seeds: the release's own, where it lies beside the site.
program=$(dirname "$archive")/ninelives-linux-x86_64
[ -x "$program" ] || program=$root/build/release/ninelives
[ -x "$program" ] || fail "there is no program to verify the page's game by: $program"
cd "$root/web"
NINELIVES_PROGRAM=$program NINELIVES_STATIC=$work/site/play timeout 300 npx playwright test offline.spec.ts -g 'a folder of files' --workers=1 \
  --output="$work/browser"
