// Bot that plays by a trained network.
#include "bots/net.h"

#include <cassert>
#include <cmath>

namespace nl {

Action NetBot::act(const Rules& rules, const View& v, Past past) {
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
  const Weighed choice = draw(weigh(policy(), rules, v, past), chance_);
  reason_ = {Why::Learned, static_cast<int>(std::lround(choice.chance * 100))};
  return choice.action;
}

std::vector<Weighed> NetBot::chances(const Rules& rules, const View& v, Past past) {
  return knows(rules) ? weigh(policy(), rules, v, past) : std::vector<Weighed>{};
}

}  // namespace nl
