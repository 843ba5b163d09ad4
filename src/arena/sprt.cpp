// Sequential probability ratio test.
#include "arena/sprt.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nl {
namespace {

// Added to every possible outcome, so that an unseen one has a positive probability.
constexpr double kUnseenPrior = 1e-3;
constexpr double kFewestPairs = 16;

double points_of(std::size_t outcome) {
  return static_cast<double>(outcome) / 4;
}  // share of a pair

// The distribution nearest to the observed one (by likelihood) whose mean is `mean`: each
// probability is divided by 1 + t (x - mean), where t solves an equation that falls monotonically.
PairCounts with_mean(const PairCounts& observed, double mean) {
  double low = -1e9, high = 1e9;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const double away = points_of(i) - mean;
    if (observed[i] <= 0) continue;
    if (away > 0) low = std::max(low, -1 / away);
    if (away < 0) high = std::min(high, -1 / away);
  }
  for (int step = 0; step < 60; ++step) {
    const double t = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
      const double away = points_of(i) - mean;
      if (observed[i] > 0) sum += observed[i] * away / (1 + t * away);
    }
    (sum > 0 ? low : high) = t;
  }
  PairCounts fitted{};
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (observed[i] > 0) fitted[i] = observed[i] / (1 + (low + high) / 2 * (points_of(i) - mean));
  }
  return fitted;
}

SprtVerdict verdict_at(double ratio, double pairs, const SprtPlan& plan) {
  if (pairs < kFewestPairs) return SprtVerdict::Open;
  if (ratio >= std::log((1 - plan.beta) / plan.alpha)) return SprtVerdict::Better;
  if (ratio <= std::log(plan.beta / (1 - plan.alpha))) return SprtVerdict::NotBetter;
  return SprtVerdict::Open;
}

}  // namespace

double share_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double log_likelihood_ratio(const PairCounts& counts, const SprtPlan& plan) {
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (all <= 0) return 0;
  PairCounts observed{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool occurs = counts[i] > 0 || i % 2 == 0;
    observed[i] = (counts[i] + (occurs ? kUnseenPrior : 0)) / all;
  }
  const PairCounts worse = with_mean(observed, share_of_elo(plan.elo0));
  const PairCounts better = with_mean(observed, share_of_elo(plan.elo1));
  double ratio = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (observed[i] > 0) ratio += all * observed[i] * std::log(better[i] / worse[i]);
  }
  return ratio;
}

void PairScores::add(double share) {
  ++pairs;
  sum += share;
  squares += share * share;
}

double log_likelihood_ratio(const PairScores& scores, const SprtPlan& plan) {
  if (scores.pairs < 2) return 0;
  const double mean = scores.sum / scores.pairs;
  const double variance = (scores.squares - scores.sum * mean) / (scores.pairs - 1);
  if (variance <= 0) return 0;
  const double worse = share_of_elo(plan.elo0);
  const double better = share_of_elo(plan.elo1);
  return scores.pairs * (better - worse) * (2 * mean - worse - better) / (2 * variance);
}

SprtVerdict verdict_of(const PairCounts& counts, const SprtPlan& plan) {
  const double pairs = std::accumulate(counts.begin(), counts.end(), 0.0);
  return verdict_at(log_likelihood_ratio(counts, plan), pairs, plan);
}

SprtVerdict verdict_of(const PairScores& scores, const SprtPlan& plan) {
  return verdict_at(log_likelihood_ratio(scores, plan), scores.pairs, plan);
}

}  // namespace nl
