// Sequential probability ratio test over mirrored deals (pentanomial model, as in fishtest).
#pragma once

#include <array>
#include <optional>

namespace nl {

// Pairs of games of one deal with the seats swapped, by points of the tested agent: a win is 1
// point. Games have no draws, so the two outcomes with half points stay empty.
inline constexpr int kPairOutcomes = 5;
using PairCounts = std::array<double, kPairOutcomes>;  // of 0, 1/2, 1, 3/2 and 2 points

struct SprtPlan {
  double elo0 = 0;      // not better: at most this many points of strength
  double elo1 = 10;     // better: at least this many
  double alpha = 0.05;  // probability of calling an agent better that is not
  double beta = 0.05;   // probability of calling it not better although it is
};

enum class SprtVerdict { Open, Better, NotBetter };

// The generalised log-likelihood ratio of the two hypotheses, given the counts.
double log_likelihood_ratio(const PairCounts& counts, const SprtPlan& plan);

// The same from scores that are no counts, such as wins less luck: a normal model of their mean.
struct PairScores {
  double pairs = 0;
  double sum = 0;  // of the share of points in each pair
  double squares = 0;

  void add(double share);
};
double log_likelihood_ratio(const PairScores& scores, const SprtPlan& plan);

// The verdict at this state of the counts. It stays open before the first few pairs.
SprtVerdict verdict_of(const PairCounts& counts, const SprtPlan& plan);
SprtVerdict verdict_of(const PairScores& scores, const SprtPlan& plan);

// Share of points that a strength in points is worth: 400 points are odds of ten to one.
double share_of_elo(double elo);

}  // namespace nl
