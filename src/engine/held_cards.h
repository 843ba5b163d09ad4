// Search in a seat's list of cards known in other hands. A GPU gets its own version, because its
// threads wait for each other in every round of a loop.
#pragma once

#include <array>
#include <cstdint>

#include "engine/bits.h"
#include "engine/knowledge.h"

namespace nl {

using HeldList = std::array<HeldCard, Knowledge::kMaxHeld>;

// find_held: index of the first such card, `count` or more if there is none.
// for_each_held: visits a seat's cards from the last to the first, so that a visit may remove the
// card it is at by moving the last one there.
#if defined(__CUDA_ARCH__)

static_assert(sizeof(HeldCard) == 1, "the GPU packs a held card into one byte");

// Four bytes of the list as one word.
constexpr std::uint32_t four_held(const HeldList& held, int at) {
  std::uint32_t word = 0;
  __builtin_memcpy(&word, __builtin_assume_aligned(&held[static_cast<std::size_t>(at)], 4), 4);
  return word;
}
constexpr std::uint32_t four_of(HeldCard card) { return card.packed * 0x01010101u; }

constexpr int find_held(const HeldList& held, const std::uint8_t& count, HeldCard card) {
  for (int i = 0; i < count; i += 4) {
    const std::uint32_t other = four_held(held, i) ^ four_of(card);
    // The lowest byte that is 0 gets its top bit; above it others may, too.
    const std::uint32_t equal = (other - 0x01010101u) & ~other & 0x80808080u;
    if (equal != 0) return i + lowest_bit(equal) / 8;
  }
  return count;
}

template <class Visit>
constexpr void for_each_held(const HeldList& held, const std::uint8_t& count, Seat seat,
                             Visit visit) {
  for (int i = (count - 1) & ~3; i >= 0; i -= 4) {
    const std::uint32_t other =
        (four_held(held, i) ^ four_of(held_card(seat, Card{}))) & 0xE0E0E0E0u;
    // All bytes that are 0 get their top bit, the highest is the next one.
    std::uint32_t equal = ~((other >> 1) + 0x70707070u) & 0x80808080u;
    while (equal != 0) {
      const std::uint32_t half = equal | equal >> 8;
      const int top = count_bits(half | half >> 16) - 1;
      equal ^= 0x80u << 8 * top;
      if (i + top < count) visit(i + top);
    }
  }
}

#else

constexpr int find_held(const HeldList& held, const std::uint8_t& count, HeldCard card) {
  for (int i = 0; i < count; ++i) {
    if (held[static_cast<std::size_t>(i)] == card) return i;
  }
  return count;
}

template <class Visit>
constexpr void for_each_held(const HeldList& held, const std::uint8_t& count, Seat seat,
                             Visit visit) {
  for (int i = count - 1; i >= 0; --i) {
    if (held[static_cast<std::size_t>(i)].seat() == seat) visit(i);
  }
}

#endif

}  // namespace nl
