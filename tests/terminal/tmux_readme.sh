#!/usr/bin/env bash
# Test of the README's picture of the terminal, made from the running program: the committed text must be equal. DOC-2
# NINELIVES_UPDATE_GOLDEN=1 writes the picture again.
#   tmux_readme.sh <ninelives>
set -euo pipefail
program=$(realpath "$1")
picture=docs/images/terminal.svg
. "$(dirname "${BASH_SOURCE[0]}")/tmux.sh"

start 100 30 play --lang en --expansions imploding,streaking --players 5 --bots 4 --names Mia --seed 11 --bot-pause 0
wait_for 'Play a card, or draw'
tm capture-pane -p -e | tools/capture_svg.py 100 30 >"$work/now.svg"
[ -z "${NINELIVES_UPDATE_GOLDEN:-}" ] || cp "$work/now.svg" "$picture"
# Every word with its place; colours and weights don't count.
texts() { grep -o '<text.*</text>' "$1" | sed -E 's/<text x="([0-9]+)" y="([0-9]+)"[^>]*>/\1 \2 /; s/<\/text>//'; }
diff <(texts "$picture") <(texts "$work/now.svg") || fail "$picture is not what the program shows: NINELIVES_UPDATE_GOLDEN=1 $0 $1"
echo "ok: the README's picture shows the program"
