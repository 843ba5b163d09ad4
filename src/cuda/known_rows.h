// Layout of seats' knowledge in device memory.
// Knowledge of all seats in device memory: the entries that are mostly in use lie close together,
// the rest elsewhere.
#pragma once

#include "cuda/rows.h"
#include "engine/knowledge.h"

namespace nl::gpu {

struct KnownRows {
  static constexpr int kHead = Knowledge::kFirstBytes / static_cast<int>(sizeof(Quad));
  static constexpr int kTail = (Held<Knowledge>::kQuads - kHead + 1) / 2 * 2;

  Quad* heads = nullptr;  // [seat rows][kHead]
  Quad* tails = nullptr;  // [seat rows][kTail]

  // A quad of one seat's knowledge, as they lie in it.
  constexpr Quad& quad(int seat_row, int number) const {
    const auto row = static_cast<std::size_t>(seat_row);
    return number < kHead ? heads[row * kHead + static_cast<std::size_t>(number)]
                          : tails[row * kTail + static_cast<std::size_t>(number - kHead)];
  }
  constexpr void load(int seat_row, Held<Knowledge>& to) const {
    for (int q = 0; q < Held<Knowledge>::kQuads; ++q) to.quads()[q] = quad(seat_row, q);
  }
  constexpr void store(int seat_row, Held<Knowledge>& from) const {
    for (int q = 0; q < Held<Knowledge>::kQuads; ++q) quad(seat_row, q) = from.quads()[q];
  }
};

}  // namespace nl::gpu
