// Check of a view against the true state.
#pragma once

#include <vector>

#include "engine/random_play.h"
#include "engine/view.h"

namespace nl {

// Finds each fact a place of its own where its card lies: augmenting paths, as for any matching.
class FactPlacement {
 public:
  FactPlacement(const Knowledge& known, const std::vector<Card>& pile)
      : known_(known), pile_(pile), taken_by_(pile.size(), -1) {}

  bool complete() {
    for (int fact = 0; fact < known_.facts(); ++fact) {
      tried_.assign(pile_.size(), false);
      if (!find_place(fact)) return false;
    }
    return true;
  }

 private:
  bool find_place(int index) {
    const PileFact& fact = known_.fact(index);
    for (std::size_t place = fact.low; place <= fact.high && place < pile_.size(); ++place) {
      if (!fits(fact.card, pile_[place]) || tried_[place]) continue;
      tried_[place] = true;
      if (taken_by_[place] < 0 || find_place(taken_by_[place])) {
        taken_by_[place] = index;
        return true;
      }
    }
    return false;
  }

  static bool fits(Card known, Card card) {
    return known == kNoKitten ? !in(kKittens, card) : known == card;
  }

  const Knowledge& known_;
  const std::vector<Card>& pile_;
  std::vector<int> taken_by_;
  std::vector<bool> tried_;
};

inline const char* untrue_hands(const State& s, const View& v) {
  std::array<Counts, kMaxSeats> certain{};
  for (int i = 0; i < v.known.held(); ++i) {
    const HeldCard held = v.known.held(i);
    if (held.seat() >= s.seats) return "a card is known in the hand of nobody";
    ++certain[held.seat()][held.card()];
  }
  for (Seat seat = 0; seat < s.seats; ++seat) {
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      if (certain[seat].n[k] > s.hands[seat].n[k]) return "a card known in a hand is not there";
      if (v.marked[seat].n[k] > s.hands[seat].n[k]) return "a marked card is not held";
    }
    // Under rules that ask holders only, the acting seats are those with a Nope.
    if (holds(v.asked, seat) && s.hands[seat][Card::Nope] == 0)
      return "one without a Nope is asked";
  }
  return nullptr;
}

// The unseen cards are all that lie in the pile and in other hands, and those gone unseen.
inline const char* untrue_unseen(const Rules& rules, const State& s, const View& v,
                                 const std::vector<Card>& pile) {
  Counts there;
  for (const Card card : pile) ++there[card];
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (seat == v.viewer) continue;
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      there.n[k] = static_cast<std::uint8_t>(there.n[k] + s.hands[seat].n[k]);
    }
  }
  const Counts cards = unseen(rules, v);
  for (std::size_t k = 0; k < kCardPlaces; ++k) {
    if (cards.n[k] > kMaxBox) return "fewer than no cards are unseen";
    if (cards.n[k] < there.n[k]) return "more cards are hidden than unseen";
  }
  const Odds odds = next_draw_odds(rules, v);
  if (odds.kittens < 0 || odds.kittens > odds.cards || odds.cards < 1) return "the odds are none";
  return nullptr;
}

// The false part of a view; null for a true view.
inline const char* untrue(const Rules& rules, const State& s, const View& v) {
  const std::vector<Card> pile = pile_as_seen(s, v.viewer);
  if (v.known.pile_size() != static_cast<int>(pile.size())) return "the pile's size is another";
  if (v.pile_size != v.known.pile_size()) return "view and knowledge differ in the pile's size";
  if (v.doom_on_top && (pile.empty() || pile[0] != Card::Imploding)) return "no doom is on top";
  if (!FactPlacement(v.known, pile).complete()) return "a card known in the pile is not there";
  if (const char* fault = untrue_hands(s, v)) return fault;
  return untrue_unseen(rules, s, v, pile);
}

}  // namespace nl
