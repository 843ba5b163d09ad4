// Which answers are alike. The threads of a warp go through the rules together only as long as they
// do the same thing, and all warps of a multiprocessor share a small cache of code, so rows are put
// in the order of what their answers will lead to.
#pragma once

#include "engine/legal.h"

namespace nl::gpu {

// What can be told of an answer before it is given. Never shown: it knows the top card and the
// other hands.
using Omen = std::uint8_t;
inline constexpr Omen kStopped = 1;  // somebody else can Nope
inline constexpr Omen kKitten = 2;   // a kitten lies on top …
inline constexpr Omen kDefused = 4;  // … and who is asked has a Defuse
inline constexpr Omen kWindow = 0x80;

template <class Scope>
constexpr Omen omen_of(const State& s, Seat seat) {
  const bool window = s.top().phase == Phase::Window;
  Omen omen = 0;
  for (SeatMask others = without(window ? s.play.waiting : s.alive, seat); others != 0;
       others = static_cast<SeatMask>(others & (others - 1))) {
    if (can_nope<Scope>(s, first_seat(others))) omen = kStopped;
  }
  if (window) return static_cast<Omen>(kWindow | (index(s.play.card) & 31) << 1 | omen);
  if (s.pile_size != 0 && in(kKittens, s.from_top(0))) omen |= kKitten;
  if (s.hands[seat][Card::Defuse] != 0) omen |= kDefused;
  return omen;
}

// Outside of windows an action, and whether somebody can stop it; in windows the card that it is
// about, whether somebody else can stop it, and the answer.
inline constexpr int kWindowLikes = 2 * kActions;
inline constexpr int kLikes = kWindowLikes + 4 * kCardPlaces;

constexpr int likeness(Omen omen, int action) {
  if ((omen & kWindow) != 0) {
    return kWindowLikes + 2 * (omen & ~kWindow) + (action == word(Verb::Nope).id ? 1 : 0);
  }
  action &= kActions - 1;
  if (action == word(Verb::Draw).id) {
    // Draws that find a kitten are those words that mean nothing yet.
    return (omen & kKitten) == 0 ? action : kWords + ((omen & kDefused) != 0 ? 1 : 0);
  }
  return action + ((omen & kStopped) != 0 ? kActions : 0);
}
static_assert(kWords + 1 < kTargetBase);

// Where rows are counted before they are put in order. All of it device memory.
struct Sorting {
  std::uint32_t* ended_count = nullptr;  // in front of the totals: cleared together
  std::uint32_t* totals = nullptr;       // [kLikes]: rows of each likeness
  std::uint32_t* begins = nullptr;       // [blocks][kLikes]: how many of them other blocks have
  std::uint32_t* places = nullptr;       // [rows]: likeness, and place among those of its block

  static constexpr int kCleared = 1 + kLikes;
};

}  // namespace nl::gpu
