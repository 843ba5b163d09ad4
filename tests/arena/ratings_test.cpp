// Requirements: RL-3
#include "arena/ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/random.h"

namespace nl {
namespace {

double uniform(Stream& words) { return words() / 4294967296.0; }

// A ranking drawn place by place in proportion to the strengths.
std::vector<std::size_t> draw_ranking(const std::vector<double>& strength, Stream& words) {
  std::vector<std::size_t> left(strength.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
  std::vector<std::size_t> order;
  while (!left.empty()) {
    double sum = 0;
    for (const std::size_t i : left) sum += strength[i];
    double at = uniform(words) * sum;
    std::size_t k = 0;
    while (k + 1 < left.size() && at >= strength[left[k]]) at -= strength[left[k++]];
    order.push_back(left[k]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return order;
}

TEST(Ratings, RL_3_TheFitRecoversPlantedStrengths) {
  const std::vector<double> planted{8, 4, 2, 1};
  Stream words(11);
  std::map<std::vector<std::size_t>, double> counts;
  for (int game = 0; game < 40'000; ++game) ++counts[draw_ranking(planted, words)];
  std::vector<Ranking> rankings;
  for (const auto& [order, weight] : counts) rankings.push_back({order, weight});
  const std::vector<double> fitted = plackett_luce(4, rankings);
  for (std::size_t i = 0; i + 1 < planted.size(); ++i) {
    EXPECT_NEAR(fitted[i] - fitted[i + 1], std::log(2.0), 0.04) << i;
  }
}

TEST(Ratings, OneThatNeverWinsHasAStrengthToo) {
  const std::vector<Ranking> rankings{{{0, 1}, 100}};
  const std::vector<double> fitted = plackett_luce(2, rankings);
  EXPECT_TRUE(std::isfinite(fitted[0]) && std::isfinite(fitted[1]));
  EXPECT_GT(fitted[0], fitted[1]);
}

TEST(Ratings, AlphaRankFollowsTheWinnerAndSharesACycle) {
  const std::vector<double> best = alpha_rank({{0.5, 0.7, 0.9}, {0.3, 0.5, 0.8}, {0.1, 0.2, 0.5}});
  EXPECT_GT(best[0], 0.95);
  const std::vector<double> cycle = alpha_rank({{0.5, 0.8, 0.2}, {0.2, 0.5, 0.8}, {0.8, 0.2, 0.5}});
  for (const double mass : cycle) EXPECT_NEAR(mass, 1.0 / 3, 1e-6);
}

TEST(Ratings, FourHundredPointsAreTenToOne) { EXPECT_NEAR(as_points(std::log(10.0)), 400, 1e-9); }

}  // namespace
}  // namespace nl
