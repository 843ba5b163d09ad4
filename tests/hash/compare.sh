#!/usr/bin/env bash
# Comparison of the engine's two hashes, of the first boxes and of all, between compilers:
# bench/hash_main.cpp must print the same line whatever compiled it.
#   tests/hash/compare.sh <scratch folder>
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
scratch=$1
mkdir -p "$scratch"
source=bench/hash_main.cpp
common=(-std=c++20 -O2 -DNDEBUG -I src)
expected=
failed=0

# agree <name> <command that prints the line>...
agree() {
  local name=$1 line
  shift
  if ! line=$("$@"); then echo "$name: did not run"; failed=1; return; fi
  printf '%-12s %s\n' "$name" "$line"
  : "${expected:=$line}"
  if [ -z "$line" ] || [ "$line" != "$expected" ]; then echo "$name: differs"; failed=1; fi
}

native() {
  local name=$1
  shift
  "$@" "${common[@]}" -o "$scratch/$name" "$source" && "$scratch/$name"
}

# Debian keeps the C++ library for WebAssembly where its clang does not look.
wasm() {
  clang++-16 --target=wasm32-wasi -fno-exceptions -nostdinc++ \
    -isystem /usr/lib/llvm-16/include/wasm32-wasi/c++/v1 \
    "${common[@]}" -o "$scratch/hash.wasm" "$source" &&
    node --no-warnings --experimental-wasi-unstable-preview1 tests/hash/run_wasm.mjs \
      "$scratch/hash.wasm"
}

agree g++ native gcc g++
agree clang++ native clang clang++-16
agree wasm32 wasm
# The ways that only a GPU takes through the engine, on this processor: so that a machine without one
# tests them.
agree "GPU's ways" native gpu_ways g++ -D__CUDA_ARCH__=900
if command -v nvcc >/dev/null; then
  agree nvcc native nvcc nvcc -x cu --expt-relaxed-constexpr
else
  echo "nvcc         skipped: not on the path"
fi
exit $failed
