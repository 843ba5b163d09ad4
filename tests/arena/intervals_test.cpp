// Test of the 95 % intervals' coverage, by simulated tournaments whose true shares are known.
#include "arena/intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "arena/board.h"
#include "arena/tournament.h"

namespace nl {
namespace {

constexpr int kTournaments = 200;
const std::vector<std::string> kField{"a", "b", "c", "d"};
constexpr double kStrengths[] = {0.0, 0.3, 0.6, 1.2};

// One deal of two agents: it favours a seat and one of the agents, in all line-ups alike.
DealLine simulated_deal(const std::vector<std::size_t>& lineup, std::uint64_t deal,
                        const std::vector<double>& favours, double seat, std::mt19937_64& random) {
  DealLine line;
  line.engine = "simulated";
  line.key.seed = 1;
  line.key.deal = deal;
  line.key.seating = Seating::All;
  for (const std::size_t i : lineup) line.key.agents.push_back(kField[i]);
  line.key.hashes = line.key.agents;
  line.tallies.resize(2);
  for (int game = 0; game < 2; ++game) {
    const double edge = kStrengths[lineup[0]] + favours[lineup[0]] - kStrengths[lineup[1]] -
                        favours[lineup[1]] + (game == 0 ? seat : -seat);
    const bool first = std::bernoulli_distribution(1 / (1 + std::exp(-edge)))(random);
    line.places.push_back(first ? std::vector{1, 2} : std::vector{2, 1});
  }
  return line;
}

std::vector<DealLine> simulated_log(int deals, std::mt19937_64& random) {
  std::normal_distribution<double> luck;
  std::vector<DealLine> log;
  for (int deal = 0; deal < deals; ++deal) {
    std::vector<double> favours;
    for (std::size_t i = 0; i < kField.size(); ++i) favours.push_back(1.5 * luck(random));
    const double seat = luck(random);
    for (const auto& lineup : lineups(kField.size(), 2)) {
      log.push_back(
          simulated_deal(lineup, static_cast<std::uint64_t>(deal), favours, seat, random));
    }
  }
  return log;
}

std::map<std::string, double> true_shares() {
  std::mt19937_64 random(99);
  std::map<std::string, double> shares;
  for (const Board& board : boards(simulated_log(100'000, random), 0)) {
    for (const BoardRow& row : board.rows) shares[row.agent] = row.win_share.value;
  }
  return shares;
}

double coverage(int deals) {
  static const std::map<std::string, double> truth = true_shares();
  int covered = 0, all = 0;
  for (int t = 0; t < kTournaments; ++t) {
    std::mt19937_64 random(static_cast<std::uint64_t>(1000 * deals + t));
    const std::vector<Board> made = boards(simulated_log(deals, random), 200);
    for (const BoardRow& row : made[0].rows) {
      EXPECT_LE(row.win_share.low, row.win_share.value);
      EXPECT_GE(row.win_share.high, row.win_share.value);
      ++all;
      covered +=
          row.win_share.low <= truth.at(row.agent) && truth.at(row.agent) <= row.win_share.high;
    }
  }
  return static_cast<double>(covered) / all;
}

TEST(Intervals, BEN_8_CoverTheTruthIn95PercentOfTournaments) {
  for (const int deals : {10, 20, 70}) {
    const double share = coverage(deals);
    EXPECT_GE(share, 0.93) << deals << " deals";
    EXPECT_LE(share, 0.97) << deals << " deals";
    std::printf("%d deals: %.1f %% of %d intervals cover the truth\n", deals, 100 * share,
                4 * kTournaments);
  }
}

TEST(Intervals, BEN_8_NoWinsAndAllWinsHaveWilsonsIntervals) {
  const std::vector<double> same(10, 0.0);
  EXPECT_NEAR(share_interval(0, same, 10).high, 0.2775, 1e-3);
  EXPECT_EQ(share_interval(0, same, 10).low, 0);
  EXPECT_NEAR(share_interval(1, std::vector<double>(10, 1.0), 100).low, 1 - 0.0370, 1e-3);
  EXPECT_NEAR(t_quantile(4), 2.776, 0.01);
  EXPECT_NEAR(t_quantile(9), 2.262, 0.002);
  EXPECT_NEAR(t_quantile(199), 1.972, 0.001);
}

// Few deals that all end alike once had intervals of no width.
TEST(Intervals, BEN_8_DealsThatSayTheSameAreNoCertainty) {
  const Estimate half = share_interval(0.5, std::vector<double>(10, 0.5), 10);
  EXPECT_NEAR(half.low, 0.2366, 1e-3);
  EXPECT_NEAR(half.high, 0.7634, 1e-3);
  const Estimate one = share_interval(0.3, {0.3}, 1);
  EXPECT_LT(one.low, 0.05);
  EXPECT_GT(one.high, 0.7);
}

}  // namespace
}  // namespace nl
