// Games on their way between device memory and a warp's tile: only those parts that there are.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/warp_tile.cuh"

namespace nl::gpu {

using StateTile = WarpTile<State>;

// Hands of seats that are not there stay behind, and so do marked cards, which are in no game
// without the Streaking expansion.
inline constexpr int kHandQuads = sizeof(Counts) / sizeof(Quad);
inline constexpr int kMarks = offsetof(State, marked) / sizeof(Quad);
inline constexpr int kAfterMarks = kMarks + static_cast<int>(sizeof(State::marked) / sizeof(Quad));
static_assert(offsetof(State, hands) == 0 && offsetof(State, marked) == sizeof(State::hands));
static_assert(sizeof(Counts) % sizeof(Quad) == 0);

__device__ inline Part without_marks(int seats) {
  const int hands = seats * kHandQuads;
  return {hands + Held<State>::kQuads - kAfterMarks, hands, kAfterMarks};
}
__device__ inline Part marks_alone() { return {kAfterMarks - kMarks, 0, kMarks}; }

__device__ inline void load_states(const Games& g, int row, StateTile& tile) {
  tile.fetch(g.states, row, without_marks(g.seats));
  tile.arrive();
  const bool marks = row != kNoRow && tile.mine().with_marks != 0;
  if (!marks) tile.mine().marked = {};
  if (__any_sync(kWholeWarp, marks)) {
    tile.fetch(g.states, marks ? row : kNoRow, marks_alone());
    tile.arrive();
  }
}

// `marks`: this thread's game has, or had until now, marked cards.
__device__ inline void store_states(const Games& g, int row, const StateTile& tile, bool marks) {
  tile.store(g.states, row, without_marks(g.seats));
  if (__any_sync(kWholeWarp, marks)) tile.store(g.states, marks ? row : kNoRow, marks_alone());
}

}  // namespace nl::gpu
