// A warp's working copy of up to 32 values in shared memory, one a thread. A thread that kept its
// game to itself would keep it in local memory, which for as many threads as a multiprocessor
// needs is far more than its caches hold.
#pragma once

#include <cuda_pipeline_primitives.h>

#include "cuda/launch.cuh"
#include "cuda/rows.h"

namespace nl::gpu {

inline constexpr unsigned kWholeWarp = ~0u;
inline constexpr int kNoRow = -1;

__device__ inline int thread_in_warp() { return static_cast<int>(threadIdx.x) % kWarp; }
__device__ inline int warp_in_block() { return static_cast<int>(threadIdx.x) / kWarp; }

// All warps of the grid, and the number of this one among them.
__device__ inline int warps() { return static_cast<int>(gridDim.x * blockDim.x) / kWarp; }
__device__ inline int this_warp() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
}

// The same, with neighbours on different multiprocessors: those with like answers take as long.
__device__ inline int spread_warp() {
  return warp_in_block() * static_cast<int>(gridDim.x) + static_cast<int>(blockIdx.x);
}

// Part of a row's quads that moves.
struct Part {
  int quads = 0;  // no more than there are threads in a warp
  int from = 0;
};

// Number of quads from one value to the next: an odd number spreads the threads over the banks.
constexpr int tile_stride(int quads) { return quads | 1; }

// A tile in memory that somebody else has, with room for each value from the quad `from` on. Who
// keeps less than the whole never touches the rest.
template <class Value>
class TileIn {
 public:
  __device__ TileIn(Quad* quads, int stride, int from)
      : quads_(quads), stride_(stride), from_(from) {}

  __device__ Value& mine() const {
    return *reinterpret_cast<Value*>(quads_ + (thread_in_warp() * stride_ - from_));
  }
  // Begins to copy a part of each thread's row, kNoRow for none.
  __device__ void fetch(const Rows<Value>& rows, int row, Part part) const {
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
  // All threads take a row together, or as many rows as there are threads for, so that memory is
  // read in whole lines. `copy` gets the places of a quad among those of all rows and of the tile.
  template <class Copy>
  __device__ void move(int row, Part part, Copy copy) const {
    const int at_once = kWarp / part.quads;
    const int mine = thread_in_warp() / part.quads;
    const int quad = part.from + thread_in_warp() % part.quads;
    const int begin = row == kNoRow ? kNoRow : row * Rows<Value>::kStride;
    int thread = mine < at_once ? mine : kWarp;
    int place = mine * stride_ + quad - from_;
#pragma unroll 4
    for (int r = 0; r < kWarp; r += at_once, thread += at_once, place += at_once * stride_) {
      const int of = __shfl_sync(kWholeWarp, begin, thread);
      if (thread < kWarp && of != kNoRow) copy(of + quad, place);
    }
  }

  Quad* quads_;
  int stride_;
  int from_;
};

// The same in memory of its own, up to the byte `kBytes`.
template <class Value, std::size_t kBytes = sizeof(Value), int kFrom = 0>
class WarpTile {
 public:
  __device__ Value& mine() { return in().mine(); }
  __device__ void fetch(const Rows<Value>& rows, int row, Part part) {
    in().fetch(rows, row, part);
  }
  __device__ void arrive() { in().arrive(); }
  __device__ void store(const Rows<Value>& rows, int row, Part part) {
    in().store(rows, row, part);
  }

 private:
  static constexpr int kQuads = static_cast<int>((kBytes + sizeof(Quad) - 1) / sizeof(Quad));
  static constexpr int kStride = tile_stride(kQuads - kFrom);

  __device__ TileIn<Value> in() { return {quads_, kStride, kFrom}; }

  Quad quads_[kWarp * kStride];
};

}  // namespace nl::gpu
