// Matches with a sequential stopping rule.
#include "arena/sequential_match.h"

#include <algorithm>
#include <stdexcept>

namespace nl {
namespace {

constexpr std::uint64_t kBlock = 16;

void add_pair(const DealLine& line, const std::string& tested, SequentialResult& result) {
  const std::size_t agent = line.key.agents[0] == tested ? 0 : 1;
  double wins = 0;
  double luck = 0;
  for (std::size_t game = 0; game < line.places.size(); ++game) {
    wins += line.places[game][agent] == 1;
    if (!line.luck.empty()) luck += line.luck[game][agent];
  }
  ++result.counts[static_cast<std::size_t>(2 * wins)];
  result.less_luck.add((wins - luck) / 2);
  ++result.deals;
}

}  // namespace

SequentialResult play_sequentially(const TournamentPlan& plan, const SprtPlan& sprt,
                                   const std::function<bool(const SequentialResult&)>& report) {
  if (plan.field.size() != 2 || plan.board.seats != 2) {
    throw std::invalid_argument("a sequential test needs two agents and two seats");
  }
  if (sprt.elo1 <= sprt.elo0) {
    throw std::invalid_argument("a sequential test needs a second strength above the first");
  }
  SequentialResult result;
  TournamentPlan block = plan;
  while (result.verdict == SprtVerdict::Open && result.deals < plan.deals) {
    block.first = plan.first + result.deals;
    block.deals = std::min(kBlock, plan.deals - result.deals);
    run_tournament(block, {},
                   {[&](const DealLine& line) { add_pair(line, plan.field[0].name, result); }, {}});
    result.ratio = plan.luck ? log_likelihood_ratio(result.less_luck, sprt)
                             : log_likelihood_ratio(result.counts, sprt);
    result.verdict =
        plan.luck ? verdict_of(result.less_luck, sprt) : verdict_of(result.counts, sprt);
    if (!report(result)) break;
  }
  return result;
}

}  // namespace nl
