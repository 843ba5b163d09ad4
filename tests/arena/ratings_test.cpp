// Tests of ratings.
#include "arena/ratings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/random.h"

namespace nl {
namespace {

double uniform(Stream& words) { return words() / 4294967296.0; }

// Winner at a table, drawn in proportion to the strengths.
std::size_t draw_winner(const std::vector<double>& strength, const std::vector<std::size_t>& table,
                        Stream& words) {
  double sum = 0;
  for (const std::size_t i : table) sum += strength[i];
  double at = uniform(words) * sum;
  std::size_t k = 0;
  while (k + 1 < table.size() && at >= strength[table[k]]) at -= strength[table[k++]];
  return k;
}

TEST(Ratings, RL_3_TheFitRecoversPlantedStrengths) {
  const std::vector<double> planted{8, 4, 2, 1};
  Stream words(11);
  std::vector<Field> fields;
  for (std::size_t left_out = 0; left_out < 4; ++left_out) {
    Field& field = fields.emplace_back();
    for (std::size_t i = 0; i < 4; ++i) {
      if (i != left_out) field.agents.push_back(i);
    }
    field.wins.resize(3);
    for (int game = 0; game < 20'000; ++game)
      ++field.wins[draw_winner(planted, field.agents, words)];
  }
  const std::vector<double> fitted = fit_wins(4, fields);
  for (std::size_t i = 0; i + 1 < planted.size(); ++i) {
    EXPECT_NEAR(fitted[i] - fitted[i + 1], std::log(2.0), 0.05) << i;
  }
}

TEST(Ratings, OneThatNeverWinsHasAStrengthToo) {
  const std::vector<Field> fields{{{0, 1}, {100, 0}}};
  const std::vector<double> fitted = fit_wins(2, fields);
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
