#include "bots/net_belief.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bots/draw_alike.h"

namespace nl {
namespace {

// Worlds.
constexpr int kSideBySide = 16;

struct TriedInBelief {
  Weighed choice;
  std::vector<double> wins;  // world by world, the same for all

  double mean() const {
    double sum = 0;
    for (const double win : wins) sum += win;
    return wins.empty() ? 0 : sum / static_cast<double>(wins.size());
  }
};

// The answers that are worth a look, the likeliest first.
std::vector<TriedInBelief> promising(std::vector<Weighed> choices, const NetBeliefStyle& style) {
  std::sort(choices.begin(), choices.end(),
            [](const Weighed& a, const Weighed& b) { return a.chance > b.chance; });
  std::vector<TriedInBelief> tried;
  for (const Weighed& choice : choices) {
    if (tried.size() == style.most_tried) break;
    if (tried.empty() || choice.chance >= style.worth_a_try) tried.push_back({choice, {}});
  }
  return tried;
}

void try_all(const Rules& rules, const View& v, Past past, const NetBeliefStyle& style,
             Budget budget, Stream& chance, std::vector<TriedInBelief>& tried) {
  // Of the lots that these steps give, any number in a row is spread evenly.
  constexpr double kGoldenStep = 0.6180339887498949;
  const Network& policy = net_network();
  const BudgetClock clock(budget);
  const Worlds worlds(rules, v, past, policy, style.belief, chance);
  Rollouts rollouts(rules, policy, v.viewer, style.until);
  double lot = chance() / 4294967296.0;
  for (int done = 0; clock.more(done);) {
    // So many that the policy is asked many questions at once, and the clock is looked at.
    for (int i = 0; i < kSideBySide && (budget.tries == 0 || done < budget.tries); ++i, ++done) {
      lot += kGoldenStep;
      lot -= std::floor(lot);
      const Imagined& imagined = worlds.pick(lot);
      const std::uint64_t luck = std::uint64_t{chance()} << 32 | chance();
      for (const TriedInBelief& one : tried) rollouts.add(imagined, one.choice.action, luck);
    }
    const std::vector<double> wins = rollouts.play();
    for (std::size_t i = 0; i < wins.size(); ++i) tried[i % tried.size()].wins.push_back(wins[i]);
  }
}

// How much more an answer wins than the first, and how much of that is to be taken for true.
double advantage(const TriedInBelief& one, const TriedInBelief& first, double spread) {
  const auto n = static_cast<double>(one.wins.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < one.wins.size(); ++i) {
    const double difference = one.wins[i] - first.wins[i];
    sum += difference;
    squares += difference * difference;
  }
  if (n < 2) return 0;
  const double mean = sum / n;
  if (spread == 0) return mean;
  const double error = std::max(0.0, squares / n - mean * mean) / (n - 1);
  return mean * spread * spread / (spread * spread + error);
}

std::vector<Weighed> bent(const std::vector<TriedInBelief>& tried, const NetBeliefStyle& style) {
  std::vector<Weighed> choices;
  double sum = 0;
  for (const TriedInBelief& one : tried) {
    const double gain = advantage(one, tried.front(), style.spread);
    choices.push_back({one.choice.action, one.choice.chance * std::exp(gain / style.temperature)});
    sum += choices.back().chance;
  }
  for (Weighed& choice : choices) choice.chance /= sum;
  return choices;
}

}  // namespace

Action NetBeliefBot::act(const Rules& rules, const View& v, Past past) {
  assert(!v.legal.empty());
  if (v.legal.size() == 1) {
    reason_ = {Why::Forced};
    return v.legal.nth(0);
  }
  const std::vector<Weighed> choices = weigh(net_network(), rules, v, past);
  return draw_alike(choices, look(rules, v, past, choices), chance_, looks_).action;
}

std::vector<Weighed> NetBeliefBot::look(const Rules& rules, const View& v, Past past,
                                        const std::vector<Weighed>& choices) {
  std::vector<TriedInBelief> tried = promising(choices, style_);
  if (tried.size() > 1) try_all(rules, v, past, style_, budget_, looks_, tried);
  std::vector<Weighed> mixed = bent(tried, style_);
  double wins = 0;
  for (std::size_t i = 0; i < tried.size(); ++i) wins += mixed[i].chance * tried[i].mean();
  reason_ = tried.size() == 1 ? Reason{Why::Learned, 100}
                              : Reason{Why::Foreseen, static_cast<int>(std::lround(100 * wins))};
  return mixed;
}

}  // namespace nl
