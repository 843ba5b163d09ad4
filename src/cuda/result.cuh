// Rewards and end flags of a row after a step.
#pragma once

#include "cuda/batch.cuh"

namespace nl::gpu {

__device__ inline void clear_result(const Games& g, int row) {
  g.out.terminated[row] = 0;
  for (int seat = 0; seat < g.seats; ++seat) g.out.reward[g.seat_row(row, seat)] = 0.0f;
}

__device__ inline void give_result(const Games& g, int row, Seat won) {
  const float lost = -1.0f / static_cast<float>(g.seats - 1);
  g.out.terminated[row] = 1;
  for (int seat = 0; seat < g.seats; ++seat) {
    g.out.reward[g.seat_row(row, seat)] = seat == won ? 1.0f : lost;
  }
}

}  // namespace nl::gpu
