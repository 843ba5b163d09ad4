// Situation of a rule player.
#include "bots/situation.h"

#include "engine/odds.h"

namespace nl {
namespace {

int per_mille(Odds odds) { return odds.kittens * kCertain / odds.cards; }

// A kitten that was just put back is most often on top, where it hurts.
constexpr int kFreshRisk = 380;

SeatMask seats_with_defuse(const View& v, const Counts& unseen_cards) {
  SeatMask seats = 0;
  for (int i = 0; i < v.known.held(); ++i) {
    if (v.known.held(i).card() == Card::Defuse) seats |= seat_bit(v.known.held(i).seat());
  }
  if (seats != 0 || unseen_cards[Card::Defuse] == 0) return seats;
  return without(v.alive, v.viewer);
}

SeatMask seats_that_peeked(const View& v) {
  SeatMask seats = 0;
  for (Seat seat = 0; seat < v.seats; ++seat) {
    if (seat != v.viewer && v.known.peeked(seat) > 0) seats |= seat_bit(seat);
  }
  return seats;
}

bool knows_a_kitten(const View& v) {
  for (int i = 0; i < v.known.facts(); ++i) {
    if (in(kKittens, v.known.fact(i).card)) return true;
  }
  return false;
}

void judge_pile(const Rules& rules, const View& v, const Counts& unseen_cards, Situation& at) {
  at.kittens = kittens_at_large(rules, v, unseen_cards);
  at.risk = per_mille(kitten_odds(rules, v, unseen_cards, 0));
  at.risk_at_bottom = per_mille(kitten_odds(rules, v, unseen_cards, v.pile_size - 1));
  for (std::size_t i = 0; i < at.top.size(); ++i) at.top[i] = v.known.at(static_cast<int>(i));
  at.top_known = at.top[0] != kNoCard || at.risk == 0 || at.risk == kCertain;
  // The last discarded card is a Defuse, and the viewer did not place that kitten.
  at.fresh = v.discard_top == Card::Defuse && !at.top_known && !knows_a_kitten(v);
  if (at.fresh && at.risk < kFreshRisk) at.risk = kFreshRisk;
}

}  // namespace

Situation situation(const Rules& rules, const View& v) {
  Situation at;
  at.me = v.viewer;
  at.turn = v.turn;
  at.seats = v.seats;
  at.alive = v.alive;
  at.forward = v.forward != 0;
  at.cursed = holds(v.cursed, v.viewer);
  at.owed = v.owed;
  at.pile = v.pile_size;
  at.frame = v.top();
  at.play = v.play;
  at.hand = v.hand;
  at.discard = v.discard;
  at.hand_size = v.hand_size;
  at.legal = v.legal;
  const Counts unseen_cards = unseen(rules, v);
  judge_pile(rules, v, unseen_cards, at);
  at.peeked = seats_that_peeked(v);
  at.defusers = static_cast<SeatMask>(seats_with_defuse(v, unseen_cards) & v.alive);
  return at;
}

}  // namespace nl
