#!/usr/bin/env bash
# Instructions a decision in random legal play, counted by callgrind: the same on every machine with
# the same compiler. Two numbers of games are played and only the difference counts, so that what
# it costs to start the program drops out.
#   bench/count_instructions.sh [rollout|observe ...]     CXX chooses the compiler
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
few=100 many=1100
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CXX:-g++}" -std=c++20 -O3 -DNDEBUG -march=x86-64-v3 -Isrc bench/play.cpp -o "$work/play"

count() {  # mode games: decisions and instructions
  valgrind --tool=callgrind --callgrind-out-file="$work/profile" "$work/play" \
    --mode "$1" --games "$2" 2>"$work/log" | tr '\n' ' '
  sed -n 's/^summary: //p' "$work/profile"
}

[ $# -gt 0 ] || set -- rollout observe
for mode; do
  read -r decisions_few instructions_few < <(count "$mode" "$few")
  read -r decisions_many instructions_many < <(count "$mode" "$many")
  decisions=$((decisions_many - decisions_few))
  tenths=$(((instructions_many - instructions_few) * 10 / decisions))
  echo "$mode: $((tenths / 10)).$((tenths % 10)) instructions a decision ($decisions decisions)"
done
