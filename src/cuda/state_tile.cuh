// Games on their way between device memory and a warp's tile: only those parts that there are.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/warp_tile.cuh"
#include "engine/scope.h"

namespace nl::gpu {

// A game without what can't be in one of its scope: marked cards, and a pile of a larger box.
template <class Scope>
inline constexpr std::size_t kGameBytes =
    Scope::has(Card::Mark) ? sizeof(State) : offsetof(State, pile) + Scope::kMostCards;

template <class Scope>
using StateTile = WarpTile<State, kGameBytes<Scope>>;

// Hands of seats that are not there stay behind, and so do marked cards where there are none.
inline constexpr int kHandQuads = sizeof(Counts) / sizeof(Quad);
inline constexpr int kAfterHands = kMaxSeats * kHandQuads;
inline constexpr int kMarks = offsetof(State, marked) / sizeof(Quad);  // shared with the pile
static_assert(offsetof(State, hands) == 0 && offsetof(State, discard) == sizeof(State::hands));
static_assert(sizeof(Counts) % sizeof(Quad) == 0);
static_assert(offsetof(State, marked) == offsetof(State, pile) + sizeof(State::pile));

constexpr int quads_up_to(std::size_t bytes) {
  return static_cast<int>((bytes + sizeof(Quad) - 1) / sizeof(Quad));
}
template <class Scope>
__device__ inline Part without_marks(int seats) {
  constexpr int kEnd = quads_up_to(offsetof(State, pile) + Scope::kMostCards);
  const int hands = seats * kHandQuads;
  return {hands + kEnd - kAfterHands, hands, kAfterHands};
}
__device__ inline Part marks_alone() { return {Held<State>::kQuads - kMarks, 0, kMarks}; }

// The marks of games that have some; the others have arrived already.
template <class Tile>
__device__ inline void load_marks(const Games& g, int row, Tile& tile) {
  const bool marks = row != kNoRow && tile.mine().with_marks != 0;
  if (!marks) tile.mine().marked = {};
  if (__any_sync(kWholeWarp, marks)) {
    tile.fetch(g.states, marks ? row : kNoRow, marks_alone());
    tile.arrive();
  }
}

template <class Scope>
__device__ inline void load_states(const Games& g, int row, StateTile<Scope>& tile) {
  tile.fetch(g.states, row, without_marks<Scope>(g.seats));
  tile.arrive();
  if constexpr (Scope::has(Card::Mark)) load_marks(g, row, tile);
}

// `marks`: this thread's game has, or had until now, marked cards.
template <class Scope>
__device__ inline void store_states(const Games& g, int row, const StateTile<Scope>& tile,
                                    bool marks) {
  tile.store(g.states, row, without_marks<Scope>(g.seats));
  if constexpr (Scope::has(Card::Mark)) {
    if (__any_sync(kWholeWarp, marks)) tile.store(g.states, marks ? row : kNoRow, marks_alone());
  }
}

// A new game into the room that one of this scope has.
template <class Scope>
__device__ inline void put_game(const State& fresh, State& room) {
  if constexpr (Scope::has(Card::Mark)) {
    room = fresh;
  } else {
    const auto* const from = reinterpret_cast<const std::uint16_t*>(&fresh);
    auto* const to = reinterpret_cast<std::uint16_t*>(&room);
    static_assert(kGameBytes<Scope> % 2 == 0);
    for (std::size_t i = 0; i < kGameBytes<Scope> / 2; ++i) to[i] = from[i];
  }
}

}  // namespace nl::gpu
