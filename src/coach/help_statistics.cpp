// Statistics of help between pairs of players.
#include "coach/help_statistics.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

namespace nl {

void HelpMean::add(double help) {
  ++games_;
  sum_ += help;
  squares_ += help * help;
}

double HelpMean::chance() const {
  if (games_ < 2) return 1;
  const double variance = (squares_ - sum_ * sum_ / games_) / (games_ - 1);
  if (variance <= 0) return 1;  // no game with a choice
  const double t = mean() / std::sqrt(variance / games_);
  return boost::math::cdf(boost::math::complement(boost::math::students_t(games_ - 1), t));
}

void HelpStatistics::add(const std::string& game, const std::vector<std::string>& players,
                         const HelpGiven& help) {
  assert(players.size() <= kMaxSeats);
  const auto seats = static_cast<Seat>(players.size());
  for (Seat a = 0; a < seats; ++a) {
    for (Seat b = 0; b < seats; ++b) {
      if (players[a].empty() || players[b].empty() || players[a] >= players[b]) continue;
      Pair& pair = pairs_[{players[a], players[b]}];
      pair.forward.add(help.to(a, b));
      pair.backward.add(help.to(b, a));
      pair.both.add(help.to(a, b) + help.to(b, a));
      pair.games.push_back(game);
    }
  }
}

int HelpStatistics::tests() const {
  const auto counted = std::count_if(pairs_.begin(), pairs_.end(), [](const auto& entry) {
    return entry.second.forward.games() >= kFewestGames;
  });
  return 3 * static_cast<int>(counted);
}

// The least likely of the pair's three tests.
HelpFlag HelpStatistics::best_test(const std::pair<std::string, std::string>& names,
                                   const Pair& pair) {
  HelpFlag best{.giver = names.first, .receiver = names.second, .games = pair.games};
  const auto test = [&](const HelpMean& help, bool backward, bool mutual) {
    const double chance = help.chance();
    if (chance >= best.chance) return;
    best.giver = backward ? names.second : names.first;
    best.receiver = backward ? names.first : names.second;
    best.mutual = mutual;
    best.help = help.mean();
    best.chance = chance;
  };
  test(pair.forward, false, false);
  test(pair.backward, true, false);
  test(pair.both, false, true);
  return best;
}

std::vector<HelpFlag> HelpStatistics::flags(double alarms) const {
  std::vector<HelpFlag> flags;
  const double most = alarms / std::max(1, tests());
  for (const auto& [names, pair] : pairs_) {
    if (pair.forward.games() < kFewestGames) continue;
    HelpFlag flag = best_test(names, pair);
    if (flag.chance <= most) flags.push_back(std::move(flag));
  }
  std::sort(flags.begin(), flags.end(),
            [](const HelpFlag& a, const HelpFlag& b) { return a.chance < b.chance; });
  return flags;
}

}  // namespace nl
