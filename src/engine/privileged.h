// Privileged observation for critics, as bytes: all hands beginning with the viewer's, then the
// pile from the top as card ids + 1. Never for players.
#pragma once

#include <array>
#include <cstdint>

#include "engine/state.h"

namespace nl {

inline constexpr std::size_t kPrivilegedSize = kMaxSeats * kCardPlaces + kMaxBox;

constexpr void encode_privileged(const State& s, Seat viewer, std::uint8_t* bytes) {
  for (int d = 0; d < kMaxSeats; ++d) {
    const Counts hand = d < s.seats ? s.hands[seat_after(viewer, d, s.seats)] : Counts{};
    for (const std::uint8_t count : hand.n) *bytes++ = count;
  }
  for (int place = 0; place < kMaxBox; ++place) {
    *bytes++ = place < s.pile_size ? static_cast<std::uint8_t>(index(s.from_top(place)) + 1)
                                   : std::uint8_t{0};
  }
}

}  // namespace nl
