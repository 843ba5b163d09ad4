// Action probabilities of the trained policy: inputs, network and softmax.
#include "bots/net_policy.h"

#include <algorithm>
#include <cmath>

#include "engine/encode.h"
#include "engine/random.h"

namespace nl {

bool net_knows(const Network& network, const Rules& rules) {
  return (rules.copies.kinds() & ~network.known_cards()) == 0;
}

std::size_t net_looks_back(const Network& network) {
  constexpr std::size_t kNow = sizeof(CountingObservation), kEvent = kEventBytes;
  const std::size_t last = network.inputs_below(sizeof(HistoryObservation));
  const std::size_t past = std::max(last, kNow) - kNow;
  return std::min<std::size_t>((past + kEvent - 1) / kEvent, kHistory);
}

std::span<const std::uint8_t> wanted_of(const ActionSet& legal, Wanted& room) {
  std::size_t count = 0;
  legal.for_each([&](Action action) { room[count++] = action.id; });
  return std::span(room).first(count);
}

std::span<const Weighed> choices_of(std::span<const std::uint8_t> wanted, const float* given,
                                    Choices& room) {
  const auto choices = std::span(room).first(wanted.size());
  double top = -1e30;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    choices[i] = {make_action(wanted[i]), given[i]};
    top = std::max<double>(top, given[i]);
  }
  // Minus the largest, so that exp() can't overflow.
  double sum = 0;
  for (Weighed& choice : choices) sum += choice.chance = std::exp(choice.chance - top);
  for (Weighed& choice : choices) choice.chance /= sum;
  return choices;
}

std::vector<Weighed> weigh(const Network& policy, const Rules& rules, const View& v, Past past) {
  Seen seen;
  Wanted wanted;
  std::array<float, kActions> given;
  Choices choices;
  seen.see(policy, rules, v, past);
  const NetworkQuestion question{seen.bytes(), wanted_of(v.legal, wanted), given.data()};
  policy.answer({&question, 1});
  const auto weighed = choices_of(question.wanted, given.data(), choices);
  return {weighed.begin(), weighed.end()};
}

Weighed draw(std::span<const Weighed> choices, Stream& chance) {
  constexpr double kOneMore = 4294967296.0;
  double left = chance() / kOneMore;
  for (const Weighed& choice : choices) {
    if (left < choice.chance) return choice;
    left -= choice.chance;
  }
  return choices.back();  // rounding may leave a remainder
}

}  // namespace nl
