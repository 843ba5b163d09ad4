#!/usr/bin/env bash
# Build of the static site, files for any web host: practice against bots, the tutorial, replays with their
# verification and review, and puzzles, without a server of this game behind it.
#   tools/static.sh [folder]      build/static, if none is given
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
. tools/install.sh
. tools/web.sh
folder=${1:-build/static}

build_web
rm -rf "$folder"
mkdir -p "$folder"
cp -r build/web/. "$folder"
# Any host: it may not know FILE.gz, and sends no policy of its own.
find "$folder" -name '*.gz' -delete
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
sed -i "s|<meta charset=\"utf-8\" */*>|&\n    <meta name=\"ninelives-server\" content=\"none\" />\n    <meta http-equiv=\"Content-Security-Policy\" content=\"$policy\" />|" "$folder/index.html"
grep -q 'content="none"' "$folder/index.html"
echo "$folder: $(find "$folder" -type f | wc -l) files, $(du -sk "$folder" | cut -f1) kB"
