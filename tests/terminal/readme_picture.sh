#!/usr/bin/env bash
# Test of the README's moving picture of the terminal: it shows the frames `readme_picture` of
# tests/terminal/golden/table.txt, which the program draws (readme_picture_test.cpp), and a player sees the first one. DOC-2
# To make it again:  NINELIVES_UPDATE_GOLDEN=1 NINELIVES_FRAMES=/tmp/frames build/ci/terminal_tests --gtest_filter='ReadmePicture.*'
#                    tools/capture_svg.py 100 30 3 0.6 1 1.4 0.7 0.7 1.4 0.6 4 </tmp/frames >docs/images/terminal.svg
#   readme_picture.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"
frames=$work/frames
sed -n '/^==== readme_picture /,/^==== /{/^==== /!p}' tests/terminal/golden/table.txt >"$frames"

python3 - docs/images/terminal.svg "$frames" <<'PYTHON' || fail "docs/images/terminal.svg is not made of these frames"
import html, re, sys
picture, frames = (open(name, encoding="utf-8").read() for name in sys.argv[1:])

def letters(elements):
    """(column, row, character) of all that is not blank."""
    found = set()
    for x, y, text in re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)</text>', elements):
        column, row = (int(x) - 12) // 9, (int(y) - 26) // 19
        found |= {(column + i, row, c) for i, c in enumerate(html.unescape(text)) if c != " "}
    return found

still, *groups = picture.split('<g id="f')
for shown, frame in zip(groups, frames.split("\f"), strict=True):
    wanted = {(x, y, c) for y, line in enumerate(frame.split("\n")) for x, c in enumerate(line) if c != " "}
    if letters(still) | letters(shown.partition("</g>")[0]) != wanted:
        sys.exit(1)
PYTHON

start 100 30 play --lang en --expansions none --players 4 --bots 3 --names Mia --seed 24 --bot-pause 0
wait_for 'Play a card, or draw'
# The cursor blinks in a terminal's own way.
page() { sed -E 's/ +$//; /^$/d'; }
diff <(awk 'BEGIN { RS = "\f" } NR == 1' "$frames" | page) <(screen | page) || fail "a player sees another first page"
echo "ok: the README's picture shows the program"
