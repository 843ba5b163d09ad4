#!/usr/bin/env bash
# Build of the WebAssembly modules:   web/engine/build.sh [engine | server | coach]...   (all of them)
#   build/wasm/engine.wasm   records: replays, verified shuffles
#   build/wasm/server.wasm   the server's core with its bots: games without a server
#   build/wasm/coach.wasm    reviews and puzzles
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=build/wasm
mkdir -p "$out/include"
[ $# -gt 0 ] || set -- server coach engine

# Only these libraries of the machine's headers: the others are not for this target.
ln -sfn /usr/include/nlohmann "$out/include/nlohmann"
ln -sfn /usr/include/eigen3/Eigen "$out/include/Eigen"

all=(web/engine/{platform,record_film}.cpp
  src/protocol/{event_json,fields,room_settings,view_json}.cpp
  src/game/{film,game,game_statistics,origin,position_fault,questions,refused,replay,record_writer,seats_line,viewers}.cpp
  src/text/{build_version,bytes,json_reader,knowledge_text,notation,record_read,record_write,rules_text,state_text}.cpp
  src/fair/{ceremony,commitment,fair_check,fair_line,fair_source}.cpp)
engine=(web/engine/{engine,lists}.cpp src/server/daily_deal.cpp)
server=(web/engine/{practice,server,server_platform,unicode}.cpp
  src/server/*.cpp src/names/*.cpp src/text/base64url.cpp src/fair/fair_record.cpp
  src/protocol/{outbound_url,game_messages,messages,push_target,request,room_info,room_messages,server_message}.cpp)
bots=(web/engine/networks.cpp
  src/bots/{best_response_search,bot,careful,counting_policy,flat,hint,imagined,ismcts,net,net_file,net_kernel,net_policy,net_round,net_search,past_worlds,position_value,reason,rewind,situation}.cpp)
coach=(web/engine/coach.cpp src/arena/small_games.cpp
  src/coach/{account,game_review,move_reason,next_kitten,puzzle,puzzle_json,puzzle_record,recorded_game,review_json}.cpp)

# Debian keeps the C++ library for WebAssembly where its clang does not look. Code searched by
# bots is wanted fast, all else small.
flags=(--target=wasm32-wasi -std=c++20 -DNDEBUG -flto)
cmake -P cmake/version.cmake header "$PWD/$out/generated/build_version_text.h"
compile_flags=(-I "$out/generated"
  -nostdinc++ -isystem /usr/lib/llvm-16/include/wasm32-wasi/c++/v1
  -isystem "$out/include" -I . -I src -I web/engine/include -DJSON_HAS_FILESYSTEM=0
  -DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0 -Wall -Wextra -MMD)

# is_new <object>: none of the files that it was made from is newer, by the compiler's own list.
is_new() {
  [ -f "$1" ] && [ -f "${1%.o}.d" ] || return 1
  local file
  for file in $(sed 's/^[^:]*://; s/\\$//' "${1%.o}.d"); do
    [ -f "$file" ] && [ ! "$file" -nt "$1" ] || return 1
  done
}

# units <name> <source>...: files of one room as one unit, so that what they include is compiled once; the page's
# own files and the bots each by themselves, as in cmake/speed.cmake.
units() {
  local name=$1 source unit room
  local -A rooms=()
  for source in "${@:2}"; do
    room=$(dirname "$source")
    case $room in
      web/engine | src/bots) echo "$source" ;;
      *) rooms[$room]+="#include \"$source\"
" ;;
    esac
  done
  for room in "${!rooms[@]}"; do
    unit="$out/${name}_${room#src/}.cpp"
    printf '%s' "${rooms[$room]}" | cmp -s - "$unit" || printf '%s' "${rooms[$room]}" >"$unit"
    echo "$unit"
  done
}

object_of() { echo "$out/$(basename "${1%.cpp}").o"; }

mapfile -t all < <(units all "${all[@]}")
mapfile -t server < <(units server "${server[@]}")
mapfile -t coach < <(units coach "${coach[@]}")
# The server's unit takes longest: it goes first, so that nothing waits for it alone at the end.
declare -A parts=([server]="${server[*]} ${all[*]} ${bots[*]}" [coach]="${coach[*]} ${all[*]} ${bots[*]}"
  [engine]="${engine[*]} ${all[*]}")
for name; do printf '%s\n' ${parts[$name]}; done | awk '!seen[$0]++' | while read -r source; do
  object=$(object_of "$source")
  case $source in src/bots/*) size=-O2 ;; *) size=-Os ;; esac
  is_new "$object" || printf '%s\0%s\0%s\0' "$size" "$source" "$object"
done >"$out/stale"
# ccache is used where it is installed, as in cmake/speed.cmake.
CACHE=$(command -v ccache || true)
export CACHE
xargs -0 -r -n 3 -P "$(nproc)" bash -c '
  $CACHE clang++-16 "${@:1:$#-3}" "${@: -3:1}" -c "${@: -2:1}" -o "${@: -1}"' - "${flags[@]}" "${compile_flags[@]}" <"$out/stale"

# link <name>
link() {
  local objects=() source
  for source in ${parts[$1]}; do objects+=("$(object_of "$source")"); done
  clang++-16 "${flags[@]}" -Os -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all \
    -o "$out/$1.wasm" "${objects[@]}"
}
# Side by side: each compiles all of its program once more.
links=()
for name; do link "$name" & links+=($!); done
for one in "${links[@]}"; do wait "$one"; done
