#include "arena/board.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "arena/ratings.h"
#include "engine/random.h"

namespace nl {
namespace {

using Matrix = std::vector<std::vector<double>>;

// What one deal adds: sums can be taken over any choice of deals.
struct DealSums {
  std::map<std::size_t, double> rankings;  // by number of the ranking
  std::vector<double> games;
  std::vector<double> wins;
  Matrix met;    // seats of i against seats of j
  Matrix ahead;  // … where i came in before j
};

Estimate interval(double value, std::vector<double>& samples) {
  if (samples.empty()) return {value, value, value};
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double share) {
    return samples[static_cast<std::size_t>(share * static_cast<double>(samples.size() - 1) + 0.5)];
  };
  return {value, at(0.025), at(0.975)};
}

// Everything that the bootstrap computes again and again.
struct Figures {
  std::vector<double> strength;
  std::vector<double> win_share;
  Matrix ahead;
  Matrix met;
};

class BoardMaker {
 public:
  explicit BoardMaker(const BoardKey& key) { board_.key = key; }

  void add(const DealLine& line) { lines_.emplace(line.key, &line); }

  Board make(int bootstraps) {
    number_agents();
    sum_up();
    const Figures figures = figures_of(std::vector<double>(deals_.size(), 1.0), {});
    fill_rows(figures);
    if (deals_.size() > 1) bootstrap(figures, bootstraps);
    sort_rows();
    return std::move(board_);
  }

 private:
  void number_agents() {
    std::set<std::string> names;
    std::set<std::string> engines;
    for (const auto& [key, line] : lines_) {
      names.insert(key.agents.begin(), key.agents.end());
      engines.insert(line->engine);
    }
    for (const std::string& name : names) {
      numbers_[name] = board_.rows.size();
      board_.rows.push_back({.agent = name});
    }
    board_.engines.assign(engines.begin(), engines.end());
  }

  void sum_up() {
    const std::size_t n = board_.rows.size();
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> deal_numbers;
    for (const auto& [key, line] : lines_) {
      const auto [found, added] = deal_numbers.try_emplace({key.seed, key.deal}, deals_.size());
      if (added) {
        deals_.push_back({{},
                          std::vector<double>(n),
                          std::vector<double>(n),
                          Matrix(n, std::vector<double>(n)),
                          Matrix(n, std::vector<double>(n))});
      }
      std::vector<std::size_t> agents;
      for (const std::string& name : key.agents) agents.push_back(numbers_.at(name));
      for (const auto& places : line->places) add_game(agents, places, deals_[found->second]);
      tally(agents, *line);
    }
    board_.deals = static_cast<int>(deals_.size());
  }
  void add_game(const std::vector<std::size_t>& agents, const std::vector<int>& places,
                DealSums& sums) {
    std::vector<std::size_t> order(agents.size());
    for (std::size_t i = 0; i < agents.size(); ++i) {
      order[static_cast<std::size_t>(places[i] - 1)] = agents[i];
      sums.games[agents[i]] += 1;
      sums.wins[agents[i]] += places[i] == 1;
      board_.rows[agents[i]].mean_place += places[i];
      for (std::size_t j = 0; j < agents.size(); ++j) {
        if (agents[i] == agents[j]) continue;
        sums.met[agents[i]][agents[j]] += 1;
        sums.ahead[agents[i]][agents[j]] += places[i] < places[j];
      }
    }
    ++board_.games;
    const auto [found, added] = ranking_numbers_.try_emplace(order, rankings_.size());
    if (added) rankings_.push_back({order, 0});
    sums.rankings[found->second] += 1;
  }
  void tally(const std::vector<std::size_t>& agents, const DealLine& line) {
    times_.resize(board_.rows.size());
    for (std::size_t i = 0; i < agents.size(); ++i) {
      BoardRow& row = board_.rows[agents[i]];
      row.games += static_cast<int>(line.places.size());
      row.decisions += line.tallies[i].decisions;
      row.illegal += line.tallies[i].illegal;
      row.timeouts += line.tallies[i].timeouts;
      times_[agents[i]].add(line.tallies[i].times);
    }
  }

