#!/usr/bin/env bash
# Compiles the engine for the page:   web/engine/build.sh    → build/wasm/engine.wasm
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=build/wasm
mkdir -p "$out/include"

# Only the JSON library of the machine's headers: the others are not for this target.
ln -sfn /usr/include/nlohmann "$out/include/nlohmann"

sources=(web/engine/engine.cpp web/engine/platform.cpp src/table/review.cpp src/server/game_json.cpp
  src/text/{notation,record_read,record_write,replay,rules_text}.cpp
  src/fair/{bytes,ceremony,commitment,fair_check,fair_line,fair_source}.cpp)

# Debian keeps the C++ library for WebAssembly where its clang does not look.
flags=(--target=wasm32-wasi -std=c++20 -Os -flto -nostdinc++
  -isystem /usr/lib/llvm-16/include/wasm32-wasi/c++/v1 -isystem "$out/include" -I src
  -DJSON_HAS_FILESYSTEM=0 -DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0 -Wall -Wextra)

for source in "${sources[@]}"; do echo "$source"; done | xargs -P "$(nproc)" -I{} bash -c '
  object=$1/$(echo "$2" | tr / _).o
  if [ ! -f "$object" ] || [ -n "$(find src web/engine -newer "$object" -print -quit)" ]; then
    clang++-16 "${@:3}" -c "$2" -o "$object"
  fi' - "$out" {} "${flags[@]}"

clang++-16 "${flags[@]}" -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all \
  -o "$out/engine.wasm" "$out"/*.o
