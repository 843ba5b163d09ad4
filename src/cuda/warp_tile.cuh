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

template <class Value>
class WarpTile {
 public:
  static constexpr int kWords = Held<Value>::kWords;

  __device__ Value& of(int thread) {
    return *reinterpret_cast<Value*>(&words_[thread * kStride]);
  }
  __device__ const std::uint32_t* words_of(int thread) const { return &words_[thread * kStride]; }
  __device__ Value& mine() { return of(thread_in_warp()); }

  // Begins to copy words `first` to `last` of each thread's row, kNoRow for none. All threads take
  // a row together, so that memory is read in whole lines.
  __device__ void fetch(const Rows<Value>& rows, int row, int first = 0, int last = kWords) {
    const int thread = thread_in_warp();
#pragma unroll 4
    for (int r = 0; r < kWarp; ++r) {
      const int from = __shfl_sync(kWholeWarp, row, r);
      if (from == kNoRow) continue;
      for (int w = first + thread; w < last; w += kWarp) {
        __pipeline_memcpy_async(&words_[r * kStride + w], rows.words(from) + w, 4);
      }
    }
  }
  // Waits for all that was fetched.
  __device__ void arrive() const {
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
  }
  __device__ void store(const Rows<Value>& rows, int row, int first = 0, int last = kWords) const {
    const int thread = thread_in_warp();
#pragma unroll 4
    for (int r = 0; r < kWarp; ++r) {
      const int to = __shfl_sync(kWholeWarp, row, r);
      if (to == kNoRow) continue;
      for (int w = first + thread; w < last; w += kWarp) {
        rows.words(to)[w] = words_[r * kStride + w];
      }
    }
  }

 private:
  // An odd number of words from one value to the next keeps threads off each other's banks.
  static constexpr int kStride = kWords | 1;

  std::uint32_t words_[kWarp * kStride];
};

}  // namespace nl::gpu
