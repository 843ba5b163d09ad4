// Counting and finding bits. Not std::popcount and std::countr_zero: nvcc compiles some of their
// widths for the GPU without a word, and they give 0 there; nor there __builtin_ctzll, which reads
// wild memory.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace nl {

constexpr int count_bits(std::uint64_t word) { return __builtin_popcountll(word); }

// The place of the lowest bit that is set; 64 for none.
constexpr int lowest_bit(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  return count_bits(~word & (word - 1));
#else
  return word != 0 ? __builtin_ctzll(word) : 64;
#endif
}

// The place of the highest bit that is set, of a byte that is not 0.
constexpr int highest_bit(std::uint8_t byte) {
  assert(byte != 0);
  unsigned filled = byte;
  filled |= filled >> 1;
  filled |= filled >> 2;
  filled |= filled >> 4;
  return count_bits(filled) - 1;
}

// An element of a short array. A GPU keeps an array in registers only where no place in it is
// computed, so there it is cut out of a word.
template <class Value, std::size_t kSize>
constexpr Value element(const std::array<Value, kSize>& array, int at) {
  assert(at >= 0 && at < static_cast<int>(kSize));
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(array) == 8) {
    constexpr int kBits = static_cast<int>(8 * sizeof(Value));
    return static_cast<Value>(std::bit_cast<std::uint64_t>(array) >> kBits * at);
  } else {
    static_assert(kSize == 4);
    const Value low = at == 0 ? array[0] : array[1];
    const Value high = at == 2 ? array[2] : array[3];
    return at < 2 ? low : high;
  }
#else
  return array[static_cast<std::size_t>(at)];
#endif
}

}  // namespace nl
