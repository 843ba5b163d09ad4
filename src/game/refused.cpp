// Finds the reason why an action is illegal, from the player's view.
#include "game/refused.h"

#include "engine/cards.h"

namespace nl {
namespace {

bool is_cursed(const View& v) { return holds(v.cursed, v.viewer); }

Refused why_no_nope(const View& v) {
  return {.why = is_cursed(v) ? Refusal::Cursed : Refusal::NoNope};
}

Refused why_not_target(const View& v, Action action) {
  if (action.distance() == 0) return {.why = Refusal::TargetSelf};
  if (action.distance() >= v.seats) return {};
  const Seat seat = seat_after(v.viewer, action.distance(), v.seats);
  if (!holds(v.alive, seat)) return {.why = Refusal::TargetDead, .seat = seat};
  return {.why = v.hand_size[seat] == 0 ? Refusal::TargetEmpty : Refusal::NotLegal, .seat = seat};
}

Refused why_not_play(const View& v, Card card) {
  if (is_cursed(v)) return {.why = Refusal::Cursed};
  if (v.hand_size[v.viewer] == 0) return {.why = Refusal::EmptyHand};
  if (index(card) >= kCardKinds) return {};
  if (v.hand[card] == 0) return {.why = Refusal::NotHeld, .card = card};
  if (!in(kPlayable, card)) return {.why = Refusal::NotAlone, .card = card};
  return {.why = v.phase() == Phase::Turn ? Refusal::NoTarget : Refusal::NotLegal, .card = card};
}

Refused why_not_combo(const View& v, Card card) {
  if (is_cursed(v)) return {.why = Refusal::Cursed};
  if (index(card) >= kCardKinds || v.hand[card] != 0) return {};
  return {.why = Refusal::NotHeld, .card = card};
}

Refused why_not_card(const View& v, Card card) {
  constexpr PhaseMask kFromHand = phases(Phase::Give, Phase::Collect, Phase::Potluck, Phase::Five);
  const bool from_hand = is_one_of(v.phase(), kFromHand);
  if (!from_hand || index(card) >= kCardKinds || v.hand[card] != 0) return {};
  return {.why = Refusal::NotHeld, .card = card};
}

}  // namespace

Refused why_not_legal(const Rules&, const View& v, Action action) {
  switch (action.verb()) {
    case Verb::Nope: return v.phase() == Phase::Window ? why_no_nope(v) : Refused{};
    case Verb::Target: return v.phase() == Phase::Target ? why_not_target(v, action) : Refused{};
    case Verb::Play: return why_not_play(v, action.card());
    case Verb::Pair:
    case Verb::Triple: return why_not_combo(v, action.card());
    case Verb::Card: return why_not_card(v, action.card());
    default: return {};
  }
}

}  // namespace nl
