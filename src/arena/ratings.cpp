// Ratings from wins.
#include "arena/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace nl {
namespace {

constexpr double kPrior = 0.5;

// Sums for each agent: games / (strength of all at the table).
void add_chances(const Field& field, const std::vector<double>& strength,
                 std::vector<double>& chances) {
  double sum = 0;
  for (const std::size_t agent : field.agents) sum += strength[agent];
  const double games = std::accumulate(field.wins.begin(), field.wins.end(), 0.0);
  for (const std::size_t agent : field.agents) chances[agent] += games / sum;
}

std::vector<double> games_won(std::size_t agents, std::span<const Field> fields) {
  std::vector<double> won(agents, kPrior);
  for (const Field& field : fields) {
    for (std::size_t i = 0; i < field.agents.size(); ++i) won[field.agents[i]] += field.wins[i];
  }
  return won;
}

// Probability that one mutant takes over a population of another strategy.
double takeover(double advantage) {
  constexpr double kSelection = 20;
  constexpr int kPopulation = 50;
  const double x = kSelection * advantage;
  if (std::abs(x) < 1e-9) return 1.0 / kPopulation;
  return std::expm1(-x) / std::expm1(-kPopulation * x);
}

}  // namespace

std::vector<double> fit_wins(std::size_t agents, std::span<const Field> fields, int rounds,
                             std::vector<double> start) {
  assert(start.size() <= agents);
  const std::vector<double> won = games_won(agents, fields);
  std::vector<double> strength(agents, 1.0);
  for (std::size_t i = 0; i < start.size(); ++i) strength[i] = std::exp(start[i]);
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> chances(agents, 0.0);
    for (const Field& field : fields) add_chances(field, strength, chances);
    double change = 0;
    for (std::size_t i = 0; i < agents; ++i) {
      const double next = won[i] / (chances[i] + 2 * kPrior / (strength[i] + 1));
      change = std::max(change, std::abs(std::log(next / strength[i])));
      strength[i] = next;
    }
    if (change < 1e-9) break;
  }
  for (double& one : strength) one = std::log(one);
  const double mean = std::accumulate(strength.begin(), strength.end(), 0.0) /
                      static_cast<double>(std::max<std::size_t>(agents, 1));
  for (double& one : strength) one -= mean;
  return strength;
}

std::vector<double> alpha_rank(const std::vector<std::vector<double>>& share) {
  const std::size_t n = share.size();
  std::vector<double> mass(n, 1.0 / static_cast<double>(std::max<std::size_t>(n, 1)));
  if (n < 2) return mass;
  std::vector<std::vector<double>> move(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i) {
    move[i][i] = 1;
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      move[i][j] = takeover(share[j][i] - share[i][j]) / static_cast<double>(n - 1);
      move[i][i] -= move[i][j];
    }
  }
  // Repeated squaring: ten squarings give a thousand steps; forty are more than enough.
  for (int square = 0; square < 40; ++square) {
    std::vector<std::vector<double>> twice(n, std::vector<double>(n, 0.0));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t j = 0; j < n; ++j) twice[i][j] += move[i][k] * move[k][j];
      }
      const double sum = std::accumulate(twice[i].begin(), twice[i].end(), 0.0);
      for (double& chance : twice[i]) chance /= sum;
    }
    move = std::move(twice);
  }
  for (std::size_t j = 0; j < n; ++j) {
    mass[j] = 0;
    for (std::size_t i = 0; i < n; ++i) mass[j] += move[i][j] / static_cast<double>(n);
  }
  return mass;
}

double as_points(double log_strength) { return log_strength * 400 / std::log(10.0); }

}  // namespace nl
