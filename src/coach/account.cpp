// Sums of luck and skill for each seat.
#include "coach/account.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nl {

Account account_of(const Chances& chances) {
  Account account;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    account.seats[i] = std::llround(chances[i] * static_cast<double>(kWholeWin));
  }
  const std::int64_t sum =
      std::accumulate(account.seats.begin(), account.seats.end(), std::int64_t{0});
  *std::max_element(account.seats.begin(), account.seats.end()) += kWholeWin - sum;
  return account;
}

Account fair_share(int seats) {
  Account account;
  for (int seat = 0; seat < seats; ++seat) {
    account.seats[static_cast<std::size_t>(seat)] = kWholeWin / seats;
  }
  return account;
}

std::int64_t size_of(const Account& change) {
  std::int64_t sum = 0;
  for (const std::int64_t one : change.seats) sum += one > 0 ? one : -one;
  return sum / 2;
}

}  // namespace nl
