// Brute-force list of all worlds that are consistent with a small view. Shares no code with odds.h
// and determinize.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/consistent.h"
#include "engine/random_play.h"

namespace nl {

// Rules with a dozen cards of some boxes, so that all worlds of a view can be listed.
inline Rules small_rules(const GameKind& kind, int seats, Dice& dice) {
  Rules rules = kind.rules;
  rules.hand = 1;
  rules.faster = dice.once_in(4);
  const Counts box = rules.copies;
  for (std::uint8_t& copies : rules.copies.n) copies = 0;
  rules.copies[Card::Imploding] = box[Card::Imploding];
  rules.copies[Card::Exploding] = box[Card::Exploding];
  rules.copies[Card::Streaking] = box[Card::Streaking];
  rules.copies[Card::Defuse] = static_cast<std::uint8_t>(seats + 1);
  rules.extra_defuses = ExtraDefuses::Rest;
  const KindMask special =
      bit(Card::Imploding) | bit(Card::Exploding) | bit(Card::Streaking) | bit(Card::Defuse);
  std::vector<Card> ordinary;
  for (KindMask rest = box.kinds() & ~special; rest != 0; rest &= rest - 1) {
    ordinary.push_back(card_at(lowest_bit(rest)));
  }
  for (int i = 0; i < 6; ++i) {
    ++rules.copies[ordinary[static_cast<std::size_t>(
        dice.below(static_cast<int>(ordinary.size())))]];
  }
  return rules;
}

class SmallWorlds {
 public:
  // Calls visit(pile, other hands' cards by seat, weight). A world's weight is the number of ways
  // to find each fact a card of its own.
  using Visit = std::function<void(const std::vector<Card>&, const std::array<Counts, kMaxSeats>&,
                                   std::uint64_t)>;

  SmallWorlds(const Rules& rules, const View& v) : rules_(rules), v_(v) {
    Counts rest = unseen(rules, v);
    for (Seat seat = 0; seat < v.seats; ++seat) {
      if (seat == v.viewer || !holds(v.alive, seat)) continue;
      certain_[seat] = certain_hand(seat);
      for (std::size_t k = 0; k < kCardPlaces; ++k) {
        rest.n[k] = static_cast<std::uint8_t>(rest.n[k] - certain_[seat].n[k]);
      }
    }
    for (int k = 0; k < kCardKinds; ++k) {
      cards_.insert(cards_.end(), rest[card_at(k)], card_at(k));
    }
  }

  std::size_t hidden_cards() const { return cards_.size(); }

  void list(const Visit& visit) const {
    std::vector<Card> order = cards_;
    std::sort(order.begin(), order.end());
    do {
      consider(order, visit);
    } while (std::next_permutation(order.begin(), order.end()));
  }

 private:
  Counts certain_hand(Seat seat) const {
    Counts hand{};
    for (int i = 0; i < v_.known.held(); ++i) {
      if (v_.known.held(i).seat() == seat) ++hand[v_.known.held(i).card()];
    }
    for (std::size_t k = 0; k < kCardPlaces; ++k) {
      hand.n[k] = std::max(hand.n[k], v_.marked[seat].n[k]);
    }
    if (holds(v_.asked, seat) && hand[Card::Nope] == 0) ++hand[Card::Nope];
    return hand;
  }

  void consider(const std::vector<Card>& order, const Visit& visit) const {
    const auto size = static_cast<std::size_t>(v_.pile_size);
    const std::vector<Card> pile(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(size));
    const bool top_hidden = v_.phase() == Phase::Order && v_.top().seat != v_.viewer;
    const bool doom = !pile.empty() && pile[0] == Card::Imploding && v_.faceup != 0 && !top_hidden;
    if (!top_hidden && doom != (v_.doom_on_top != 0)) return;
    std::array<Counts, kMaxSeats> hands = certain_;
    std::size_t next = size;
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      if (seat == v_.viewer || !holds(v_.alive, seat)) continue;
      for (int i = certain_[seat].total(); i < v_.hand_size[seat]; ++i)
        ++hands[seat][order[next++]];
    }
    const std::vector<Card> gone(order.begin() + static_cast<std::ptrdiff_t>(next), order.end());
    if (!kittens_may_lie_so(hands, gone)) return;
    const std::uint64_t weight = matchings(pile, 0, std::vector<bool>(size, false));
    if (weight != 0) visit(pile, hands, weight);
  }

  bool kittens_may_lie_so(const std::array<Counts, kMaxSeats>& hands,
                          const std::vector<Card>& gone) const {
    const auto in_gone = [&](Card card) { return std::count(gone.begin(), gone.end(), card); };
    if (in_gone(Card::Imploding) != 0) return false;
    const bool at_once = rules_.loose == Loose::AtOnce;
    if (in_gone(Card::Exploding) > (at_once ? in_gone(Card::Streaking) : 0)) return false;
    for (Seat seat = 0; seat < v_.seats; ++seat) {
      if (seat == v_.viewer) continue;
      if (hands[seat][Card::Imploding] != 0) return false;
      const int kept = hands[seat][Card::Streaking] != 0 ? 1 : 0;
      const int known = at_once ? 0 : certain_[seat][Card::Exploding];
      if (hands[seat][Card::Exploding] > kept + known) return false;
    }
    return true;
  }

  // The Imploding Kitten that everybody sees on top is the card of any fact about one.
  std::uint64_t matchings(const std::vector<Card>& pile, int fact_number,
                          std::vector<bool> taken) const {
    if (fact_number == v_.known.facts()) return 1;
    const PileFact& fact = v_.known.fact(fact_number);
    if (v_.doom_on_top && fact.card == Card::Imploding) {
      return matchings(pile, fact_number + 1, taken);
    }
    std::uint64_t ways = 0;
    for (std::size_t place = fact.low; place <= fact.high && place < pile.size(); ++place) {
      const Card card = pile[place];
      const bool fits = fact.card == kNoKitten ? card != Card::Exploding && card != Card::Imploding
                                               : card == fact.card;
      if (!fits || taken[place] || (place == 0 && v_.doom_on_top)) continue;
      taken[place] = true;
      ways += matchings(pile, fact_number + 1, taken);
      taken[place] = false;
    }
    return ways;
  }

  const Rules& rules_;
  const View& v_;
  std::array<Counts, kMaxSeats> certain_{};
  std::vector<Card> cards_;
};

}  // namespace nl
