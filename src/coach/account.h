// Luck and skill accounts: winning chances as whole numbers, so that sums are exact.
#pragma once

#include <array>
#include <cstdint>

#include "bots/position_value.h"

namespace nl {

// A certain win. Every number of players divides it, and so does a hundred.
inline constexpr std::int64_t kWholeWin = 6'000'000;
inline constexpr std::int64_t kPoint = kWholeWin / 100;

// Seat by seat, in parts of kWholeWin.
struct Account {
  std::array<std::int64_t, kMaxSeats> seats{};

  std::int64_t operator[](Seat seat) const { return seats[seat]; }
  friend Account operator+(Account a, const Account& b) {
    for (std::size_t i = 0; i < a.seats.size(); ++i) a.seats[i] += b.seats[i];
    return a;
  }
  friend Account operator-(Account a, const Account& b) {
    for (std::size_t i = 0; i < a.seats.size(); ++i) a.seats[i] -= b.seats[i];
    return a;
  }
  friend bool operator==(const Account&, const Account&) = default;
};

// Rounded; what rounding leaves over goes to the likeliest seat, so that all together have a whole
// win.
Account account_of(const Chances& chances);

// The same for everybody.
Account fair_share(int seats);

// Half the sum of losses and gains.
std::int64_t size_of(const Account& change);

}  // namespace nl