  // The figures of a choice of deals: how often each was chosen.
  Figures figures_of(const std::vector<double>& chosen, const std::vector<double>& start) {
    const std::size_t n = board_.rows.size();
    for (Ranking& ranking : rankings_) ranking.weight = 0;
    std::vector<double> games(n), wins(n);
    Matrix met(n, std::vector<double>(n)), ahead = met;
    for (std::size_t d = 0; d < deals_.size(); ++d) {
      if (chosen[d] == 0) continue;
      for (const auto& [number, times] : deals_[d].rankings) {
        rankings_[number].weight += chosen[d] * times;
      }
      for (std::size_t i = 0; i < n; ++i) {
        games[i] += chosen[d] * deals_[d].games[i];
        wins[i] += chosen[d] * deals_[d].wins[i];
        for (std::size_t j = 0; j < n; ++j) {
          met[i][j] += chosen[d] * deals_[d].met[i][j];
          ahead[i][j] += chosen[d] * deals_[d].ahead[i][j];
        }
      }
    }
    const std::vector<double> strength =
        plackett_luce(n, rankings_, start.empty() ? 2000 : 50, start);
    for (std::size_t i = 0; i < n; ++i) {
      wins[i] = games[i] > 0 ? wins[i] / games[i] : 0;
      for (std::size_t j = 0; j < n; ++j) {
        ahead[i][j] =
            met[i][j] > 0 ? ahead[i][j] / met[i][j] : 1 / (1 + std::exp(strength[j] - strength[i]));
      }
    }
    return {strength, wins, ahead, met};
  }

  void fill_rows(const Figures& figures) {
    const std::vector<double> rank = alpha_rank(figures.ahead);
    for (std::size_t i = 0; i < board_.rows.size(); ++i) {
      BoardRow& row = board_.rows[i];
      std::vector<double> none;
      row.strength = interval(as_points(figures.strength[i]), none);
      row.win_share = interval(figures.win_share[i], none);
      row.mean_place /= std::max(1, row.games);
      row.alpha_rank = rank[i];
      for (const double share : figures.ahead[i]) row.ahead_of.push_back(interval(share, none));
      for (const double games : figures.met[i]) row.has_met.push_back(games > 0);
      row.p50_micros = times_[i].quantile(0.5);
      row.p99_micros = times_[i].quantile(0.99);
    }
  }

  // Deals are drawn anew with replacement: the games of one deal hang together, deals don't.
  void bootstrap(const Figures& figures, int times) {
    const std::size_t n = board_.rows.size();
    std::vector<std::vector<double>> strength(n), wins(n);
    std::vector<std::vector<std::vector<double>>> ahead(n, std::vector<std::vector<double>>(n));
    for (int k = 0; k < times; ++k) {
      Stream lots(mix64(static_cast<std::uint64_t>(k) + 1));
      std::vector<double> chosen(deals_.size(), 0.0);
      for (std::size_t d = 0; d < deals_.size(); ++d) {
        ++chosen[bounded(lots, static_cast<std::uint32_t>(deals_.size()))];
      }
      const Figures again = figures_of(chosen, figures.strength);
      for (std::size_t i = 0; i < n; ++i) {
        strength[i].push_back(as_points(again.strength[i]));
        wins[i].push_back(again.win_share[i]);
        for (std::size_t j = 0; j < n; ++j) ahead[i][j].push_back(again.ahead[i][j]);
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      BoardRow& row = board_.rows[i];
      row.strength = interval(row.strength.value, strength[i]);
      row.win_share = interval(row.win_share.value, wins[i]);
      for (std::size_t j = 0; j < n; ++j) {
        row.ahead_of[j] = interval(row.ahead_of[j].value, ahead[i][j]);
      }
    }
  }

  void sort_rows() {
    std::vector<std::size_t> order(board_.rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return board_.rows[a].strength.value > board_.rows[b].strength.value;
    });
    std::vector<BoardRow> sorted;
    for (const std::size_t i : order) {
      BoardRow row = board_.rows[i];
      for (std::size_t j = 0; j < order.size(); ++j) {
        row.ahead_of[j] = board_.rows[i].ahead_of[order[j]];
        row.has_met[j] = board_.rows[i].has_met[order[j]];
      }
      sorted.push_back(std::move(row));
    }
    board_.rows = std::move(sorted);
  }

  Board board_;
  std::map<DealKey, const DealLine*> lines_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<DealSums> deals_;
  std::vector<Ranking> rankings_;
  std::map<std::vector<std::size_t>, std::size_t> ranking_numbers_;
  std::vector<TimeHistogram> times_;
};

}  // namespace

std::vector<Board> boards(const std::vector<DealLine>& log, int bootstraps) {
  std::map<BoardKey, BoardMaker> makers;
  for (const DealLine& line : log) {
    makers.try_emplace(line.key.board, line.key.board).first->second.add(line);
  }
  std::vector<Board> made;
  for (auto& [key, maker] : makers) made.push_back(maker.make(bootstraps));
  return made;
}

}  // namespace nl
