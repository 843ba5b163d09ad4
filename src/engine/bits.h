// Counting and finding bits. Not std::popcount and std::countr_zero: nvcc compiles some of their
// widths for the GPU without a word, and they give 0 there; nor there __builtin_ctzll, which reads
// wild memory.
#pragma once

#include <cassert>
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

}  // namespace nl
