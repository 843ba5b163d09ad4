#!/usr/bin/env bash
# Compiles the engine for the page:   web/engine/build.sh    → build/wasm/engine.wasm
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=build/wasm
mkdir -p "$out/include"

# Only the JSON library of the machine's headers: the others are not for this target.
ln -sfn /usr/include/nlohmann "$out/include/nlohmann"

sources=(web/engine/{engine,lists,platform}.cpp
  src/protocol/{event_json,fields,room_settings,view_json}.cpp
  src/game/{film,game,questions,refused,replay,review,scribe,viewers}.cpp
  src/text/{bytes,notation,record_read,record_write,rules_text}.cpp
  src/fair/{ceremony,commitment,fair_check,fair_line,fair_source}.cpp)

# Debian keeps the C++ library for WebAssembly where its clang does not look.
flags=(--target=wasm32-wasi -std=c++20 -Os -DNDEBUG -flto)
compile_flags=(-nostdinc++ -isystem /usr/lib/llvm-16/include/wasm32-wasi/c++/v1
  -isystem "$out/include" -I src -DJSON_HAS_FILESYSTEM=0
  -DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0 -Wall -Wextra -MMD)

# is_new <object>: none of the files that it was made from is newer, by the compiler's own list.
is_new() {
  [ -f "$1" ] && [ -f "${1%.o}.d" ] || return 1
  local file
  for file in $(sed 's/^[^:]*://; s/\\$//' "${1%.o}.d"); do
    [ -f "$file" ] && [ ! "$file" -nt "$1" ] || return 1
  done
}

objects=()
for source in "${sources[@]}"; do
  object=$out/$(echo "${source%.cpp}" | tr / _).o
  objects+=("$object")
  is_new "$object" || printf '%s\0%s\0' "$source" "$object"
done >"$out/stale"
xargs -0 -r -n 2 -P "$(nproc)" bash -c '
  clang++-16 "${@:1:$#-2}" -c "${@: -2:1}" -o "${@: -1}"' - "${flags[@]}" "${compile_flags[@]}" <"$out/stale"

clang++-16 "${flags[@]}" -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all \
  -o "$out/engine.wasm" "${objects[@]}"
