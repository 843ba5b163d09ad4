// Strengths from rankings.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace nl {

// Agents from the first place to the last, and how often that came about. An agent may be in it
// more than once.
struct Ranking {
  std::vector<std::size_t> order;
  double weight = 1;
};

// Plackett and Luce: the next place goes to one of those left with a chance in proportion to its
// strength. Fitted by Hunter's MM algorithm (2004); each agent also wins and loses half a game
// against a fixed one of strength 1, so that one that never won has a strength too. Returned as
// natural logarithms with mean 0.
std::vector<double> plackett_luce(std::size_t agents, std::span<const Ranking> rankings,
                                  int rounds = 200, std::vector<double> start = {});

// Where a population that always copies what beats it spends its time (Omidshafiei et al. 2019):
// share[i][j] is how often i comes in before j.
std::vector<double> alpha_rank(const std::vector<std::vector<double>>& share);

// On the usual scale: 400 points are odds of ten to one.
double as_points(double log_strength);

}  // namespace nl
