// Fast path of a batch step, for self-play with `counting` observations and legal actions, the most
// common training setup. It does the same as Batch::step_row, optimised for the cache: one function
// has everything that a row needs, and the next row is prefetched while one is played. A thousand
// games don't fit into the nearest caches, and a cache miss doubles a row's time.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "bots/processor.h"
#include "capi/batch.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace nl::capi {
namespace {

// Prefetch distance in rows.
constexpr std::size_t kAhead = 2;

// Prefetches the part that most rows use: the beginning of each seat's knowledge, and the state up
// to its marks.
[[gnu::always_inline]] inline void fetch(const Row& r, int seats) {
  // Unrolled for the usual numbers of seats: a loop costs more than its body.
  const Knowledge* const known = &r.known.seats[0];
  __builtin_prefetch(known, 1);
  __builtin_prefetch(known + 1, 1);
  if (seats > 2) {
    __builtin_prefetch(known + 2, 1);
    __builtin_prefetch(known + 3, 1);
  }
  __builtin_prefetch(&r.random, 1);
  const auto* const state = reinterpret_cast<const char*>(&r.state);
  for (std::size_t at = 0; at < offsetof(State, marked); at += kLine) {
    __builtin_prefetch(state + at, 1);
  }
}

// State of the game after the step: over or not, the acting seat and its question. Rows that skip
// forced answers have their own loop: in a common loop the compiler stops inlining both.
template <class Scope, bool kSkipsForced>
[[gnu::always_inline]] inline bool answer(const Rules& rules, Row& r, Action action,
                                          OpenChoice& asked) {
  if constexpr (kSkipsForced) {
    asked.seat = r.asked;
    return play_on<Scope>(rules, r.state, r.random, r.known, asked, true, action);
  } else {
    apply_legal<Scope>(rules, r.state, r.asked, action, r.random, r.known);
    if (r.state.over()) return false;
    asked.seat = next_actor(r.state);
    asked.legal = legal<Scope>(rules, r.state, asked.seat);
    return true;
  }
}

}  // namespace

// Outside of the loops, which have no registers left for rare cases.
[[gnu::noinline]] void Batch::end_fast_row(int row) {
  Opponents nobody;
  deals_[static_cast<std::size_t>(row)] = 0;
  go_on(row, nobody);
}

}  // namespace nl::capi

// Not with sanitizers, where compiling it takes minutes.
#if defined(NDEBUG)
#define NL_INLINED [[gnu::flatten]]
#else
#define NL_INLINED
#endif

#define NL_BYTES 16
#define NL_TARGET
#include "capi/fast_path_loop.h"
#undef NL_BYTES
#undef NL_TARGET

#if defined(__x86_64__)
#define NL_BYTES 32
#define NL_TARGET [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]
#include "capi/fast_path_loop.h"
#undef NL_BYTES
#undef NL_TARGET

#define NL_BYTES 64
#define NL_TARGET [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]]
#include "capi/fast_path_loop.h"
#undef NL_BYTES
#undef NL_TARGET
#endif
#undef NL_INLINED

namespace nl::capi {
namespace {

#if defined(__x86_64__)
// The widest registers that this processor has and that NINELIVES_REGISTERS, a number of bytes,
// allows: tests compare all of them.
int register_bytes() {
  const Processor& has = processor();
  const int widest = !has.avx2 || !has.new_bits ? 16 : has.byte_masks ? 64 : 32;
  const char* const most = std::getenv("NINELIVES_REGISTERS");
  return most == nullptr ? widest : std::min(widest, std::atoi(most));
}
#endif

template <class Rows, bool kSkipsForced>
FastPath fast_path_for(const Rules& rules) {
  const bool plain = BaseBoxOnly::fits(rules);
  return {
      plain ? &Rows::template play_base_box<kSkipsForced> : &Rows::template play_any<kSkipsForced>,
      &Rows::draw};
}
template <class Rows>
FastPath fast_path_for(const Rules& rules, bool skips_forced) {
  return skips_forced ? fast_path_for<Rows, true>(rules) : fast_path_for<Rows, false>(rules);
}

}  // namespace

FastPath Batch::fast_path() const {
  const bool skips = options_.skip_forced != 0;
#if defined(__x86_64__)
  const int bytes = register_bytes();
  if (bytes >= 64) return fast_path_for<FastPathLoop<64>>(header_.rules, skips);
  if (bytes >= 32) return fast_path_for<FastPathLoop<32>>(header_.rules, skips);
#endif
  return fast_path_for<FastPathLoop<16>>(header_.rules, skips);
}

// True if the fast path can play these rows.
bool Batch::uses_fast_path() const {
  return self_play() && options_.level == NL_COUNTING && options_.max_turns == 0 &&
         arrays_.privileged == nullptr;
}

}  // namespace nl::capi
