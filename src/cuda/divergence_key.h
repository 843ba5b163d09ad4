// Divergence key of an open choice, and the sort bucket of its answer. The threads of a warp go
// through the rules together only as long as they do the same thing, and all warps of a
// multiprocessor share a small cache of code, so rows are put in the order of what their answers
// will lead to.
#pragma once

#include "engine/legal.h"

namespace nl::gpu {

// Consequence of an answer, known before it is given. Never shown to players: it depends on the
// top card and the other hands.
using DivergenceKey = std::uint8_t;
inline constexpr DivergenceKey kStopped = 1;  // somebody else can Nope
inline constexpr DivergenceKey kKitten = 2;   // a kitten lies on top …
inline constexpr DivergenceKey kDefused = 4;  // … and the acting seat has a Defuse
inline constexpr DivergenceKey kWindow = 0x80;

template <class Scope>
constexpr DivergenceKey divergence_key(const State& s, Seat seat) {
  const bool window = s.top().phase == Phase::Window;
  DivergenceKey key = 0;
  for (SeatMask others = without(window ? s.play.waiting : s.alive, seat); others != 0;
       others = static_cast<SeatMask>(others & (others - 1))) {
    if (can_nope<Scope>(s, first_seat(others))) key = kStopped;
  }
  if (window) return static_cast<DivergenceKey>(kWindow | (index(s.play.card) & 31) << 1 | key);
  if (s.pile_size != 0 && in(kKittens, s.from_top(0))) key |= kKitten;
  if (s.hands[seat][Card::Defuse] != 0) key |= kDefused;
  return key;
}

// Outside of windows an action, and whether somebody can stop it; in windows the card that it is
// about, whether somebody else can stop it, and the answer.
inline constexpr int kWindowBuckets = 2 * kActions;
inline constexpr int kBuckets = kWindowBuckets + 4 * kCardPlaces;

constexpr int sort_bucket(DivergenceKey key, int action) {
  if ((key & kWindow) != 0) {
    return kWindowBuckets + 2 * (key & ~kWindow) + (action == word(Verb::Nope).id ? 1 : 0);
  }
  action &= kActions - 1;
  if (action == word(Verb::Draw).id) {
    // Draws that find a kitten are those words that mean nothing yet.
    return (key & kKitten) == 0 ? action : kWords + ((key & kDefused) != 0 ? 1 : 0);
  }
  return action + ((key & kStopped) != 0 ? kActions : 0);
}
static_assert(kWords + 1 < kTargetBase);

// Counters of rows before they are sorted. All of it is device memory.
struct Sorting {
  std::uint32_t* ended_count = nullptr;  // in front of the totals: cleared together
  std::uint32_t* totals = nullptr;       // [kBuckets]: rows of each bucket
  std::uint32_t* begins = nullptr;       // [blocks][kBuckets]: how many of them other blocks have
  std::uint32_t* places = nullptr;       // [rows]: bucket, and place among those of its block

  static constexpr int kCleared = 1 + kBuckets;
};

}  // namespace nl::gpu
