// Boards: ratings and shares of wins from a log.
#include "arena/board.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "arena/intervals.h"
#include "arena/ratings.h"
#include "engine/random.h"

namespace nl {
namespace {

using Matrix = std::vector<std::vector<double>>;
using Agents = std::vector<std::size_t>;  // rows of the board

// Totals of one deal, by agent of the line-up.
struct DealSums {
  std::size_t deal = 0;  // its number on the board: line-ups share deals
  double games = 0;
  std::vector<double> wins{};
  std::vector<double> places{};
  std::vector<double> less_luck{};  // wins minus luck, if measured
};

// All games of one line-up.
struct LineUpSums {
  Agents agents;
  std::vector<DealSums> deals;
};

// For a line-up, over some choice of its deals.
struct Shares {
  std::vector<double> wins{};  // per game, by agent of the line-up
  std::vector<double> place;
  std::vector<double> less_luck;
};

Shares shares_of(const LineUpSums& lineup, const std::vector<std::size_t>& chosen) {
  const std::size_t n = lineup.agents.size();
  Shares shares{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  double games = 0;
  for (const std::size_t d : chosen) {
    games += lineup.deals[d].games;
    for (std::size_t i = 0; i < n; ++i) {
      shares.wins[i] += lineup.deals[d].wins[i];
      shares.place[i] += lineup.deals[d].places[i];
      shares.less_luck[i] += lineup.deals[d].less_luck[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    shares.wins[i] /= games;
    shares.place[i] /= games;
    shares.less_luck[i] /= games;
  }
  return shares;
}

std::vector<std::size_t> every_deal(const LineUpSums& lineup) {
  std::vector<std::size_t> all(lineup.deals.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// The line-up's deals, weighted as the bootstrap drew them. If none was drawn, all.
std::vector<std::size_t> drawn_deals(const LineUpSums& lineup, const std::vector<int>& times) {
  std::vector<std::size_t> drawn;
  for (std::size_t d = 0; d < lineup.deals.size(); ++d) {
    drawn.insert(drawn.end(), static_cast<std::size_t>(times[lineup.deals[d].deal]), d);
  }
  return drawn.empty() ? every_deal(lineup) : drawn;
}

// Inputs that the bootstrap uses again and again.
struct Figures {
  std::vector<double> strength;  // natural logarithms, minus the zero of the points
  std::vector<double> win_share;
  std::vector<double> less_luck;
  Matrix wins_from;
  Matrix met;
};

int sets_of(std::size_t agents, int seats) {
  double sets = 1;
  for (int i = 0; i < seats; ++i) sets = sets * (static_cast<double>(agents) - i) / (i + 1);
  return static_cast<int>(std::lround(sets));
}

class BoardMaker {
 public:
  explicit BoardMaker(const BoardKey& key) { board_.key = key; }

  void add(const DealLine& line) { lines_.emplace(line.key, &line); }

  Board make(int bootstraps) {
    number_agents();
    sum_up();
    find_anchors();
    const Figures figures = figures_of(all_shares(), {});
    fill_rows(figures);
    bootstrap(figures, bootstraps);
    sort_rows();
    fill_matches(bootstraps);
    return std::move(board_);
  }

 private:
  static std::string hash_at(const DealKey& key, std::size_t i) {
    return key.hashes.empty() ? std::string() : key.hashes[i];
  }
  std::string name_at(const DealKey& key, std::size_t i) const {
    const std::string& name = key.agents[i];
    if (hashes_.at(name).size() == 1) return name;
    return name + '#' + (key.hashes.empty() ? "?" : key.hashes[i].substr(0, 8));
  }
  static bool is_match(const DealKey& key) {
    return std::set<std::string>(key.agents.begin(), key.agents.end()).size() < key.agents.size();
  }

  // Games of programs and of bots with a clock can't be replayed.
  static bool can_be_replayed(const std::string& agent, const DealKey& key) {
    return !key.hashes.empty() && !agent.ends_with("ms") && make_bot(agent, 1) != nullptr;
  }

  // Only agents with a seat in a line-up of different agents have a row.
  void number_agents() {
    std::set<std::string> engines;
    std::set<std::string> machines;
    std::set<std::string> seatings;
    for (const auto& [key, line] : lines_) {
      engines.insert(line->engine);
      if (!line->machine.empty()) machines.insert(line->machine);
      seatings.insert(std::string(seating_name(key.seating)));
      for (std::size_t i = 0; i < key.agents.size(); ++i) {
        hashes_[key.agents[i]].insert(hash_at(key, i));
      }
    }
    for (const auto& [key, line] : lines_) {
      for (std::size_t i = 0; i < key.agents.size() && !is_match(key); ++i) {
        const auto [found, added] = numbers_.try_emplace(name_at(key, i), board_.rows.size());
        if (added) board_.rows.push_back({.agent = found->first});
        board_.rows[found->second].verifiable &= can_be_replayed(key.agents[i], key);
      }
    }
    board_.engines.assign(engines.begin(), engines.end());
    board_.machines.assign(machines.begin(), machines.end());
    board_.seatings.assign(seatings.begin(), seatings.end());
  }

  void sum_up() {
    std::map<Agents, LineUpSums> by_agents;
    times_.resize(board_.rows.size());
    for (const auto& [key, line] : lines_) {
      const std::size_t deal =
          deals_.try_emplace({key.seed, key.deal}, deals_.size()).first->second;
      if (is_match(key)) {
        add_to_match(*line, deal);
        continue;
      }
      Agents agents;
      for (std::size_t i = 0; i < key.agents.size(); ++i) {
        agents.push_back(numbers_.at(name_at(key, i)));
      }
      tally(agents, *line);
      add_deal(agents, *line, deal, by_agents);
    }
    for (auto& [agents, lineup] : by_agents) lineups_.push_back(std::move(lineup));
    board_.deals = static_cast<int>(deals_.size());
    board_.lineups = static_cast<int>(lineups_.size());
    board_.luck_measured &= !lineups_.empty();
    board_.all_lineups = sets_of(board_.rows.size(), board_.key.seats);
  }

  // A line-up is a set: the order of the agents doesn't matter.
  void add_deal(const Agents& agents, const DealLine& line, std::size_t deal,
                std::map<Agents, LineUpSums>& by_agents) {
    Agents sorted = agents;
    std::sort(sorted.begin(), sorted.end());
    LineUpSums& lineup = by_agents[sorted];
    lineup.agents = sorted;
    DealSums& sums = lineup.deals.emplace_back(DealSums{.deal = deal});
    sums.wins.resize(agents.size());
    sums.places.resize(agents.size());
    sums.less_luck.resize(agents.size());
    board_.luck_measured &= !line.luck.empty();
    for (std::size_t game = 0; game < line.places.size(); ++game) {
      ++sums.games;
      ++board_.games;
      for (std::size_t i = 0; i < agents.size(); ++i) {
        const auto at = static_cast<std::size_t>(
            std::find(sorted.begin(), sorted.end(), agents[i]) - sorted.begin());
        const int place = line.places[game][i];
        sums.wins[at] += place == 1;
        sums.places[at] += place;
        sums.less_luck[at] += (place == 1) - (line.luck.empty() ? 0 : line.luck[game][i]);
      }
    }
  }
  void tally(const Agents& agents, const DealLine& line) {
    for (std::size_t i = 0; i < agents.size(); ++i) {
      BoardRow& row = board_.rows[agents[i]];
      ++row.deals;
      row.games += static_cast<int>(line.places.size());
      row.decisions += line.tallies[i].decisions;
      row.illegal += line.tallies[i].illegal;
      row.timeouts += line.tallies[i].timeouts;
      times_[agents[i]].add(line.tallies[i].times);
    }
  }

  // In a match the seats of one agent are added up.
  void add_to_match(const DealLine& line, std::size_t deal) {
    std::map<std::string, int> seats;
    for (std::size_t i = 0; i < line.key.agents.size(); ++i) ++seats[name_at(line.key, i)];
    LineUpSums& match = matches_[{seats.begin(), seats.end()}];
    DealSums& sums = match.deals.emplace_back(DealSums{.deal = deal});
    match.agents.resize(seats.size());
    sums.wins.resize(seats.size());
    sums.places.resize(seats.size());
    sums.less_luck.resize(seats.size());
    for (const auto& places : line.places) {
      ++sums.games;
      for (std::size_t i = 0; i < places.size(); ++i) {
        const auto at = static_cast<std::size_t>(
            std::distance(seats.begin(), seats.find(name_at(line.key, i))));
        sums.wins[at] += places[i] == 1;
        sums.places[at] += places[i];
      }
    }
  }

  void find_anchors() {
    for (const std::string_view anchor : kAnchors) {
      const auto found = numbers_.find(std::string(anchor));
      if (found != numbers_.end()) anchors_.push_back(found->second);
    }
    board_.anchored = anchors_.size() == kAnchors.size();
  }

  std::vector<Shares> all_shares() const {
    std::vector<Shares> shares;
    for (const LineUpSums& lineup : lineups_) {
      shares.push_back(shares_of(lineup, every_deal(lineup)));
    }
    return shares;
  }

  // Line-ups have equal weight, however many games they played.
  std::vector<Field> fields_of(const std::vector<Shares>& shares) const {
    const double each = static_cast<double>(board_.games) /
                        static_cast<double>(std::max<std::size_t>(1, lineups_.size()));
    std::vector<Field> fields;
    for (std::size_t l = 0; l < lineups_.size(); ++l) {
      Field& field = fields.emplace_back(Field{lineups_[l].agents, shares[l].wins});
      for (double& wins : field.wins) wins *= each;
    }
    return fields;
  }

  Figures figures_of(const std::vector<Shares>& shares, const std::vector<double>& start) const {
    const std::size_t n = board_.rows.size();
    Figures f{fit_wins(n, fields_of(shares), start.empty() ? 2000 : 50, start),
              std::vector<double>(n), std::vector<double>(n), Matrix(n, std::vector<double>(n)),
              Matrix(n, std::vector<double>(n))};
    std::vector<double> fields(n);
    for (std::size_t l = 0; l < lineups_.size(); ++l) {
      const Agents& agents = lineups_[l].agents;
      for (std::size_t i = 0; i < agents.size(); ++i) {
        ++fields[agents[i]];
        f.win_share[agents[i]] += shares[l].wins[i];
        f.less_luck[agents[i]] += shares[l].less_luck[i];
        for (std::size_t j = 0; j < agents.size(); ++j) {
          if (i == j) continue;
          f.wins_from[agents[i]][agents[j]] += shares[l].wins[i];
          f.met[agents[i]][agents[j]] += shares[l].wins[i] + shares[l].wins[j];
        }
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      f.win_share[i] /= std::max(1.0, fields[i]);
      f.less_luck[i] /= std::max(1.0, fields[i]);
      for (std::size_t j = 0; j < n; ++j) {
        f.wins_from[i][j] = f.met[i][j] > 0 ? f.wins_from[i][j] / f.met[i][j]
                                            : 1 / (1 + std::exp(f.strength[j] - f.strength[i]));
      }
    }
    if (board_.anchored) move_to_anchors(f.strength);
    return f;
  }
  void move_to_anchors(std::vector<double>& strength) const {
    double mean = 0;
    for (const std::size_t i : anchors_) mean += strength[i] / static_cast<double>(anchors_.size());
    for (double& one : strength) one -= mean;
  }

  void fill_rows(const Figures& figures) {
    const std::vector<double> rank = alpha_rank(figures.wins_from);
    for (std::size_t i = 0; i < board_.rows.size(); ++i) {
      BoardRow& row = board_.rows[i];
      row.strength.value = as_points(figures.strength[i]);
      row.win_share.value = figures.win_share[i];
      row.less_luck.value = figures.less_luck[i];
      row.alpha_rank = rank[i];
      for (const double share : figures.wins_from[i]) row.wins_from.push_back({share});
      for (const double games : figures.met[i]) row.has_met.push_back(games > 0);
      row.p50_micros = times_[i].quantile(0.5);
      row.p99_micros = times_[i].quantile(0.99);
    }
    fill_places();
  }
  void fill_places() {
    std::vector<double> fields(board_.rows.size());
    for (const LineUpSums& lineup : lineups_) {
      const Shares shares = shares_of(lineup, every_deal(lineup));
      for (std::size_t i = 0; i < lineup.agents.size(); ++i) {
        ++fields[lineup.agents[i]];
        board_.rows[lineup.agents[i]].mean_place += shares.place[i];
      }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) board_.rows[i].mean_place /= fields[i];
  }

  // All line-ups play the same deals, so the bootstrap draws a deal for all of them.
  std::vector<int> draw_jointly(int iteration) const {
    Stream random(mix64(static_cast<std::uint64_t>(iteration) + 1));
    std::vector<int> times(deals_.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      ++times[bounded(random, static_cast<std::uint32_t>(times.size()))];
    }
    return times;
  }

  void bootstrap(const Figures& figures, int iterations) {
    const std::size_t n = board_.rows.size();
    std::vector<std::vector<double>> strength(n), wins(n), less_luck(n);
    std::vector<std::vector<std::vector<double>>> from(n, std::vector<std::vector<double>>(n));
    for (int k = 0; k < iterations; ++k) {
      const std::vector<int> times = draw_jointly(k);
      std::vector<Shares> shares;
      for (const LineUpSums& lineup : lineups_) {
        shares.push_back(shares_of(lineup, drawn_deals(lineup, times)));
      }
      const Figures again = figures_of(shares, figures.strength);
      for (std::size_t i = 0; i < n; ++i) {
        strength[i].push_back(as_points(again.strength[i]));
        wins[i].push_back(again.win_share[i]);
        less_luck[i].push_back(again.less_luck[i]);
        for (std::size_t j = 0; j < n; ++j) from[i][j].push_back(again.wins_from[i][j]);
      }
    }
    const auto deals = static_cast<int>(deals_.size());
    for (std::size_t i = 0; i < n; ++i) {
      BoardRow& row = board_.rows[i];
      row.strength = interval_of(row.strength.value, strength[i], deals);
      row.win_share = share_interval(row.win_share.value, wins[i], deals);
      row.less_luck = interval_of(row.less_luck.value, less_luck[i], deals);
      for (std::size_t j = 0; j < n; ++j) {
        row.wins_from[j] = share_interval(row.wins_from[j].value, from[i][j], deals);
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
        row.wins_from[j] = board_.rows[i].wins_from[order[j]];
        row.has_met[j] = board_.rows[i].has_met[order[j]];
      }
      sorted.push_back(std::move(row));
    }
    board_.rows = std::move(sorted);
  }

  void fill_matches(int bootstraps) {
    for (const auto& [seats, sums] : matches_) {
      Match& match = board_.matches.emplace_back();
      match.deals = static_cast<int>(sums.deals.size());
      for (const DealSums& deal : sums.deals) match.games += static_cast<int>(deal.games);
      const Shares all = shares_of(sums, every_deal(sums));
      std::vector<std::vector<double>> samples(seats.size());
      for (int k = 0; k < bootstraps; ++k) {
        const Shares again = shares_of(sums, drawn_deals(sums, draw_jointly(k)));
        for (std::size_t i = 0; i < seats.size(); ++i) {
          samples[i].push_back(again.wins[i] / seats[i].second);
        }
      }
      for (std::size_t i = 0; i < seats.size(); ++i) {
        match.rows.push_back(
            {seats[i].first, seats[i].second,
             share_interval(all.wins[i] / seats[i].second, samples[i], match.deals)});
      }
    }
  }

  Board board_;
  std::map<DealKey, const DealLine*> lines_;
  std::map<std::string, std::set<std::string>> hashes_;  // by name
  std::map<std::string, std::size_t> numbers_;
  Agents anchors_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> deals_;  // by seed and deal
  std::vector<LineUpSums> lineups_;
  std::map<std::vector<std::pair<std::string, int>>, LineUpSums> matches_;  // by who has how many
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
