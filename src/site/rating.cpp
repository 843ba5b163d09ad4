// Plackett-Luce rating update.
#include "site/rating.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace nl {
namespace {

constexpr double kBeta = 25.0 / 6;   // the luck of one game
constexpr double kTau = 25.0 / 300;  // strength changes from game to game
constexpr double kKappa = 0.0001;    // the least that is left of a variance

// Difference between result and expectation, and its weight.
struct Surprise {
  double omega = 0;
  double delta = 0;
};

// `of_all`: the chance to be first. It was.
Surprise of_winner(double of_all) { return {1 - of_all, of_all * (1 - of_all)}; }

// `of_losers`: the chance to be first among those who were not; they share that place.
Surprise of_loser(double of_all, double of_losers, double losers) {
  return {1 / losers - of_losers - of_all, of_all * (1 - of_all) + of_losers * (1 - of_losers)};
}

void learn(Rating& rating, const Surprise& surprise, double c) {
  const double variance = rating.sigma * rating.sigma;
  const double gamma = rating.sigma / c;  // openskill's usual one
  rating.mu += surprise.omega * variance / c;
  rating.sigma *= std::sqrt(std::max(1 - surprise.delta * gamma * variance / (c * c), kKappa));
}

}  // namespace

void rate(std::span<Rating> table, std::size_t winner) {
  assert(table.size() >= 2 && winner < table.size());
  double c = 0;
  for (Rating& rating : table) {
    rating.sigma = std::hypot(rating.sigma, kTau);
    c += rating.sigma * rating.sigma + kBeta * kBeta;
  }
  c = std::sqrt(c);
  std::vector<double> weights;
  double all = 0;
  for (const Rating& rating : table) all += weights.emplace_back(std::exp(rating.mu / c));
  const double losers = all - weights[winner];
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double of_all = weights[i] / all;
    learn(table[i],
          i == winner
              ? of_winner(of_all)
              : of_loser(of_all, weights[i] / losers, static_cast<double>(table.size() - 1)),
          c);
  }
}

int points_of(const Rating& rating) {
  return static_cast<int>(std::lround(1000 + 40 * (rating.mu - 3 * rating.sigma)));
}

}  // namespace nl
