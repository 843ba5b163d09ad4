// Games on their way between device memory and a warp's tile: only those parts that there are.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/warp_tile.cuh"

namespace nl::gpu {

using StateTile = WarpTile<State>;

// In words. Hands of seats that are not there stay behind, and so do marked cards, which are in no
// game without the Streaking expansion.
inline constexpr int kHandWords = sizeof(Counts) / 4;
inline constexpr int kMarks = offsetof(State, marked) / 4;
inline constexpr int kAfterMarks = kMarks + static_cast<int>(sizeof(State::marked) / 4);
static_assert(offsetof(State, hands) == 0 && offsetof(State, marked) == sizeof(State::hands));
static_assert(sizeof(Counts) % 4 == 0 && offsetof(State, discard) == 4 * kAfterMarks);

__device__ inline void load_states(const Games& g, int row, StateTile& tile) {
  tile.fetch(g.states, row, 0, g.seats * kHandWords);
  tile.fetch(g.states, row, kAfterMarks);
  tile.arrive();
  const bool marks = row != kNoRow && tile.mine().with_marks != 0;
  if (!marks) tile.mine().marked = {};
  if (__any_sync(kWholeWarp, marks)) {
    tile.fetch(g.states, marks ? row : kNoRow, kMarks, kAfterMarks);
    tile.arrive();
  }
}

// `marks`: this thread's game has, or had until now, marked cards.
__device__ inline void store_states(const Games& g, int row, const StateTile& tile, bool marks) {
  tile.store(g.states, row, 0, g.seats * kHandWords);
  tile.store(g.states, row, kAfterMarks);
  if (__any_sync(kWholeWarp, marks)) {
    tile.store(g.states, marks ? row : kNoRow, kMarks, kAfterMarks);
  }
}

}  // namespace nl::gpu
