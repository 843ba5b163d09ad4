#include "bots/net_policy.h"

#include <algorithm>
#include <cmath>

#include "engine/encode.h"
#include "engine/random.h"

namespace nl {

bool net_knows(const Network& network, const Rules& rules) {
  return (rules.copies.kinds() & ~network.known_cards()) == 0;
}

bool net_remembers(const Network& network) {
  return network.inputs() > sizeof(CountingObservation);
}

namespace {

template <class Observation>
std::vector<Weighed> weigh_seen(const Network& policy, const View& v, const Observation& seen) {
  const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(seen)>>(seen);
  std::array<std::uint8_t, kActions> wanted;
  std::array<float, kActions> logits;
  std::size_t count = 0;
  v.legal.for_each([&](Action action) { wanted[count++] = action.id; });
  policy.some(bytes, {wanted.data(), count}, logits.data());
  std::vector<Weighed> choices(count);
  double top = -1e30;
  for (std::size_t i = 0; i < count; ++i) {
    choices[i] = {make_action(wanted[i]), logits[i]};
    top = std::max<double>(top, logits[i]);
  }
  // Less the largest, so that exp() can't overflow.
  double sum = 0;
  for (Weighed& choice : choices) sum += choice.chance = std::exp(choice.chance - top);
  for (Weighed& choice : choices) choice.chance /= sum;
  return choices;
}

}  // namespace

std::vector<Weighed> weigh(const Network& policy, const Rules& rules, const View& v, Past past) {
  if (net_remembers(policy)) {
    HistoryObservation seen;
    encode(rules, v, past, seen);
    return weigh_seen(policy, v, seen);
  }
  CountingObservation seen;
  encode(rules, v, seen);
  return weigh_seen(policy, v, seen);
}

Weighed draw(const std::vector<Weighed>& choices, Stream& chance) {
  constexpr double kOneMore = 4294967296.0;
  double left = chance() / kOneMore;
  for (const Weighed& choice : choices) {
    if (left < choice.chance) return choice;
    left -= choice.chance;
  }
  return choices.back();  // rounding may leave a rest
}

}  // namespace nl
