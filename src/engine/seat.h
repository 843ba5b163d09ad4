// Seats at the table and sets of them.
#pragma once

#include <cstdint>

#include "engine/bits.h"

namespace nl {

// Seats are numbered from 0 as they sit.
using Seat = std::uint8_t;
using SeatMask = std::uint8_t;

inline constexpr int kMaxSeats = 6;
inline constexpr Seat kNoSeat = 0xFF;

constexpr SeatMask seat_bit(Seat seat) { return static_cast<SeatMask>(1u << seat); }
constexpr SeatMask all_seats(int seats) { return static_cast<SeatMask>((1u << seats) - 1u); }
constexpr SeatMask without(SeatMask mask, Seat seat) {
  return static_cast<SeatMask>(mask & ~seat_bit(seat));
}
constexpr bool holds(SeatMask mask, Seat seat) { return (mask >> seat & 1u) != 0; }
constexpr int count(SeatMask mask) { return count_bits(mask); }
constexpr Seat first_seat(SeatMask mask) { return static_cast<Seat>(lowest_bit(mask)); }

// The seat `steps` places after `seat` (0 <= steps <= seats).
constexpr Seat seat_after(Seat seat, int steps, int seats) {
  const int sum = seat + steps;
  return static_cast<Seat>(sum >= seats ? sum - seats : sum);
}

// How many places after `from` the seat `to` sits: 0 for itself.
constexpr int seat_distance(Seat from, Seat to, int seats) {
  return to >= from ? to - from : to + seats - from;
}

}  // namespace nl
