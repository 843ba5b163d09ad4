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

// There is room for each value from the quad `kFrom` to the byte `kBytes`. Who keeps less than the
// whole never touches the rest.
template <class Value, std::size_t kBytes = sizeof(Value), int kFrom = 0>
class WarpTile {
 public:
  static constexpr int kQuads = static_cast<int>((kBytes + sizeof(Quad) - 1) / sizeof(Quad));

  __device__ Value& mine() {
    return *reinterpret_cast<Value*>(quads_ + thread_in_warp() * kStride - kFrom);
  }
  // Begins to copy a part of each thread's row, kNoRow for none.
  __device__ void fetch(const Rows<Value>& rows, int row, Part part) {
    move(row, part, [&](int from, int to) {
      __pipeline_memcpy_async(&quads_[to], &rows.quads[from], sizeof(Quad));
    });
  }
  // Waits for all that was fetched.
  __device__ void arrive() const {
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
  }
  __device__ void store(const Rows<Value>& rows, int row, Part part) const {
    move(row, part, [&](int to, int from) { rows.quads[to] = quads_[from]; });
  }

 private:
  // An odd number of quads from one value to the next spreads the threads over the banks.
  static constexpr int kStride = (kQuads - kFrom) | 1;

  // All threads take a row together, or as many rows as there are threads for, so that memory is
  // read in whole lines. `copy` gets the places of a quad among those of all rows and of the tile.
  template <class Copy>
  __device__ static void move(int row, Part part, Copy copy) {
    const int at_once = kWarp / part.quads;
    const int mine = thread_in_warp() / part.quads;
    const int quad = part.at(thread_in_warp() % part.quads);
    const int begin = row == kNoRow ? kNoRow : row * Rows<Value>::kStride;
    int thread = mine < at_once ? mine : kWarp;
    int place = mine * kStride + quad - kFrom;
#pragma unroll 4
    for (int r = 0; r < kWarp; r += at_once, thread += at_once, place += at_once * kStride) {
      const int of = __shfl_sync(kWholeWarp, begin, thread);
      if (thread < kWarp && of != kNoRow) copy(of + quad, place);
    }
  }

  Quad quads_[kWarp * kStride];
};

}  // namespace nl::gpu
