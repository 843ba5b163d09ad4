// Test of the sequential test's error rates, by 10^4 simulated tests at each hypothesis.
#include "arena/sprt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "arena/sequential_match.h"
#include "played_logs.h"

namespace nl {
namespace {

// Both games of a deal hang together: cards that win from one seat often win from the other, too.
struct SimulatedDeals {
  double share;
  double together;

  std::size_t outcome(std::mt19937_64& random) const {
    std::uniform_real_distribution<double> uniform;
    const bool first = uniform(random) < share;
    const bool second = uniform(random) < together ? first : uniform(random) < share;
    return 2 * (static_cast<std::size_t>(first) + static_cast<std::size_t>(second));
  }
};

struct TestRuns {
  int better = 0;
  int not_better = 0;
  double pairs = 0;
};

TestRuns simulate(double elo, const SprtPlan& plan, int tests, double together) {
  std::mt19937_64 random(static_cast<std::uint64_t>(elo * 1000 + 12345));
  const SimulatedDeals deals{share_of_elo(elo), together};
  TestRuns runs;
  for (int test = 0; test < tests; ++test) {
    PairCounts counts{};
    SprtVerdict verdict = SprtVerdict::Open;
    int pairs = 0;
    for (; verdict == SprtVerdict::Open && pairs < 100'000; ++pairs) {
      ++counts[deals.outcome(random)];
      if (pairs % 8 == 7) verdict = verdict_of(counts, plan);
    }
    runs.better += verdict == SprtVerdict::Better;
    runs.not_better += verdict == SprtVerdict::NotBetter;
    runs.pairs += static_cast<double>(pairs) / tests;
  }
  return runs;
}

TEST(Sprt, BEN_12_ErrorRatesHoldInTenThousandSimulatedTests) {
  const SprtPlan plan{.elo0 = 0, .elo1 = 60};
  constexpr int kTests = 10'000;
  for (const double together : {0.0, 0.4}) {
    const TestRuns null = simulate(plan.elo0, plan, kTests, together);
    const TestRuns real = simulate(plan.elo1, plan, kTests, together);
    std::printf(
        "together %.1f: %.2f %% called better at elo0 (%.0f pairs), %.2f %% missed at elo1 "
        "(%.0f pairs)\n",
        together, 100.0 * null.better / kTests, null.pairs, 100.0 * real.not_better / kTests,
        real.pairs);
    EXPECT_EQ(null.better + null.not_better, kTests);
    EXPECT_EQ(real.better + real.not_better, kTests);
    EXPECT_LE(null.better, 0.055 * kTests);  // five percent, and what 10^4 tests may vary
    EXPECT_LE(real.not_better, 0.055 * kTests);
  }
}

TEST(Sprt, BEN_12_TheRatioPointsToWhatIsMoreLikely) {
  const SprtPlan plan{.elo0 = 0, .elo1 = 50};
  EXPECT_GT(log_likelihood_ratio(PairCounts{10, 0, 50, 0, 60}, plan), 1);
  EXPECT_LT(log_likelihood_ratio(PairCounts{40, 0, 50, 0, 20}, plan), -1);
  EXPECT_EQ(verdict_of(PairCounts{}, plan), SprtVerdict::Open);
  EXPECT_EQ(verdict_of(PairCounts{0, 0, 1, 0, 4}, plan), SprtVerdict::Open) << "too few pairs";
  EXPECT_EQ(verdict_of(PairCounts{0, 0, 20, 0, 200}, plan), SprtVerdict::Better);
  EXPECT_EQ(verdict_of(PairCounts{200, 0, 20, 0, 0}, plan), SprtVerdict::NotBetter);
  EXPECT_NEAR(share_of_elo(400), 10.0 / 11, 1e-9);
}

// Scores with a covariate taken out are no counts: the normal model keeps its error rates too.
TEST(Sprt, BEN_12_ErrorRatesHoldForScoresLessLuck) {
  const SprtPlan plan{.elo0 = 0, .elo1 = 60};
  constexpr int kTests = 10'000;
  for (const double elo : {plan.elo0, plan.elo1}) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> score(share_of_elo(elo), 0.3);
    int wrong = 0;
    for (int test = 0; test < kTests; ++test) {
      PairScores scores;
      SprtVerdict verdict = SprtVerdict::Open;
      while (verdict == SprtVerdict::Open && scores.pairs < 100'000) {
        for (int i = 0; i < 16; ++i) scores.add(score(random));
        verdict = verdict_of(scores, plan);
      }
      wrong += (verdict == SprtVerdict::Better) != (elo == plan.elo1);
    }
    EXPECT_LE(wrong, 0.055 * kTests) << elo;
  }
}

TEST(Sprt, BEN_12_AMatchStopsWhenItIsDecided) {
  TournamentPlan plan = bots_plan(2, {"careful", "random"});
  plan.deals = 2000;
  const auto all = [](const SequentialResult&) { return true; };
  const SequentialResult better = play_sequentially(plan, {.elo0 = 0, .elo1 = 50}, all);
  EXPECT_EQ(better.verdict, SprtVerdict::Better);
  EXPECT_LT(better.deals, 500u);
  std::swap(plan.field[0], plan.field[1]);
  plan.threads = 2;
  const SequentialResult worse = play_sequentially(plan, {.elo0 = 0, .elo1 = 50}, all);
  EXPECT_EQ(worse.verdict, SprtVerdict::NotBetter);
  EXPECT_THROW(play_sequentially(bots_plan(3, {"careful", "draw", "random"}), {}, all),
               std::invalid_argument);
}

}  // namespace
}  // namespace nl
