// SIMD sums and comparisons of small byte arrays: sixteen bytes a step on x86-64, eight elsewhere,
// on a GPU and at compile time.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace nl {

static_assert(std::endian::native == std::endian::little, "bytes are read in order");

namespace simd {

template <std::size_t kSize>
using Bytes = std::array<std::uint8_t, kSize>;
template <std::size_t kSize>
using Words = std::array<std::uint64_t, kSize / 8>;
// One bit for each byte.
template <std::size_t kSize>
using Mask = std::conditional_t<(kSize <= 32), std::uint32_t, std::uint64_t>;

// One bit for each byte that is `least` or more (1 to 127); no byte is more than 127.
//
// By words: adding 128 - least to a byte raises its top bit exactly if it is large enough, and no
// byte carries into the next.
template <std::size_t kSize>
constexpr Mask<kSize> at_least_by_words(const Bytes<kSize>& bytes, int least) {
  const auto words = std::bit_cast<Words<kSize>>(bytes);
  const std::uint64_t add = 0x0101010101010101u * static_cast<std::uint64_t>(128 - least);
  Mask<kSize> mask = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    // The product brings the top bits of the eight bytes side by side into the top byte.
    const std::uint64_t tops = (words[w] + add) & 0x8080808080808080u;
    mask |= static_cast<Mask<kSize>>((tops * 0x0002040810204081u) >> 56) << (8 * w);
  }
  return mask;
}

// The sum of all bytes: four sums of sixteen bits side by side, which the product adds up.
template <std::size_t kSize>
constexpr int sum_by_words(const Bytes<kSize>& bytes) {
  const auto words = std::bit_cast<Words<kSize>>(bytes);
  std::uint64_t sums = 0;
  for (const std::uint64_t word : words) {
    sums += (word & 0x00FF00FF00FF00FFu) + (word >> 8 & 0x00FF00FF00FF00FFu);
  }
  return static_cast<int>((sums * 0x0001000100010001u) >> 48);
}

#if defined(__SSE2__) && !defined(__CUDACC__)
template <std::size_t kSize>
inline constexpr bool kBySixteens = kSize % 16 == 0;
using Sixteen [[gnu::vector_size(16)]] = char;

inline std::uint32_t at_least_of_sixteen(const std::uint8_t* bytes, int least) {
  Sixteen counts;
  __builtin_memcpy(&counts, bytes, sizeof counts);
  const Sixteen below = Sixteen{} + static_cast<char>(least - 1);
  return static_cast<std::uint32_t>(
      __builtin_ia32_pmovmskb128(reinterpret_cast<Sixteen>(counts > below)));
}
template <std::size_t kSize>
inline Mask<kSize> at_least_by_sixteens(const Bytes<kSize>& bytes, int least) {
  Mask<kSize> mask = 0;
  for (std::size_t i = 0; i < kSize; i += 16) {
    mask |= Mask<kSize>{at_least_of_sixteen(bytes.data() + i, least)} << i;
  }
  return mask;
}

using TwoWords [[gnu::vector_size(16)]] = long long;

// The sum of each half of sixteen bytes.
inline TwoWords sums_of_sixteen(const std::uint8_t* bytes) {
  Sixteen counts;
  __builtin_memcpy(&counts, bytes, sizeof counts);
  return __builtin_ia32_psadbw128(counts, Sixteen{});
}
template <std::size_t kSize>
inline int sum_by_sixteens(const Bytes<kSize>& bytes) {
  TwoWords sums = sums_of_sixteen(bytes.data());
  for (std::size_t i = 16; i < kSize; i += 16) sums += sums_of_sixteen(bytes.data() + i);
  return static_cast<int>(sums[0] + sums[1]);
}

// Thirty-two bytes: one register or two, as the processor has them.
using ThirtyTwo [[gnu::vector_size(32)]] = std::uint8_t;

inline void clear_by_registers(std::uint8_t* bytes, std::size_t size) {
  const ThirtyTwo zeros{};
  for (std::size_t i = 0; i < size; i += sizeof zeros) {
    __builtin_memcpy(bytes + i, &zeros, sizeof zeros);
  }
}
#else
template <std::size_t kSize>
inline constexpr bool kBySixteens = false;
constexpr void clear_by_registers(std::uint8_t*, std::size_t) {}
template <std::size_t kSize>
constexpr int sum_by_sixteens(const Bytes<kSize>& bytes) {
  return sum_by_words(bytes);
}
template <std::size_t kSize>
constexpr Mask<kSize> at_least_by_sixteens(const Bytes<kSize>& bytes, int least) {
  return at_least_by_words(bytes, least);
}
#endif

template <std::size_t kSize>
constexpr Mask<kSize> at_least(const Bytes<kSize>& bytes, int least) {
  static_assert(kSize % 8 == 0 && kSize <= 64);
  assert(least >= 1 && least <= 127);
  if (!kBySixteens<kSize> || std::is_constant_evaluated()) return at_least_by_words(bytes, least);
  return at_least_by_sixteens(bytes, least);
}

template <std::size_t kSize>
constexpr int sum(const Bytes<kSize>& bytes) {
  if (!kBySixteens<kSize> || std::is_constant_evaluated()) return sum_by_words(bytes);
  return sum_by_sixteens(bytes);
}

// Zeros, by a few plain stores: compilers call a function for this many.
template <std::size_t kSize>
[[gnu::always_inline]] constexpr void clear(std::array<std::uint8_t, kSize>& bytes) {
  static_assert(kSize % 32 == 0);
  if (!kBySixteens<kSize> || std::is_constant_evaluated()) {
    for (std::uint8_t& byte : bytes) byte = 0;
  } else {
    clear_by_registers(bytes.data(), kSize);
  }
}

}  // namespace simd

}  // namespace nl
