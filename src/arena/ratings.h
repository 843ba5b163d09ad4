// Ratings: strengths of agents, fitted to their wins (Plackett-Luce).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace nl {

// Some agents at one table, each once, and the wins of each.
struct Field {
  std::vector<std::size_t> agents;
  std::vector<double> wins;
};

// Luce: each player at the table wins with a chance in proportion to its strength. The order of the
// other players carries no information, since only the winner is paid. Fitted by Hunter's MM
// algorithm (2004). Each agent also wins and loses half a game against a fixed one of strength 1,
// so that one without wins has a strength too. Returned as natural logarithms with mean 0.
std::vector<double> fit_wins(std::size_t agents, std::span<const Field> fields, int rounds = 200,
                             std::vector<double> start = {});

// Share of time of each strategy if all copy better ones (alpha-rank, Omidshafiei et al. 2019):
// share[i][j] is how often i wins where one of i and j does.
std::vector<double> alpha_rank(const std::vector<std::vector<double>>& share);

// Elo scale: 400 points are odds of ten to one.
double as_points(double log_strength);

}  // namespace nl
