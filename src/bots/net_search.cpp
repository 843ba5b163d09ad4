// Search with the network's policy.
#include "bots/net_search.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/determinize.h"
#include "engine/encode.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"
#include "engine/privileged.h"

namespace nl {
namespace {

// A game without an end is cut off.
constexpr int kMostAnswers = 40;

struct Tried {
  Weighed choice;
  double wins = 0;
};

class LookAhead {
 public:
  LookAhead(const Rules& rules, const View& v, Past past, const Network& policy, Stream& chance)
      : rules_(rules),
        v_(v),
        policy_(policy),
        minds_(v, past, net_remembers(policy)),
        chance_(chance) {}

  // One more world, in which every answer is tried with the same random numbers.
  void try_all(std::vector<Tried>& tried) {
    const State world = determinize(rules_, v_, chance_);
    const std::uint64_t luck = std::uint64_t{chance_()} << 32 | chance_();
    for (Tried& one : tried) one.wins += win_after(world, one.choice.action, luck);
  }

 private:
  double win_after(State world, Action action, std::uint64_t luck) {
    SeededSource random(luck, 0);
    Stream choices(luck);
    MemorySink minds = minds_;
    apply_legal(rules_, world, v_.viewer, action, random, minds);
    for (int i = 0; i < kMostAnswers && !world.over() && world.living(v_.viewer); ++i) {
      const Seat seat = next_actor(world);
      const View seen = view(rules_, world, minds.known(seat), seat);
      const bool forced = seen.legal.size() == 1;
      if (seat == v_.viewer && !forced && i > 0) return judged(world, seen);
      const Action answer =
          forced ? seen.legal.nth(0)
                 : draw(weigh(policy_, rules_, seen, minds.past(seat)), choices).action;
      apply_legal(rules_, world, seat, answer, random, minds);
    }
    return world.over() && winner(world) == v_.viewer ? 1 : 0;
  }

  // The critic's estimate of the acting player's chance to win.
  double judged(const State& world, const View& seen) const {
    std::array<std::uint8_t, sizeof(CountingObservation) + kPrivilegedSize> bytes;
    CountingObservation observation;
    encode(rules_, seen, observation);
    const auto front = std::bit_cast<std::array<std::uint8_t, sizeof(observation)>>(observation);
    std::copy(front.begin(), front.end(), bytes.begin());
    encode_privileged(world, seen.viewer, bytes.data() + front.size());
    const Eigen::RowVectorXf logits = critic_network()(bytes);
    double sum = 0;
    for (int seat = 0; seat < world.seats; ++seat) sum += std::exp(double{logits[seat]});
    return std::exp(double{logits[0]}) / sum;
  }

  const Rules& rules_;
  const View& v_;
  const Network& policy_;
  MemorySink minds_;
  Stream& chance_;
};

// The promising answers, the likeliest first.
std::vector<Tried> promising(std::vector<Weighed> choices, const NetSearchStyle& style) {
  std::sort(choices.begin(), choices.end(),
            [](const Weighed& a, const Weighed& b) { return a.chance > b.chance; });
  std::vector<Tried> tried;
  for (const Weighed& choice : choices) {
    if (tried.size() == style.most_tried) break;
    if (tried.empty() || choice.chance >= style.worth_a_try) tried.push_back({choice});
  }
  return tried;
}

std::vector<Weighed> bent(const std::vector<Tried>& tried, int worlds, double temperature) {
  double best = 0;
  for (const Tried& one : tried) best = std::max(best, one.wins);
  std::vector<Weighed> choices;
  double sum = 0;
  for (const Tried& one : tried) {
    const double weight = std::exp((one.wins - best) / worlds / temperature);
    choices.push_back({one.choice.action, one.choice.chance * weight});
    sum += choices.back().chance;
  }
  for (Weighed& choice : choices) choice.chance /= sum;
  return choices;
}

}  // namespace

Action NetSearchBot::act(const Rules& rules, const View& v, Past past) {
  assert(!v.legal.empty());
  if (v.legal.size() == 1) {
    reason_ = {Why::Forced};
    return v.legal.nth(0);
  }
  if (!knows(rules)) {
    const Action action = stand_in_.act(rules, v, past);
    reason_ = stand_in_.reason();
    return action;
  }
  const Network& policy = net_network();
  std::vector<Tried> tried = promising(weigh(policy, rules, v, past), style_);
  int worlds = 0;
  if (tried.size() > 1) {
    LookAhead look(rules, v, past, policy, chance_);
    const BudgetClock clock(budget_);
    for (; clock.more(worlds); ++worlds) look.try_all(tried);
  }
  const Weighed choice = draw(bent(tried, std::max(worlds, 1), style_.temperature), chance_);
  const auto chosen = std::find_if(tried.begin(), tried.end(), [&](const Tried& one) {
    return one.choice.action == choice.action;
  });
  reason_ = worlds == 0
                ? Reason{Why::Learned, 100}
                : Reason{Why::Foreseen, static_cast<int>(std::lround(100 * chosen->wins / worlds))};
  return choice.action;
}

}  // namespace nl
