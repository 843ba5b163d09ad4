// Odds of drawing a kitten, from what one seat knows.
#pragma once

#include "engine/cards.h"
#include "engine/fact_matching.h"
#include "engine/hidden_kittens.h"
#include "engine/knowledge.h"
#include "engine/rules.h"
#include "engine/scope.h"
#include "engine/state.h"
#include "engine/view.h"

namespace nl {

// Takes away what everybody saw leave, and the card that is in no zone while its drawer is asked.
constexpr void take_lost(const Rules& rules, const Knowledge& known, const Frame& top,
                         Counts& __restrict cards) {
  if (rules.dead == Dead::Out) {
    cards[Card::Exploding] = static_cast<std::uint8_t>(cards[Card::Exploding] - known.exploded());
    cards[Card::Imploding] = static_cast<std::uint8_t>(cards[Card::Imploding] - known.imploded());
  }
  if (top.phase < Phase::Keep) return;  // most questions leave every card in its zone
  constexpr PhaseMask kInNoZone = phases(Phase::Keep, Phase::Guess, Phase::Place, Phase::Bury);
  if (is_one_of(top.phase, kInNoZone) && top.a < kCardPlaces) --cards.n[top.a];
}

// The cards this viewer has not seen and can't account for: in other hands, in the pile, or gone
// unseen with the dead.
template <Parts kParts>
constexpr void count_unseen(const Rules& rules, const BasicView<kParts>& v,
                            Counts& __restrict cards) {
  for (std::size_t k = 0; k < cards.n.size(); ++k) {
    cards.n[k] = static_cast<std::uint8_t>(rules.copies.n[k] - v.hand.n[k] - v.discard.n[k]);
  }
  leave_out(rules, v.seats, cards);
  take_lost(rules, v.known, v.top(), cards);
}
template <Parts kParts>
constexpr Counts unseen(const Rules& rules, const BasicView<kParts>& v) {
  Counts cards;
  count_unseen(rules, v, cards);
  return cards;
}

// Cards that the viewer knows in another hand: seen there, marked, or a Nope that the rules make
// public by asking its holder.
template <Parts kParts>
constexpr Counts known_hand(const BasicView<kParts>& v, Seat seat) {
  Counts hand{};
  for (int i = 0; i < v.known.held(); ++i) {
    const HeldCard held = v.known.held(i);
    if (held.seat() == seat) ++hand[held.card()];
  }
  if (holds(v.with_marks, seat)) {
    for (std::size_t kind = 0; kind < hand.n.size(); ++kind) {
      if (hand.n[kind] < v.marked[seat].n[kind]) hand.n[kind] = v.marked[seat].n[kind];
    }
  }
  if (holds(v.asked, seat) && hand[Card::Nope] == 0) ++hand[Card::Nope];
  return hand;
}

// The unseen kittens that are in no hand that the viewer knows of. A hand can hold one only where
// there is a Streaking Kitten.
template <class Seen>
constexpr int kittens_at_large(const Rules& rules, const Seen& v, const Counts& unseen_cards) {
  int kittens = unseen_cards[Card::Exploding] + unseen_cards[Card::Imploding];
  if (!kittens_in_hands(rules)) return kittens;
  for (int i = 0; i < v.known.held(); ++i) kittens -= in(kKittens, v.known.held(i).card());
  return kittens;
}

// The first place where an Imploding Kitten can lie. Everybody would see it face up on top, unless
// another player has the top cards in hand to order them.
template <Parts kParts>
constexpr int imploding_low(const BasicView<kParts>& v) {
  const bool top_hidden = v.phase() == Phase::Order && v.top().seat != v.viewer;
  return v.faceup != 0 && !top_hidden && !v.doom_on_top ? 1 : 0;
}

// The cards that neither a known hand nor a fact of the pile fixes.
constexpr AtLarge at_large(const Knowledge& known, bool doom_on_top, Counts rest,
                           const Counts& in_hands) {
  const auto take = [&](Card card, int copies) {
    rest[card] = static_cast<std::uint8_t>(rest[card] > copies ? rest[card] - copies : 0);
  };
  take(Card::Exploding, in_hands[Card::Exploding]);
  take(Card::Streaking, in_hands[Card::Streaking]);
  if (doom_on_top) take(Card::Imploding, 1);
  for (int i = 0; i < known.facts(); ++i) {
    const Card card = known.fact(i).card;
    if (card != kNoKitten && (card != Card::Imploding || !doom_on_top)) take(card, 1);
  }
  return {rest[Card::Exploding], rest[Card::Imploding], rest[Card::Streaking]};
}
template <Parts kParts>
constexpr AtLarge at_large(const BasicView<kParts>& v, const Counts& unseen_cards) {
  Counts in_hands{};
  for (Seat seat = 0; seat < v.seats; ++seat) {
    if (seat == v.viewer || !holds(v.alive, seat)) continue;
    const Counts hand = known_hand(v, seat);
    const auto add = [&](Card card) {
      in_hands[card] = static_cast<std::uint8_t>(in_hands[card] + hand[card]);
    };
    add(Card::Exploding);
    add(Card::Streaking);
  }
  return at_large(v.known, v.doom_on_top != 0, unseen_cards, in_hands);
}

// Other hands, and the cards that are gone unseen, with their free slots.
template <Parts kParts>
constexpr void add_zones(const BasicView<kParts>& v, const Counts& unseen_cards,
                         HiddenKittens& hidden) {
  int gone = unseen_cards.total() - v.pile_size;
  for (Seat seat = 0; seat < v.seats; ++seat) {
    if (seat == v.viewer || !holds(v.alive, seat)) continue;
    const Counts hand = known_hand(v, seat);
    const int free = v.hand_size[seat] - hand.total();
    hidden.add({.slots = free < 0 ? 0 : free,
                .kittens = hand[Card::Exploding],
                .streaking = hand[Card::Streaking],
                .seat = seat});
    gone -= v.hand_size[seat];
  }
  hidden.add({.slots = gone < 0 ? 0 : gone});
}

// A fraction as an Odds: exact while its denominator is at most kLargestOdds, else the nearest
// multiple of 1 / kLargestOdds. Only certainty rounds to 0 or 1.
inline constexpr int kLargestOdds = 10000;

constexpr std::uint64_t greatest_divisor(std::uint64_t a, std::uint64_t b) {
  while (b != 0) {
    const std::uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

constexpr Odds odds_of(Ways exact_part, Ways exact_whole) {
  if (exact_whole == 0 || exact_part == 0) return {0, 1};
  if (exact_part >= exact_whole) return {1, 1};
  while (exact_whole >> 64 != 0) {
    exact_whole >>= 1;
    exact_part >>= 1;
  }
  auto part = static_cast<std::uint64_t>(exact_part);
  auto whole = static_cast<std::uint64_t>(exact_whole);
  const std::uint64_t common = greatest_divisor(whole, part);
  part /= common;
  whole /= common;
  if (whole > kLargestOdds) {
    while (whole >> 48 != 0) {  // room for the product below
      whole >>= 1;
      part >>= 1;
    }
    std::uint64_t near = (part * (2 * kLargestOdds) + whole) / (2 * whole);
    if (near == 0) near = 1;
    if (near >= kLargestOdds) near = kLargestOdds - 1;
    part = near;
    whole = kLargestOdds;
  }
  return {static_cast<int>(part), static_cast<int>(whole)};
}

// The same chance for every place of a pile of which nothing is known.
constexpr Odds even_odds(int pile_size, int kittens) {
  if (pile_size == 0) return {0, 1};
  return {kittens < pile_size ? kittens : pile_size, pile_size};
}

constexpr bool knows_ranges(const Knowledge& known) {
  for (int i = 0; i < known.facts(); ++i) {
    if (!known.fact(i).exact()) return true;
  }
  return false;
}

constexpr std::uint8_t odds_byte(Odds odds) {
  return static_cast<std::uint8_t>(odds.kittens * 255 / odds.cards);
}

// A chance before it is rounded.
struct Share {
  std::uint64_t part = 0;
  std::uint64_t whole = 1;
  bool plain = true;  // kittens in places of the pile: shown as it is, not reduced
};

constexpr Odds odds_of(const Share& share) {
  if (share.plain) {
    return {static_cast<int>(share.part), static_cast<int>(share.whole)};
  }
  return odds_of(Ways{share.part}, Ways{share.whole});
}
// From 0 for never to 255 for always, rounded down.
constexpr std::uint8_t odds_byte(const Share& share) {
  if (share.whole >> 24 == 0) {  // division of small numbers is faster
    const auto part = static_cast<std::uint32_t>(share.part) * 255;
    return static_cast<std::uint8_t>(part / static_cast<std::uint32_t>(share.whole));
  }
  return static_cast<std::uint8_t>((share.part >> 8) * 255 / (share.whole >> 8));
}

// The same for a place in the range of a known card. `kittens` at large are in `free` places that
// no fact takes up. Not inlined: rare.
[[gnu::noinline]] constexpr Share ranged_share(const FactMatching& matching, const Knowledge& known,
                                               int kittens, int free, int place) {
  const unsigned all = matching.all();
  std::uint64_t part = matching.count(all, place) * static_cast<unsigned>(kittens);
  for (unsigned rest = matching.covering(all, place); rest != 0; rest &= rest - 1) {
    const int i = lowest_bit(rest);
    if (!in(kKittens, known.fact(matching.fact(i)).card)) continue;
    part += matching.count(all & ~(1u << i), place) * static_cast<unsigned>(free);
  }
  return {part, matching.count(all) * static_cast<unsigned>(free), false};
}

// The chance of a kitten at `place` where all kittens at large are in the pile, and each free place
// is as likely as any other.
constexpr Share pile_share(const Knowledge& known, int pile_size, int kittens, int place) {
  int places = pile_size;
  bool ranged = false;
  for (int i = 0; i < known.facts(); ++i) {
    const PileFact fact = known.fact(i);
    const bool kitten = in(kKittens, fact.card);
    if (fact.exact() && fact.low == place) return {kitten ? 1u : 0u, 1};
    ranged |= !fact.exact() && fact.covers(place);
    --places;
    if (kitten) --kittens;
  }
  if (kittens < 0 || places < 1) kittens = 0;
  if (places < 1) places = 1;
  if (ranged) return ranged_share(FactMatching(known, false, 0), known, kittens, places, place);
  return {static_cast<unsigned>(kittens < places ? kittens : places),
          static_cast<unsigned>(places)};
}

// The chance at a place in the range of the one card whose place is not known exactly: so common in
// play that it has a formula of its own.
constexpr Share one_range_share(const Knowledge& known, const PileFact& range, int kittens,
                                int free) {
  int open = range.high - range.low + 1;  // places where the card can be
  for (int i = 0; i < known.facts(); ++i) {
    const PileFact fact = known.fact(i);
    open -= fact.exact() && range.covers(fact.low);
  }
  const int part = (open - 1) * kittens + (in(kKittens, range.card) ? free : 0);
  return {static_cast<unsigned>(part), static_cast<unsigned>(open * free), false};
}

// The bytes of the odds at both ends of a pile, by one pass over its facts where pile_share() needs
// one for each place.
class EndOdds {
 public:
  constexpr EndOdds(int pile_size, int kittens)
      : last_(pile_size - 1), kittens_(kittens), places_(pile_size), loose_(kittens) {}

  constexpr void add(const PileFact& fact) {
    const bool kitten = in(kKittens, fact.card);
    --places_;
    loose_ -= kitten;
    if (fact.exact()) {
      if (fact.low == 0) top_ = kitten ? 255 : 0;
      if (fact.low == last_) bottom_ = kitten ? 255 : 0;
    } else {
      ++ranges_;
      range_ = fact;
      if (fact.covers(0) && top_ < 0) top_ = kInRange;
      if (fact.covers(last_) && bottom_ < 0) bottom_ = kInRange;
    }
  }
  constexpr std::uint8_t top(const Knowledge& known) const { return at(known, 0, top_); }
  constexpr std::uint8_t bottom(const Knowledge& known) const { return at(known, last_, bottom_); }

 private:
  static constexpr int kFree = -1;      // nothing is known of the place
  static constexpr int kInRange = 256;  // it lies in a range; else the byte is certain

  constexpr std::uint8_t at(const Knowledge& known, int place, int found) const {
    if (found == kFree) return odds_byte(even_odds(places_ > 0 ? places_ : 0, loose()));
    if (found != kInRange) return static_cast<std::uint8_t>(found);
    if (ranges_ == 1 && places_ > 0) {
      return odds_byte(one_range_share(known, range_, loose(), places_));
    }
    return odds_byte(pile_share(known, last_ + 1, kittens_, place));
  }
  constexpr int loose() const { return loose_ > 0 ? loose_ : 0; }

  int last_;
  int kittens_;
  int places_;  // of which nothing is known
  int loose_;   // kittens that may lie there
  int top_ = kFree, bottom_ = kFree;
  int ranges_ = 0;
  PileFact range_{};  // the last one
};

// The share of worlds, consistent with everything the viewer knows, in which a kitten lies at one
// place. A world is a deal of individual cards, and all are equally likely.
class KittenOdds {
 public:
  constexpr KittenOdds(const Knowledge& known, int pile_size, bool doom_on_top, int imploding_from,
                       const HiddenKittens& hidden)
      : known_(known),
        matching_(known, doom_on_top, imploding_from),
        hidden_(hidden),
        free_(pile_size - matching_.places()),
        restricted_(imploding_from > 0 && hidden.cards().imploding > 0) {}

  constexpr Odds at(int place) const {
    if (matching_.pinned().has(place)) return {pinned_kitten(place) ? 1 : 0, 1};
    const Ways full = pile_ways(false);  // worlds of a matching that uses the top place
    const Ways open = restricted_ ? pile_ways(true) : full;  // … and of one that leaves it free
    const PlaceSet& pinned = matching_.pinned();
    const unsigned ranges = matching_.all();
    const bool top_free = restricted_ && !pinned.has(0);
    const Ways all = matching_.count(ranges);
    const Ways top_open = top_free ? matching_.count(ranges, 0) : 0;
    const Ways here_open = matching_.count(ranges, place);
    const Ways both_open =
        top_free ? matching_.count_outside(ranges, pinned.with(0).with(place)) : 0;
    const Ways worlds = (all - top_open) * full + top_open * open;
    Ways kittens =
        (here_open - both_open) * kitten_ways(false, place) + both_open * kitten_ways(true, place);
    for (unsigned rest = matching_.covering(ranges, place); rest != 0; rest &= rest - 1) {
      const int i = lowest_bit(rest);
      if (!in(kKittens, known_.fact(matching_.fact(i)).card)) continue;
      const unsigned others = ranges & ~(1u << i);
      const Ways there = matching_.count(others, place);
      const Ways there_open =
          top_free && place != 0 ? matching_.count_outside(others, pinned.with(0).with(place)) : 0;
      kittens += (there - there_open) * full + there_open * open;
    }
    return odds_of(kittens, worlds);
  }

 private:
  constexpr bool pinned_kitten(int place) const {
    for (int i = 0; i < known_.facts(); ++i) {
      const PileFact& fact = known_.fact(i);
      const bool pinned = fact.exact() || (fact.card == Card::Imploding && fact.high == 1);
      if (pinned && fact.high == place && in(kKittens, fact.card)) return true;
    }
    return false;
  }
  // Calls visit(exploding, streaking, ways) for what the other zones leave to the pile.
  template <class Visit>
  constexpr void for_each_pile(Visit visit) const {
    const AtLarge& cards = hidden_.cards();
    hidden_.for_each_total([&](int exploding, int streaking, Ways ways) {
      visit(cards.exploding - exploding, cards.streaking - streaking, ways);
    });
  }
  // The ways to put the cards at large into the free places of the pile and the other zones.
  // `top_open`: the top is one of the free places, and no Imploding Kitten can lie there.
  constexpr Ways pile_ways(bool top_open) const {
    Ways sum = 0;
    const int imploding = hidden_.cards().imploding;
    for_each_pile([&](int exploding, int streaking, Ways elsewhere) {
      sum += elsewhere * choose(free_ - (top_open ? 1 : 0), imploding) *
             choose(free_ - imploding, exploding) *
             choose(free_ - imploding - exploding, streaking);
    });
    return sum;
  }
  // Orders of them with a kitten at `place`, which is free.
  constexpr Ways kitten_ways(bool top_open, int place) const {
    Ways sum = 0;
    const int imploding = hidden_.cards().imploding;
    const bool barred = top_open && place == 0;
    const int others = free_ - 1 - (top_open && place != 0 ? 1 : 0);
    for_each_pile([&](int exploding, int streaking, Ways elsewhere) {
      const Ways imploding_here =
          barred ? 0 : choose(others, imploding - 1) * choose(free_ - imploding, exploding);
      const Ways exploding_here =
          choose(others, imploding) * choose(free_ - 1 - imploding, exploding - 1);
      sum += elsewhere * (imploding_here + exploding_here) *
             choose(free_ - imploding - exploding, streaking);
    });
    return sum;
  }
  const Knowledge& known_;
  FactMatching matching_;
  const HiddenKittens& hidden_;
  int free_;
  bool restricted_;
};

// Not inlined: rare where no hand can hold a kitten.
template <Parts kParts>
[[gnu::noinline]] constexpr Odds counted_odds(const Rules& rules, const BasicView<kParts>& v,
                                              const Counts& unseen_cards, int place) {
  HiddenKittens hidden(rules, at_large(v, unseen_cards));
  if (kittens_in_hands(rules)) add_zones(v, unseen_cards, hidden);
  return KittenOdds(v.known, v.pile_size, v.doom_on_top, imploding_low(v), hidden).at(place);
}

// True if the odds take counting worlds: a hand can hold a kitten, or one lies face up. The check
// is left out of a GPU's kernels for the base box: passing the view on would move it to slow
// memory.
template <class Scope, Parts kParts>
constexpr bool asks_for_worlds(const Rules& rules, const BasicView<kParts>& v) {
  if constexpr (Scope::has(Card::Streaking) || Scope::has(Card::Imploding)) {
    return kittens_in_hands(rules) || v.faceup != 0;
  }
  return false;
}

// The chance that the card at `place` is a kitten, from what the viewer knows.
template <class Scope = AnyGame, Parts kParts>
constexpr Odds kitten_odds(const Rules& rules, const BasicView<kParts>& v,
                           const Counts& unseen_cards, int place) {
  if (v.pile_size == 0) return {0, 1};
  if (place == 0 && v.doom_on_top) return {1, 1};
  if constexpr (Scope::has(Card::Streaking) || Scope::has(Card::Imploding)) {
    if (asks_for_worlds<Scope>(rules, v)) return counted_odds(rules, v, unseen_cards, place);
  }
  return odds_of(pile_share(v.known, v.pile_size, kittens_at_large(rules, v, unseen_cards), place));
}

// The same as a byte of an observation.
template <class Scope = AnyGame, Parts kParts>
constexpr std::uint8_t kitten_byte(const Rules& rules, const BasicView<kParts>& v,
                                   const Counts& unseen_cards, int place) {
  if (v.pile_size == 0) return 0;
  if (place == 0 && v.doom_on_top) return 255;
  if constexpr (Scope::has(Card::Streaking) || Scope::has(Card::Imploding)) {
    if (asks_for_worlds<Scope>(rules, v)) {
      return odds_byte(counted_odds(rules, v, unseen_cards, place));
    }
  }
  return odds_byte(
      pile_share(v.known, v.pile_size, kittens_at_large(rules, v, unseen_cards), place));
}

template <Parts kParts>
constexpr Odds next_draw_odds(const Rules& rules, const BasicView<kParts>& v) {
  return kitten_odds(rules, v, unseen(rules, v), 0);
}

}  // namespace nl
