// Seating orders of a line-up.
#include "arena/seating.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

namespace nl {
namespace {

using Order = std::vector<int>;

constexpr std::array<std::string_view, 3> kSeatingNames{"rotations", "balanced", "all"};

std::vector<Order> all_orders(int seats) {
  Order order(static_cast<std::size_t>(seats));
  std::iota(order.begin(), order.end(), 0);
  std::vector<Order> orders;
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin() + 1, order.end()));
  return orders;
}

// Steps of 1 to 4 around five: at every distance each pair meets once.
std::vector<Order> orders_of_five() {
  std::vector<Order> orders;
  for (int step = 1; step < 5; ++step) {
    Order& order = orders.emplace_back();
    for (int i = 0; i < 5; ++i) order.push_back(i * step % 5);
  }
  return orders;
}

// Five orders can't balance six. Ten orders do: two orders of five, whose differences are 1, 2, 3
// and 4 twice each, shifted five times, with the sixth agent between their ends.
std::vector<Order> orders_of_six() {
  std::vector<Order> orders;
  for (const auto& base : {std::array{0, 1, 3, 4, 2}, std::array{0, 4, 2, 1, 3}}) {
    for (int move = 0; move < 5; ++move) {
      Order& order = orders.emplace_back();
      for (const int i : base) order.push_back((i + move) % 5);
      order.push_back(5);
      std::rotate(order.begin(), std::find(order.begin(), order.end(), 0), order.end());
    }
  }
  return orders;
}

}  // namespace

std::string_view seating_name(Seating seating) {
  return kSeatingNames[static_cast<std::size_t>(seating)];
}

std::optional<Seating> parse_seating(std::string_view name) {
  const auto found = std::find(kSeatingNames.begin(), kSeatingNames.end(), name);
  if (found == kSeatingNames.end()) return std::nullopt;
  return static_cast<Seating>(found - kSeatingNames.begin());
}

Seating usual_seating(int seats) { return seats <= 4 ? Seating::All : Seating::Balanced; }

std::vector<std::vector<int>> circular_orders(int seats, Seating seating) {
  std::vector<Order> all = all_orders(seats);
  if (seating == Seating::Rotations) return {all[0]};
  if (seating == Seating::All || seats < 5) return all;
  return seats == 5 ? orders_of_five() : orders_of_six();
}

std::vector<std::vector<Seat>> seats_in_games(int seats, Seating seating) {
  std::vector<std::vector<Seat>> games;
  for (const Order& order : circular_orders(seats, seating)) {
    for (int rotation = 0; rotation < seats; ++rotation) {
      std::vector<Seat>& game = games.emplace_back(static_cast<std::size_t>(seats));
      for (int place = 0; place < seats; ++place) {
        game[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])] =
            static_cast<Seat>((place + rotation) % seats);
      }
    }
  }
  return games;
}

}  // namespace nl
