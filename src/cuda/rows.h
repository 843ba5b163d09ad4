// Games in device memory, one row after another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nl::gpu {

// Sixteen bytes: the most that a thread moves at once.
struct alignas(16) Quad {
  std::uint32_t words[4];
};

// A value as long as whole quads.
template <class Value>
struct alignas(16) Held {
  Value value;

  static constexpr int kQuads = static_cast<int>((sizeof(Value) + 15) / 16);
  static constexpr int kWords = static_cast<int>((sizeof(Value) + 3) / 4);
  constexpr Quad* quads() { return reinterpret_cast<Quad*>(this); }
};

template <class Value>
struct Rows {
  // Rows begin where a sector of memory does, the least that is read at once: two quads.
  static constexpr int kStride = (Held<Value>::kQuads + 1) / 2 * 2;

  Quad* quads = nullptr;  // [rows][kStride]

  constexpr Quad* at(int row) const { return quads + static_cast<std::size_t>(row) * kStride; }
  constexpr std::uint32_t* words(int row) const {
    return reinterpret_cast<std::uint32_t*>(at(row));
  }
  constexpr void load(int row, Held<Value>& to) const {
    const Quad* const from = at(row);
    for (int q = 0; q < Held<Value>::kQuads; ++q) to.quads()[q] = from[q];
  }
  constexpr void store(int row, Held<Value>& from) const {
    Quad* const to = at(row);
    for (int q = 0; q < Held<Value>::kQuads; ++q) to[q] = from.quads()[q];
  }
};

}  // namespace nl::gpu
