// First step of all rows, and random answers.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/result.cuh"

namespace nl::gpu {

// Before the first deal every row is one whose game has ended.
__global__ void begin_rows(const __grid_constant__ Games g) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= g.games) return;
  g.episodes[row] = ~0u;
  g.order[row] = g.ended[row] = static_cast<std::uint32_t>(row);
  if (row == 0) *g.sorting.ended_count = static_cast<std::uint32_t>(g.games);
  Held<Stream> choices{choices_of(g.seed, static_cast<std::uint32_t>(row))};
  g.choices.store(row, choices);
  clear_result(g, row);
}

__global__ void sample_rows(const __grid_constant__ Games g, std::int32_t* actions) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= g.games) return;
  Held<OpenChoice> asked;
  Held<Stream> choices{Stream(0)};
  g.asked.load(row, asked);
  g.choices.load(row, choices);
  actions[row] = choose(choices.value, asked.value.legal).id;
  g.choices.store(row, choices);
}

}  // namespace nl::gpu
