// Solver of small games.
#include "arena/solver.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <thread>

namespace nl {
namespace {

double as_wins(double gain) { return (1 + gain) / 2; }

// Regret matching: in proportion to regret; uniform without any.
template <class Visit>
void for_each_share(const InfoSet& set, const std::vector<double>& regret, Visit visit) {
  double sum = 0;
  for (std::uint32_t i = 0; i < set.actions; ++i) sum += regret[set.first + i];
  for (std::uint32_t i = 0; i < set.actions; ++i) {
    visit(set.first + i, sum > 0 ? regret[set.first + i] / sum : 1.0 / set.actions);
  }
}

}  // namespace

Plan uniform_plan(const SequenceTree& tree) {
  const std::vector<double> none(tree.sequences, 0.0);
  Plan plan(tree.sequences, 1.0);
  for (const InfoSet& set : tree.sets) {
    assert(set.parent < set.first);  // parents come first, so that their share is known
    for_each_share(set, none, [&](std::uint32_t sequence, double share) {
      plan[sequence] = plan[set.parent] * share;
    });
  }
  return plan;
}

Plan plan_of(const SequenceTree& tree, std::span<const double> chances) {
  assert(chances.size() == tree.sequences);
  Plan plan(tree.sequences, 1.0);
  for (const InfoSet& set : tree.sets) {
    for (std::uint32_t i = 0; i < set.actions; ++i) {
      plan[set.first + i] = plan[set.parent] * chances[set.first + i];
    }
  }
  return plan;
}

GainRows::GainRows(const SequenceGame& game, int seat)
    : starts_(game.trees[static_cast<std::size_t>(seat)].sequences + 1, 0),
      cells_(game.payoffs.size()) {
  const auto own = [&](const Payoff& o) { return seat == 0 ? o.zero : o.one; };
  for (const Payoff& o : game.payoffs) ++starts_[own(o) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
  for (const Payoff& o : game.payoffs) {
    cells_[next[own(o)]++] = seat == 0 ? Cell{o.one, o.gain} : Cell{o.zero, -o.gain};
  }
}

void GainRows::rows(std::uint32_t begin, std::uint32_t end, const Plan& other,
                    std::vector<double>& out) const {
  for (std::uint32_t row = begin; row < end; ++row) {
    double sum = 0;
    for (std::uint64_t i = starts_[row]; i < starts_[row + 1]; ++i) {
      sum += cells_[i].gain * other[cells_[i].other];
    }
    out[row] = sum;
  }
}

// Threads get rows with about equally many cells: a row's sum never depends on the thread.
void GainRows::gains(const Plan& other, std::vector<double>& out, int threads) const {
  const auto row_count = static_cast<std::uint32_t>(starts_.size() - 1);
  out.resize(row_count);
  std::vector<std::thread> helpers;
  std::uint32_t begin = 0;
  for (int part = 1; part <= threads; ++part) {
    const std::uint64_t cell =
        cells_.size() * static_cast<std::uint64_t>(part) / static_cast<std::uint64_t>(threads);
    const auto at = std::lower_bound(starts_.begin(), starts_.end(), cell) - starts_.begin();
    const auto end =
        part == threads ? row_count : std::min(static_cast<std::uint32_t>(at), row_count);
    if (part == threads) {
      rows(begin, end, other, out);
    } else {
      helpers.emplace_back([this, begin, end, &other, &out] { rows(begin, end, other, out); });
    }
    begin = end;
  }
  for (std::thread& helper : helpers) helper.join();
}

Solver::Solver(const SequenceGame& game, int threads) : game_(game), threads_(threads) {
  for (int seat = 0; seat < 2; ++seat) {
    const SequenceTree& tree = game.trees[static_cast<std::size_t>(seat)];
    sides_.push_back({GainRows(game, seat), std::vector<double>(tree.sequences, 0.0),
                      std::vector<double>(tree.sequences, 0.0), uniform_plan(tree)});
  }
}

void Solver::iterate() {
  ++iterations_;
  update(0);
  update(1);
}

void Solver::update(int seat) {
  const auto own = static_cast<std::size_t>(seat);
  sides_[own].rows.gains(sides_[1 - own].plan, scratch_, threads_);
  learn(seat);
  next_plan(seat);
  add_to_average(seat);
}

// Backwards through the information sets: each action's gain beyond the plan's.
void Solver::learn(int seat) {
  std::vector<double>& gain = scratch_;
  std::vector<double>& regret = sides_[static_cast<std::size_t>(seat)].regret;
  const auto& sets = game_.trees[static_cast<std::size_t>(seat)].sets;
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    double mean = 0;
    for_each_share(*set, regret,
                   [&](std::uint32_t sequence, double share) { mean += share * gain[sequence]; });
    for (std::uint32_t i = set->first; i < set->first + set->actions; ++i) {
      regret[i] = std::max(0.0, regret[i] + gain[i] - mean);
    }
    gain[set->parent] += mean;
  }
}

void Solver::next_plan(int seat) {
  Side& side = sides_[static_cast<std::size_t>(seat)];
  for (const InfoSet& set : game_.trees[static_cast<std::size_t>(seat)].sets) {
    for_each_share(set, side.regret, [&](std::uint32_t sequence, double share) {
      side.plan[sequence] = side.plan[set.parent] * share;
    });
  }
}

// Weights grow with the square of the iteration: early plans are soon forgotten.
void Solver::add_to_average(int seat) {
  Side& side = sides_[static_cast<std::size_t>(seat)];
  const double weight = static_cast<double>(iterations_) * iterations_;
  for (std::size_t i = 0; i < side.sum.size(); ++i) side.sum[i] += weight * side.plan[i];
}

Plan Solver::average(int seat) const {
  Plan plan = sides_[static_cast<std::size_t>(seat)].sum;
  if (iterations_ == 0) return sides_[static_cast<std::size_t>(seat)].plan;
  const double all = plan[0];
  for (double& likely : plan) likely /= all;
  return plan;
}

double Solver::best_response(int seat, const Plan& other) {
  std::vector<double>& gain = scratch_;
  sides_[static_cast<std::size_t>(seat)].rows.gains(other, gain, threads_);
  const auto& sets = game_.trees[static_cast<std::size_t>(seat)].sets;
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    const auto first = gain.begin() + set->first;
    gain[set->parent] += *std::max_element(first, first + set->actions);
  }
  return as_wins(gain[0]);
}

double Solver::value(const Plan& zero, const Plan& one) {
  sides_[0].rows.gains(one, scratch_, threads_);
  double sum = 0;
  for (std::size_t i = 0; i < zero.size(); ++i) sum += zero[i] * scratch_[i];
  return as_wins(sum);
}

Solution solve(Solver& solver, const SolveLimits& limits) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Solution solution;
  for (int check = 16;; check += std::max(16, check / 4)) {
    while (solver.iterations() < std::min(check, limits.iterations)) solver.iterate();
    const Plan zero = solver.average(0);
    const Plan one = solver.average(1);
    const double both = solver.best_response(0, one) + solver.best_response(1, zero);
    solution.value = solver.value(zero, one);
    solution.exploitability = (both - 1) / 2;
    solution.iterations = solver.iterations();
    solution.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (solution.exploitability <= limits.exploitability || solution.seconds >= limits.seconds ||
        solution.iterations >= limits.iterations) {
      return solution;
    }
  }
}

}  // namespace nl
