#!/usr/bin/env bash
# Build of the documentation site: tools/site.sh [OUT]    default: build/site. A dead link is an error.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
. tools/install.sh
tools=$root/build/site-tools
out=$(realpath -m "${1:-build/site}")
require python
[ -x "$tools/bin/pip" ] || quietly /usr/bin/python3 -m venv "$tools"
[ -x "$tools/bin/mkdocs" ] || quietly "$tools/bin/pip" install 'mkdocs>=1.6'
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
python3 tools/site_pages.py build/site-pages
# The game itself, which needs no server; the first page leads to it.
tools/static.sh build/site-pages/play >/dev/null
quietly "$tools/bin/mkdocs" build --quiet --strict --site-dir "$out"
# Packed with the time in its header, and nobody asks for it: pages are found by the plain one.
rm -f "$out/sitemap.xml.gz"
python3 tests/ship/links.py "$out"
