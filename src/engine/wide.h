// Thirty-two small counts at once. Sixteen bytes a step where the processor has them (x86-64);
// elsewhere, on a GPU and where the compiler itself counts, eight.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <type_traits>

namespace nl {

static_assert(std::endian::native == std::endian::little, "bytes are read in order");

namespace wide {

using Bytes = std::array<std::uint8_t, 32>;

// One bit for each byte that is `least` or more (1 to 127); no byte is more than 127.
//
// By words: adding 128 - least to a byte raises its top bit exactly if it is large enough, and no
// byte carries into the next.
constexpr std::uint32_t at_least_by_words(const Bytes& bytes, int least) {
  const auto words = std::bit_cast<std::array<std::uint64_t, 4>>(bytes);
  const std::uint64_t add = 0x0101010101010101u * static_cast<std::uint64_t>(128 - least);
  std::uint32_t mask = 0;
  for (std::size_t w = 0; w < 4; ++w) {
    // The product brings the top bits of the eight bytes side by side into the top byte.
    const std::uint64_t tops = (words[w] + add) & 0x8080808080808080u;
    mask |= static_cast<std::uint32_t>((tops * 0x0002040810204081u) >> 56) << (8 * w);
  }
  return mask;
}

#if defined(__SSE2__) && !defined(__CUDACC__)
inline constexpr bool kBySixteens = true;
using Sixteen [[gnu::vector_size(16)]] = char;

inline std::uint32_t at_least_of_sixteen(const std::uint8_t* bytes, int least) {
  Sixteen counts;
  __builtin_memcpy(&counts, bytes, sizeof counts);
  const Sixteen below = Sixteen{} + static_cast<char>(least - 1);
  return static_cast<std::uint32_t>(
      __builtin_ia32_pmovmskb128(reinterpret_cast<Sixteen>(counts > below)));
}
inline std::uint32_t at_least_by_sixteens(const Bytes& bytes, int least) {
  return at_least_of_sixteen(bytes.data(), least) | at_least_of_sixteen(bytes.data() + 16, least)
                                                        << 16;
}
#else
inline constexpr bool kBySixteens = false;
constexpr std::uint32_t at_least_by_sixteens(const Bytes& bytes, int least) {
  return at_least_by_words(bytes, least);
}
#endif

constexpr std::uint32_t at_least(const Bytes& bytes, int least) {
  assert(least >= 1 && least <= 127);
  if (!kBySixteens || std::is_constant_evaluated()) return at_least_by_words(bytes, least);
  return at_least_by_sixteens(bytes, least);
}

}  // namespace wide

}  // namespace nl
