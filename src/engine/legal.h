// Legal actions of a seat. Reads side by side with apply() in game.h: one case a phase in each.
#pragma once

#include "engine/action.h"
#include "engine/bits.h"
#include "engine/cards.h"
#include "engine/rules.h"
#include "engine/scope.h"
#include "engine/state.h"

namespace nl {

// The other living players that `play` can be for.
constexpr SeatMask seats_for(const State& s, Seat by, Aim aim) {
  const SeatMask others = without(s.alive, by);
  if (aim == Aim::Living) return others;
  SeatMask mask = 0;
  for (Seat seat = 0; seat < s.seats; ++seat) {
    if (!holds(others, seat)) continue;
    const int marked = aim == Aim::Unmarked ? s.marked[seat].total() : 0;
    if (s.hand_size[seat] > marked) mask |= seat_bit(seat);
  }
  return mask;
}

constexpr SeatMask targets_of(const State& s, const Play& play) {
  if (play.combo == Combo::Pair) return seats_for(s, play.by, Aim::Holder);
  if (play.combo == Combo::Triple) return seats_for(s, play.by, Aim::Living);
  const Aim aim = in(kForHolders, play.card)    ? Aim::Holder
                  : in(kForUnmarked, play.card) ? Aim::Unmarked
                                                : Aim::Living;
  return seats_for(s, play.by, aim);
}

// True if any other player has a card to give or lose. The dead have none.
constexpr bool others_hold(const State& s, Seat by) {
  return (seat_bytes(s.hand_size) & ~(SeatBytes{0xFF} << 8 * by)) != 0;
}

// Of these kinds, those that can be played alone now: those whose target would be there.
template <class Scope = AnyGame>
constexpr KindMask playable_of(const State& s, Seat seat, KindMask kinds) {
  kinds &= kPlayable;
  if ((kinds & kForHolders) != 0 && !others_hold(s, seat)) kinds &= ~kForHolders;
  if (!Scope::has(Card::Mark)) return kinds;
  if ((kinds & kForUnmarked) != 0 && seats_for(s, seat, Aim::Unmarked) == 0) kinds &= ~kForUnmarked;
  return kinds;
}

constexpr KindMask playable_now(const State& s, Seat seat) {
  return playable_of(s, seat, s.hands[seat].kinds());
}

// The kinds of which `n` alike can be played. A wild card fills up a cat's own copies, of which
// there must be one at least; wild cards alone match each other.
template <class Scope = AnyGame>
constexpr KindMask alike(const Rules& rules, const Counts& hand, int n) {
  const KindMask titles = rules.combos == Combos::Cats ? kCats : kCombining;
  const int wild = Scope::has(Card::Feral) ? hand[Card::Feral] : 0;
  KindMask kinds = hand.at_least(n) & titles;
  if (wild != 0) kinds |= hand.at_least(n - wild < 1 ? 1 : n - wild) & kCats & ~kWild;
  return kinds;
}

constexpr KindMask five_titles(const Counts& hand) { return hand.kinds() & kCombining; }

template <class Scope>
[[gnu::always_inline]] constexpr void add_turn(const Rules& rules, const State& s, Seat seat,
                                               ActionSet& set) {
  set.add(word(Verb::Draw));
  const Counts& hand = s.hands[seat];
  if (Scope::has(Card::Curse) && holds(s.cursed, seat)) {
    if (can_go_blind(s, seat)) set.add(word(Verb::Blind));
    return;
  }
  const KindMask kinds = hand.kinds();
  set.add_plays(playable_of<Scope>(s, seat, kinds));
  // Cards that could be alike with another: the wild ones, and those beyond the first of a kind.
  const int wild = Scope::has(Card::Feral) ? hand[Card::Feral] : 0;
  const int doubles = s.hand_size[seat] - count_bits(kinds) + wild;
  if (doubles >= 1 && others_hold(s, seat)) set.add_pairs(alike<Scope>(rules, hand, 2));
  if (doubles >= 2) set.add_triples(alike<Scope>(rules, hand, 3));
  if (Scope::asks(Phase::Five) && rules.five && count_bits(five_titles(hand)) >= 5)
    set.add(word(Verb::Five));
}

// A triple names any title of this box; a kitten only where one can be in a hand.
constexpr KindMask nameable(const Rules& rules) {
  const KindMask never = kittens_in_hands(rules) ? kKittens & ~bit(kHeldKitten) : kKittens;
  return rules.copies.kinds() & ~never;
}

// The next title of a five comes after the last one, and leaves enough later ones to make up five.
constexpr KindMask five_next(const State& s, Seat seat) {
  const Frame& frame = s.top();
  KindMask later = five_titles(s.hands[seat]);
  if (frame.a > 0) later &= ~((KindMask{2} << frame.b) - 1);
  KindMask kinds = 0;
  for (KindMask rest = later; count_bits(rest) >= 5 - frame.a; rest &= rest - 1) {
    kinds |= rest & (~rest + 1);
  }
  return kinds;
}

// For the seat that is asked, outside of windows.
template <class Scope = AnyGame>
constexpr ActionSet legal_answers(const Rules& rules, const State& s, Seat seat) {
  ActionSet set;
  const Counts& hand = s.hands[seat];
  const Frame& frame = s.top();
  switch (frame.phase) {
    case Phase::Turn: add_turn<Scope>(rules, s, seat, set); break;
    case Phase::Chain:
      if (!Scope::asks(Phase::Chain)) break;
      set.add(word(Verb::Pass));
      set.add_plays(hand.kinds() & kAttacks);
      break;
    case Phase::Target: {
      const SeatMask targets = targets_of(s, s.play);
      for (Seat other = 0; other < s.seats; ++other) {
        if (holds(targets, other)) set.add_target(seat_distance(seat, other, s.seats));
      }
      break;
    }
    case Phase::Name: set.add_cards(nameable(rules)); break;
    case Phase::Five:
      if (Scope::asks(Phase::Five)) set.add_cards(five_next(s, seat));
      break;
    case Phase::Take:
      if (Scope::asks(Phase::Take)) set.add_cards(s.discard.kinds() & kCombining);
      break;
    case Phase::Order:
      if (Scope::asks(Phase::Order)) set.add_numbers(0, frame.b - frame.a - 1);
      break;
    case Phase::Times:
      if (Scope::asks(Phase::Times)) set.add_numbers(1, 100);
      break;
    case Phase::Give:
    case Phase::Collect:
    case Phase::Potluck: set.add_cards(hand.kinds()); break;
    case Phase::Keep:
      if (!Scope::asks(Phase::Keep)) break;
      set.add(word(Verb::Keep));
      if (hand[Card::Defuse] != 0) set.add(word(Verb::Defuse));
      break;
    case Phase::Guess: set.add(word(Verb::Blind)); break;
    case Phase::Place:
    case Phase::Bury: set.add_numbers(0, s.pile_size); break;
    case Phase::Window:
    case Phase::Explode:
    case Phase::EndTurn:
    case Phase::Over: break;
  }
  return set;
}

// In a window, for a seat that is asked.
template <class Scope = AnyGame>
constexpr bool can_nope(const State& s, Seat seat) {
  return s.hands[seat][Card::Nope] != 0 && !(Scope::has(Card::Curse) && holds(s.cursed, seat));
}

// Nothing for a seat that is not asked, or that is no seat. Half of all questions are windows.
template <class Scope = AnyGame>
[[gnu::always_inline]] constexpr ActionSet legal(const Rules& rules, const State& s, Seat seat) {
  if (!asks(s, seat)) return {};
  if (s.top().phase != Phase::Window) return legal_answers<Scope>(rules, s, seat);
  ActionSet set;
  set.add(word(Verb::Pass));
  if (can_nope<Scope>(s, seat)) set.add(word(Verb::Nope));
  return set;
}

}  // namespace nl
