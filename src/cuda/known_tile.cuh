// Tile of seats' knowledge in a warp's shared memory.
// Seats' knowledge on its way between device memory and a warp's tile. Most seats know few cards in
// other hands and nothing of the pile: a sector of memory is all that moves, and each thread moves
// its own.
#pragma once

#include "cuda/known_rows.h"
#include "cuda/warp_tile.cuh"

namespace nl::gpu {

class KnownTile {
 public:
  __device__ Knowledge& mine() { return tile_.mine(); }

  __device__ void fetch(const KnownRows& rows, int row) {
    if (row == kNoRow) return;
#pragma unroll
    for (int q = 0; q < KnownRows::kHead; ++q) fetch_quad(rows, row, q);
  }
  // Waits for what was fetched, and fetches the rest where there is one.
  __device__ void arrive(const KnownRows& rows, int row) {
    tile_.arrive();
    if (row != kNoRow) {
      fetch_quads(rows, row, more_held());
      fetch_quads(rows, row, facts());
    }
    tile_.arrive();
  }
  __device__ void store(const KnownRows& rows, int row) {
    if (row == kNoRow) return;
#pragma unroll
    for (int q = 0; q < KnownRows::kHead; ++q) rows.quad(row, q) = own()[q];
    store_quads(rows, row, more_held());
    store_quads(rows, row, facts());
  }

 private:
  struct Quads {
    int begin;
    int end;
  };
  // Entries in use after the first ones. Entries that are no longer in use may still lie there.
  __device__ Quads more_held() {
    return {KnownRows::kHead, Knowledge::kHeldAt / 16 + (mine().held() + 15) / 16};
  }
  __device__ Quads facts() {
    constexpr int kBegin = Knowledge::kFactsAt / 16;
    static_assert(Knowledge::kFactsAt % 16 == 0 && Knowledge::kHeldAt % 16 == 0);
    return {kBegin, kBegin + (mine().facts() * static_cast<int>(sizeof(PileFact)) + 15) / 16};
  }
  __device__ Quad* own() { return reinterpret_cast<Quad*>(&mine()); }
  __device__ void fetch_quad(const KnownRows& rows, int row, int q) {
    __pipeline_memcpy_async(own() + q, &rows.quad(row, q), sizeof(Quad));
  }
  __device__ void fetch_quads(const KnownRows& rows, int row, Quads quads) {
#pragma unroll 1
    for (int q = quads.begin; q < quads.end; ++q) fetch_quad(rows, row, q);
  }
  __device__ void store_quads(const KnownRows& rows, int row, Quads quads) {
#pragma unroll 1
    for (int q = quads.begin; q < quads.end; ++q) rows.quad(row, q) = own()[q];
  }

  WarpTile<Knowledge> tile_;
};

}  // namespace nl::gpu
