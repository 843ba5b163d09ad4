// Seats at the table and sets of them.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "engine/bits.h"

namespace nl {

// Seats are numbered from 0 as they sit.
using Seat = std::uint8_t;
using SeatMask = std::uint8_t;

inline constexpr int kMaxSeats = 6;
inline constexpr int kSeatPlaces = 8;  // for tables that are handled a word at a time
inline constexpr Seat kNoSeat = 0xFF;
inline constexpr Seat kWatcher = 7;  // a viewer with no seat: in no `knows` mask

constexpr SeatMask seat_bit(Seat seat) {
  assert(seat < kSeatPlaces);  // kNoSeat is in no mask
  return static_cast<SeatMask>(1u << seat);
}
constexpr SeatMask all_seats(int seats) {
  assert(seats >= 0 && seats <= kSeatPlaces);
  return static_cast<SeatMask>((1u << seats) - 1u);
}
constexpr SeatMask without(SeatMask mask, Seat seat) {
  return static_cast<SeatMask>(mask & ~seat_bit(seat));
}
constexpr bool holds(SeatMask mask, Seat seat) { return (mask >> seat & 1u) != 0; }
constexpr int count(SeatMask mask) { return count_bits(mask); }
constexpr Seat first_seat(SeatMask mask) { return static_cast<Seat>(lowest_bit(mask)); }
constexpr Seat last_seat(SeatMask mask) { return static_cast<Seat>(highest_bit(mask)); }

// The first seat of a mask that comes after `seat`, going up or down round the table; `seat` itself
// comes last. The mask must not be empty.
constexpr Seat next_in(SeatMask mask, Seat seat, bool up) {
  assert(mask != 0);
  const auto below = static_cast<SeatMask>(seat_bit(seat) - 1);
  if (up) {
    const auto above = static_cast<SeatMask>(mask & ~below & ~seat_bit(seat));
    return first_seat(above != 0 ? above : mask);
  }
  const auto lower = static_cast<SeatMask>(mask & below);
  return last_seat(lower != 0 ? lower : mask);
}

// The seat `steps` places after `seat` (0 <= steps <= seats).
constexpr Seat seat_after(Seat seat, int steps, int seats) {
  assert(seat < seats && steps >= 0 && steps <= seats);
  const int sum = seat + steps;
  return static_cast<Seat>(sum >= seats ? sum - seats : sum);
}

// One byte a seat, the first seat's lowest, in one word.
using SeatBytes = std::uint64_t;

constexpr SeatBytes seat_bytes(const std::array<std::uint8_t, kMaxSeats>& by_seat) {
  const auto byte = [&](std::size_t seat) {
    return std::uint32_t{by_seat[seat]} << 8 * (seat % 4);
  };
  const std::uint32_t first = byte(0) | byte(1) | byte(2) | byte(3);
  const std::uint32_t last = byte(4) | byte(5);
  return first | SeatBytes{last} << 32;
}

// Number of places after `from` to `to`: 0 for the seat itself.
constexpr int seat_distance(Seat from, Seat to, int seats) {
  assert(from < seats && to < seats);
  return to >= from ? to - from : to + seats - from;
}

}  // namespace nl
