// Session score: counts wins, lists the best first.
#include "terminal/session_score.h"

#include <algorithm>
#include <numeric>

namespace nl {

void SessionScore::add(Names names, Seat winner) {
  if (!std::equal(names.begin(), names.end(), names_.begin(), names_.end())) {
    names_.assign(names.begin(), names.end());
    wins_.assign(names.size(), 0);
    games_ = 0;
  }
  ++games_;
  if (winner < wins_.size()) ++wins_[winner];
}

Lines SessionScore::lines(const Words& w) const {
  std::vector<std::size_t> order(names_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wins_[a] > wins_[b]; });
  std::string list;
  for (const std::size_t seat : order) {
    list += (list.empty() ? "" : ", ") + names_[seat] + ' ' + std::to_string(wins_[seat]);
  }
  return {w.ui("evening", {{"number", std::to_string(games_)}, {"list", list}})};
}

}  // namespace nl
