// Ratings: strengths of agents, fitted to their wins (Plackett-Luce).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace nl {

// Some agents who sat at one table, each once, and how often each of them won there.
struct Field {
  std::vector<std::size_t> agents;
  std::vector<double> wins;
};

// Luce: who wins is one of those at the table with a chance in proportion to its strength; in what
// order the others leave says nothing, since only the winner is paid. Fitted by Hunter's MM
// algorithm (2004); each agent also wins and loses half a game against a fixed one of strength 1,
// so that one that never won has a strength too. Returned as natural logarithms with mean 0.
std::vector<double> fit_wins(std::size_t agents, std::span<const Field> fields, int rounds = 200,
                             std::vector<double> start = {});

// Time share of each strategy where all copy whatever beats them (Omidshafiei et al. 2019):
// share[i][j] is how often i wins where one of i and j does.
std::vector<double> alpha_rank(const std::vector<std::vector<double>>& share);

// On the usual scale: 400 points are odds of ten to one.
double as_points(double log_strength);

}  // namespace nl
