// The threads of a warp go through the rules together only as long as they do the same thing, so
// rows are put in the order of their answers first: a counting sort of each few thousand rows.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/result.cuh"
#include "cuda/warp_tile.cuh"

namespace nl::gpu {

// Answers of one kind: the same action, and in a window for the same card.
inline constexpr int kAnswerKinds = kActions + 2 * kCardPlaces;
inline constexpr int kOrderThreads = 1024;
inline constexpr int kRowsEach = 4;
inline constexpr int kSegment = kOrderThreads * kRowsEach;

__device__ inline int answer_kind(const Games& g, int row, std::int32_t action) {
  const OpenChoice& asked = *reinterpret_cast<const OpenChoice*>(g.asked.at(row));
  if (asked.window_on == kNoCard) return action & (kActions - 1);
  return kActions + 2 * index(asked.window_on) + (action == word(Verb::Nope).id ? 1 : 0);
}

// Counts become the places where each kind begins. For one warp.
__device__ inline void begin_kinds(std::uint32_t* counts) {
  const int thread = thread_in_warp();
  std::uint32_t before = 0;
  for (int base = 0; base < kAnswerKinds; base += kWarp) {
    const std::uint32_t here = counts[base + thread];
    std::uint32_t sum = here;
    for (int step = 1; step < kWarp; step *= 2) {
      const std::uint32_t below = __shfl_up_sync(kWholeWarp, sum, static_cast<unsigned>(step));
      if (thread >= step) sum += below;
    }
    counts[base + thread] = before + sum - here;
    before += __shfl_sync(kWholeWarp, sum, kWarp - 1);
  }
}
static_assert(kAnswerKinds % kWarp == 0);

// A place among those of its kind. One thread asks for all in its warp that are alike.
__device__ inline std::uint32_t place_in_kind(std::uint32_t* counts, int kind, unsigned threads) {
  const unsigned alike = __match_any_sync(threads, kind);
  const int thread = thread_in_warp();
  const int leader = __ffs(static_cast<int>(alike)) - 1;
  std::uint32_t place = 0;
  if (thread == leader) {
    place = atomicAdd(&counts[kind], static_cast<std::uint32_t>(__popc(alike)));
  }
  place = __shfl_sync(alike, place, leader);
  return place + static_cast<std::uint32_t>(__popc(alike & ((1u << thread) - 1)));
}

__global__ void __launch_bounds__(kOrderThreads)
    order_rows(const __grid_constant__ Games g, const std::int32_t* actions) {
  __shared__ std::uint32_t counts[kAnswerKinds];
  const int me = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * kSegment;
  if (blockIdx.x == 0 && me == 0) *g.ended_count = 0;
  if (me < kAnswerKinds) counts[me] = 0;
  __syncthreads();
  int kinds[kRowsEach];
  std::uint32_t places[kRowsEach];
#pragma unroll
  for (int i = 0; i < kRowsEach; ++i) {
    const int row = first + i * kOrderThreads + me;
    kinds[i] = row < g.games ? answer_kind(g, row, actions[row]) : -1;
  }
#pragma unroll
  for (int i = 0; i < kRowsEach; ++i) {
    const unsigned threads = __ballot_sync(kWholeWarp, kinds[i] >= 0);
    if (kinds[i] >= 0) places[i] = place_in_kind(counts, kinds[i], threads);
  }
  __syncthreads();
  if (me < kWarp) begin_kinds(counts);
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kRowsEach; ++i) {
    if (kinds[i] < 0) continue;
    const int row = first + i * kOrderThreads + me;
    g.order[static_cast<std::uint32_t>(first) + counts[kinds[i]] + places[i]] =
        static_cast<std::uint32_t>(row);
    clear_result(g, row);
  }
}

}  // namespace nl::gpu
