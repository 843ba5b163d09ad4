// Luck and skill accounts: winning chances as whole numbers, so that sums are exact.
#pragma once

#include <array>
#include <cstdint>

#include "bots/position_value.h"

namespace nl {

// A certain win: divisible by every number of players and by a hundred.
inline constexpr std::int64_t kWholeWin = 6'000'000;
inline constexpr std::int64_t kPoint = kWholeWin / 100;

// By seat, in parts of kWholeWin.
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

// Rounded; the remainder goes to the likeliest seat, so that the sum is a whole win.
Account account_of(const Chances& chances);

// The same for every seat.
Account fair_share(int seats);

// Half the sum of losses and gains.
std::int64_t size_of(const Account& change);

}  // namespace nl
