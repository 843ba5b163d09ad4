#include "bots/draw_alike.h"

#include <algorithm>

#include "bots/net_policy.h"

namespace nl {

Weighed draw_alike(const std::vector<Weighed>& choices, const std::vector<Weighed>& bent,
                   Stream& chance, Stream& more) {
  const auto find = [](const std::vector<Weighed>& among, Action action) {
    return std::find_if(among.begin(), among.end(),
                        [&](const Weighed& one) { return one.action == action; });
  };
  const Weighed own = draw(choices, chance);
  const auto same = find(bent, own.action);
  if (same != bent.end() &&
      (same->chance >= own.chance || more() / 4294967296.0 * own.chance < same->chance)) {
    return *same;
  }
  // Only what has gained can make up for what has lost.
  std::vector<Weighed> gained;
  double sum = 0;
  for (const Weighed& one : bent) {
    const auto before = find(choices, one.action);
    const double gain = one.chance - (before != choices.end() ? before->chance : 0);
    if (gain > 0) gained.push_back({one.action, gain});
    sum += std::max(gain, 0.0);
  }
  if (gained.empty()) return bent.front();  // but for rounding they are the same
  for (Weighed& one : gained) one.chance /= sum;
  return *find(bent, draw(gained, more).action);
}

}  // namespace nl
