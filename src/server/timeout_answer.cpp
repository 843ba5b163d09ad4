// Answer that the clock gives for a player whose time ran out.
#include "server/timeout_answer.h"

#include <array>
#include <cstdint>

namespace nl {
namespace {

// Up to 104 places and 64 bits: the bias is far below what anybody could measure.
int random_below(int bound, Entropy& entropy) {
  std::uint64_t number = 0;
  for (const std::uint8_t byte : entropy.draw<std::array<std::uint8_t, 8>>()) {
    number = number << 8 | byte;
  }
  return static_cast<int>(number % static_cast<std::uint64_t>(bound));
}

}  // namespace

Action timeout_answer(Phase phase, const ActionSet& legal, Entropy& entropy) {
  for (const Verb verb : {Verb::Draw, Verb::Pass, Verb::Keep}) {
    if (legal.has(word(verb))) return word(verb);
  }
  if (is_one_of(phase, phases(Phase::Place, Phase::Bury))) {
    return legal.nth(random_below(legal.size(), entropy));
  }
  const bool spends_a_card = is_one_of(phase, phases(Phase::Give, Phase::Collect, Phase::Potluck));
  return legal.nth(spends_a_card ? legal.size() - 1 : 0);
}

}  // namespace nl
