// Equilibria of two-player zero-sum games in sequence form, by CFR+ (Tammelin 2014): regrets never
// fall below zero, seats are updated alternately, later iterations weigh more.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arena/sequence_game.h"

namespace nl {

// Realization weight of each sequence of a seat: 1 for the empty one.
using Plan = std::vector<double>;

Plan uniform_plan(const SequenceTree& tree);

// The plan that plays `chances[sequence]` at each information set.
Plan plan_of(const SequenceTree& tree, std::span<const double> chances);

// A matrix of gains in rows by one seat's sequences, for parallel passes.
class GainRows {
 public:
  GainRows(const SequenceGame& game, int seat);
  // For each own sequence, the seat's gain from games that end in it against `other`.
  void gains(const Plan& other, std::vector<double>& out, int threads) const;

 private:
  void rows(std::uint32_t begin, std::uint32_t end, const Plan& other,
            std::vector<double>& out) const;

  struct Cell {
    std::uint32_t other;
    float gain;
  };
  std::vector<std::uint64_t> starts_;
  std::vector<Cell> cells_;
};

class Solver {
 public:
  Solver(const SequenceGame& game, int threads = 1);

  void iterate();
  int iterations() const { return iterations_; }

  // The plan averaged over all iterations, which converges.
  Plan average(int seat) const;

  // The most that `seat` can win against `other`, as a share of wins from 0 to 1.
  double best_response(int seat, const Plan& other);
  double value(const Plan& zero, const Plan& one);  // wins of seat 0

 private:
  struct Side {
    GainRows rows;
    std::vector<double> regret;
    std::vector<double> sum;
    Plan plan;
  };
  void update(int seat);
  void learn(int seat);
  void next_plan(int seat);
  void add_to_average(int seat);

  const SequenceGame& game_;
  std::vector<Side> sides_;
  std::vector<double> scratch_;
  int threads_;
  int iterations_ = 0;
};

// Exploitability: the joint win of both best responses beyond the game's value, halved for each
// seat; 0 at an equilibrium.
struct Solution {
  double value = 0;           // wins of seat 0
  double exploitability = 0;  // as a share of wins
  int iterations = 0;
  double seconds = 0;
};

struct SolveLimits {
  double exploitability = 0.001;  // 0.1 points
  double seconds = 600;
  int iterations = 1'000'000;
  int threads = 1;
};

Solution solve(Solver& solver, const SolveLimits& limits);

}  // namespace nl
