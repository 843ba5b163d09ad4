#!/usr/bin/env bash
# Build times: what an engineer waits for after one change, and what a newcomer waits for.
#   bench/build.sh                 the incremental builds, in build/bench_dev; uses no compiler cache
#   bench/build.sh --from-nothing  also `./run` and `./test` in fresh clones (an hour on two cores)
# Run it on a quiet machine: each figure is one run by the clock, with the processor time behind it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/tools/install.sh"
export CCACHE_DISABLE=1
build=$root/build/bench_dev

measure() {  # <name> <command>...
  local name=$1
  shift
  local TIMEFORMAT="$name: %0R s by the clock, %0U + %0S s of the processor"
  time "$@" >/dev/null
}
# touched <file> [target]...: builds after a change of the file's time.
touched() {
  test -e "$root/$1" && touch "$root/$1" && cmake --build "$build" ${2:+--target "${@:2}"}
}
touched_and_tested() {
  touched src/engine/knowledge.h engine_tests && "$build/engine_tests"
}
fresh_clone() {  # <command>...
  local clone
  clone=$(mktemp -d)
  git clone -q "$root" "$clone/ninelives"
  (cd "$clone/ninelives" && XDG_CACHE_HOME=$clone/cache "$@")
  rm -rf "$clone"
}

require core screen tests
get_ftxui
quietly cmake -S "$root" --preset dev -B "$build" -DCMAKE_PREFIX_PATH="$(ftxui_prefix)"
measure "dev from nothing" cmake --build "$build" --clean-first
measure "touch knowledge.h, build and run the engine's tests" touched_and_tested
cmake --build "$build" >/dev/null
measure "touch fold.h, build all of dev" touched src/engine/fold.h
measure "touch knowledge.h, build all of dev" touched src/engine/knowledge.h
measure "touch one .cpp of net, build its tests" touched src/net/net_server.cpp net_tests
if [ "${1:-}" = --from-nothing ]; then
  measure "./run --version from nothing" fresh_clone ./run --version
  measure "./test from nothing" fresh_clone ./test
fi
