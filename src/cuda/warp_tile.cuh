// A warp's working copy of up to 32 values in shared memory, one a thread. A thread that kept its
// game to itself would keep it in local memory, which for as many threads as a multiprocessor
// needs is far more than its caches hold.
#pragma once

#include <cuda_pipeline_primitives.h>

#include "cuda/rows.h"

namespace nl::gpu {

inline constexpr int kWarp = 32;
inline constexpr unsigned kWholeWarp = ~0u;
inline constexpr int kNoRow = -1;

__device__ inline int thread_in_warp() { return static_cast<int>(threadIdx.x) % kWarp; }
__device__ inline int warp_in_block() { return static_cast<int>(threadIdx.x) / kWarp; }

// All warps of the grid, and the number of this one among them.
__device__ inline int warps() { return static_cast<int>(gridDim.x * blockDim.x) / kWarp; }
__device__ inline int this_warp() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
}

// Which quads of a row move: the first ones up to `gap`, and those from `after` on.
struct Part {
  int quads = 0;  // in all, no more than there are threads in a warp
  int gap = 0;
  int after = 0;

  __device__ int at(int i) const { return i < gap ? i : i - gap + after; }
};

template <class Value>
constexpr Part whole() {
  static_assert(Held<Value>::kQuads <= kWarp);
  return {Held<Value>::kQuads, Held<Value>::kQuads, 0};
}

// `kBytes`: how much of each value there is room for. Who keeps less than the whole never touches
// the rest.
template <class Value, std::size_t kBytes = sizeof(Value)>
class WarpTile {
 public:
  static constexpr int kQuads = static_cast<int>((kBytes + sizeof(Quad) - 1) / sizeof(Quad));

  __device__ Value& mine() {
    return *reinterpret_cast<Value*>(&quads_[thread_in_warp() * kStride]);
  }
  // Begins to copy a part of each thread's row, kNoRow for none.
  __device__ void fetch(const Rows<Value>& rows, int row, Part part) {
    move(row, part, [&](int from, int thread, int quad) {
      __pipeline_memcpy_async(&quads_[thread * kStride + quad], rows.at(from) + quad, sizeof(Quad));
    });
  }
  // Two quads of each row, from a quad on that each thread says for its own.
  __device__ void fetch_pair(const Rows<Value>& rows, int row, int first) {
#pragma unroll
    for (int r = 0; r < kWarp; r += kWarp / 2) {
      const int thread = r + thread_in_warp() / 2;
      const int from = __shfl_sync(kWholeWarp, row, thread);
      const int quad = __shfl_sync(kWholeWarp, first, thread) + thread_in_warp() % 2;
      if (from == kNoRow) continue;
      __pipeline_memcpy_async(&quads_[thread * kStride + quad], rows.at(from) + quad, sizeof(Quad));
    }
  }
  // Waits for all that was fetched.
  __device__ void arrive() const {
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
  }
  __device__ void store(const Rows<Value>& rows, int row, Part part) const {
    move(row, part, [&](int to, int thread, int quad) {
      rows.at(to)[quad] = quads_[thread * kStride + quad];
    });
  }

 private:
  // An odd number of quads from one value to the next spreads the threads over the banks.
  static constexpr int kStride = kQuads | 1;

  // All threads take a row together, or as many rows as there are threads for, so that memory is
  // read in whole lines.
  template <class Copy>
  __device__ static void move(int row, Part part, Copy copy) {
    const int rows_at_once = kWarp / part.quads;
    const int mine = thread_in_warp() / part.quads;
    const int quad = part.at(thread_in_warp() % part.quads);
#pragma unroll 8
    for (int r = 0; r < kWarp; r += rows_at_once) {
      const int thread = r + mine;
      const int of = __shfl_sync(kWholeWarp, row, thread);
      if (mine < rows_at_once && thread < kWarp && of != kNoRow) copy(of, thread, quad);
    }
  }

  Quad quads_[kWarp * kStride];
};

}  // namespace nl::gpu
