// Reason in words why one answer was better than another.
#include "coach/move_reason.h"

#include "bots/hint.h"
#include "engine/odds.h"

namespace nl {
namespace {

MoveReason because(const char* key, int percent = 0, Card card = kNoCard) {
  return {std::string("ui/") + key, percent, card};
}

// By the kind of question, if no card of the pile and no rule of thumb explains it.
MoveReason by_question(Phase phase, Action better, int risk) {
  switch (phase) {
    case Phase::Window:
      return because(better == word(Verb::Nope) ? "because_nope" : "because_no_nope");
    case Phase::Target: return because("because_target");
    case Phase::Give:
    case Phase::Collect:
    case Phase::Potluck: return because("because_give");
    case Phase::Name:
    case Phase::Take:
    case Phase::Five: return because("because_take");
    case Phase::Place:
    case Phase::Bury:
    case Phase::Order: return because("because_place");
    default: break;
  }
  if (better == word(Verb::Draw)) return because("because_save", risk);
  if (better == word(Verb::Pass)) return because("because_keep");
  return because("because_play", risk);
}

}  // namespace

MoveReason reason_for_better(const Rules& rules, const View& v, Action better, Action given,
                             std::uint64_t seed) {
  const Card top = v.known.at(0);
  const Action draw = word(Verb::Draw);
  if (top != kNoCard) {
    const bool kitten = in(kKittens, top);
    if (given == draw && kitten) return because("because_knew_kitten");
    if (better == draw && !kitten) return because("because_knew_safe", 0, top);
  }
  const Reason rule = reason_for(rules, v, better, {Why::Foreseen, 0}, seed);
  if (rule.why != Why::Foreseen) return {reason_key(rule.why), rule.percent};
  const Odds odds = next_draw_odds(rules, v);
  const int risk = odds.cards > 0 ? (100 * odds.kittens + odds.cards / 2) / odds.cards : 0;
  if (given == draw && risk > 0) return because("because_risk", risk);
  return by_question(v.phase(), better, risk);
}

std::string sentence(const MoveReason& reason, const Words& w) {
  return w.ui(reason.key.substr(reason.key.find('/') + 1),
              {{"percent", std::to_string(reason.percent)},
               {"card", reason.card == kNoCard ? "" : w.card(reason.card)}});
}

}  // namespace nl
