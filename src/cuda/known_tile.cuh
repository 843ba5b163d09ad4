// What seats know, on its way between device memory and a warp's tile. Most seats know few cards in
// other hands and nothing of the pile: then only the beginning moves.
#pragma once

#include "cuda/warp_tile.cuh"
#include "engine/knowledge.h"

namespace nl::gpu {

class KnownTile {
 public:
  __device__ Knowledge& mine() { return tile_.mine(); }

  __device__ void fetch(const Rows<Knowledge>& rows, int row) {
    tile_.fetch(rows, row, {kFirst, kFirst, 0});
  }
  // Waits for all that was fetched, and fetches the rest where there is one.
  __device__ void arrive(const Rows<Knowledge>& rows, int row) {
    tile_.arrive();
    const bool more = row != kNoRow && has_more();
    if (!__any_sync(kWholeWarp, more)) return;
    tile_.fetch(rows, more ? row : kNoRow, kRest);
    tile_.arrive();
  }
  __device__ void store(const Rows<Knowledge>& rows, int row, bool more) const {
    tile_.store(rows, row, {kFirst, kFirst, 0});
    if (__any_sync(kWholeWarp, more)) tile_.store(rows, more ? row : kNoRow, kRest);
  }
  // Whether there is more than the beginning.
  __device__ bool has_more() {
    return mine().facts() != 0 || mine().held() > Knowledge::kHeldFirst;
  }

 private:
  static constexpr int kFirst = Knowledge::kFirstBytes / static_cast<int>(sizeof(Quad));
  static constexpr Part kRest{Held<Knowledge>::kQuads - kFirst, 0, kFirst};

  WarpTile<Knowledge> tile_;
};

}  // namespace nl::gpu
