// Counting sort of all rows by their divergence keys.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/launch.cuh"
#include "cuda/warp_tile.cuh"

namespace nl::gpu {

inline constexpr int kOrderThreads = 1024;
inline constexpr int kRowsEach = 4;
inline constexpr int kSegment = kOrderThreads * kRowsEach;
static_assert(kBuckets % kWarp == 0 && kBuckets <= kOrderThreads);

inline int segments(int rows) { return blocks_for(rows, kSegment); }

// A bucket and a place in a segment, in one word.
__device__ inline std::uint32_t packed_place(int bucket, std::uint32_t place) {
  return static_cast<std::uint32_t>(bucket) * kSegment + place;
}

// A place among those of its bucket. One thread asks for all in its warp that are alike.
__device__ inline std::uint32_t place_in_bucket(std::uint32_t* counts, int bucket,
                                                unsigned threads) {
  const unsigned alike = __match_any_sync(threads, bucket);
  const int thread = thread_in_warp();
  const int leader = __ffs(static_cast<int>(alike)) - 1;
  std::uint32_t place = 0;
  if (thread == leader) {
    place = atomicAdd(&counts[bucket], static_cast<std::uint32_t>(__popc(alike)));
  }
  place = __shfl_sync(alike, place, leader);
  return place + static_cast<std::uint32_t>(__popc(alike & ((1u << thread) - 1)));
}

// Nothing has happened yet: the segment's rewards and ends, whole lines at a time.
__device__ inline void clear_results(const Games& g, int first) {
  const int rows = min(kSegment, g.games - first);
  const int me = static_cast<int>(threadIdx.x);
  for (int i = me; i < rows; i += kOrderThreads) g.out.terminated[first + i] = 0;
  float* const rewards = g.out.reward + g.seat_row(first, 0);
  for (int i = me; i < rows * g.seats; i += kOrderThreads) rewards[i] = 0.0f;
}

__global__ void __launch_bounds__(kOrderThreads)
    count_rows(const __grid_constant__ Games g, const std::int32_t* actions) {
  __shared__ std::uint32_t counts[kBuckets];
  const int me = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * kSegment;
  if (me < kBuckets) counts[me] = 0;
  __syncthreads();
  int buckets[kRowsEach];
#pragma unroll
  for (int i = 0; i < kRowsEach; ++i) {
    const int row = first + i * kOrderThreads + me;
    buckets[i] = row < g.games ? sort_bucket(g.keys[row], actions[row]) : -1;
  }
#pragma unroll
  for (int i = 0; i < kRowsEach; ++i) {
    const unsigned threads = __ballot_sync(kWholeWarp, buckets[i] >= 0);
    if (buckets[i] < 0) continue;
    g.sorting.places[first + i * kOrderThreads + me] =
        packed_place(buckets[i], place_in_bucket(counts, buckets[i], threads));
  }
  clear_results(g, first);
  __syncthreads();
  if (me >= kBuckets || counts[me] == 0) return;
  g.sorting.begins[static_cast<int>(blockIdx.x) * kBuckets + me] =
      atomicAdd(&g.sorting.totals[me], counts[me]);
}

// Totals become the places where each bucket begins. For one warp.
__device__ inline void find_begins(const std::uint32_t* totals, std::uint32_t* begins) {
  const int thread = thread_in_warp();
  std::uint32_t before = 0;
  for (int base = 0; base < kBuckets; base += kWarp) {
    const std::uint32_t here = totals[base + thread];
    std::uint32_t sum = here;
    for (int step = 1; step < kWarp; step *= 2) {
      const std::uint32_t below = __shfl_up_sync(kWholeWarp, sum, static_cast<unsigned>(step));
      if (thread >= step) sum += below;
    }
    begins[base + thread] = before + sum - here;
    before += __shfl_sync(kWholeWarp, sum, kWarp - 1);
  }
}

__global__ void __launch_bounds__(kOrderThreads) order_rows(const __grid_constant__ Games g) {
  __shared__ std::uint32_t begins[kBuckets];
  const int me = static_cast<int>(threadIdx.x);
  const int first = static_cast<int>(blockIdx.x) * kSegment;
  const std::uint32_t others =
      me < kBuckets ? g.sorting.begins[static_cast<int>(blockIdx.x) * kBuckets + me] : 0;
  if (me < kWarp) find_begins(g.sorting.totals, begins);
  __syncthreads();
  if (me < kBuckets) begins[me] += others;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kRowsEach; ++i) {
    const int row = first + i * kOrderThreads + me;
    if (row >= g.games) break;
    const std::uint32_t packed = g.sorting.places[row];
    g.order[begins[packed / kSegment] + packed % kSegment] = static_cast<std::uint32_t>(row);
  }
}

}  // namespace nl::gpu
