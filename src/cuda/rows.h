// Games in device memory, one row after another, and how a thread takes one out and puts it back.
#pragma once

#include <cstdint>

namespace nl::gpu {

struct alignas(16) Quad {
  std::uint32_t words[4];
};

// A value that moves sixteen bytes at a time.
template <class Value>
struct alignas(16) Held {
  Value value;

  static constexpr int kQuads = static_cast<int>((sizeof(Value) + 15) / 16);
  constexpr Quad* quads() { return reinterpret_cast<Quad*>(this); }
};

template <class Value>
struct Rows {
  Quad* quads = nullptr;  // [rows][Held<Value>::kQuads]

  constexpr Quad* at(int row) const {
    return quads + static_cast<std::size_t>(row) * Held<Value>::kQuads;
  }
  // Quads `first` to `last` only; the caller knows what the others are.
  constexpr void load(int row, Held<Value>& to, int first = 0,
                      int last = Held<Value>::kQuads) const {
    const Quad* const from = at(row);
#pragma unroll 4
    for (int q = first; q < last; ++q) to.quads()[q] = from[q];
  }
  constexpr void store(int row, Held<Value>& from, int first = 0,
                       int last = Held<Value>::kQuads) const {
    Quad* const to = at(row);
#pragma unroll 4
    for (int q = first; q < last; ++q) to[q] = from.quads()[q];
  }
};

}  // namespace nl::gpu
