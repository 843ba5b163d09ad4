// Setting up a game.
#pragma once

#include <cassert>

#include "engine/bits.h"
#include "engine/event.h"
#include "engine/random.h"
#include "engine/rules.h"
#include "engine/state.h"

namespace nl {

// Puts the first question to the player who begins, once hands and pile lie as they should.
template <class Sink>
constexpr void begin_game(State& s, int seats, Seat first, Sink& sink) {
  s.seats = static_cast<std::uint8_t>(seats);
  s.alive = all_seats(seats);
  s.turn = first;
  s.owed = 1;
  s.frames[0] = {Phase::Turn, first};
  for (std::size_t seat = 0; seat < s.hands.size(); ++seat) {
    s.hand_size[seat] = static_cast<std::uint8_t>(s.hands[seat].total());
  }
  if constexpr (Sink::kListens) {
    sink({.kind = EventKind::GameStarted, .seat = first, .number = s.pile_size});
    sink({.kind = EventKind::TurnStarted, .seat = first, .number = 1});
  }
}

// Deals in the order of the rule book: extra Defuses before or after the hands, the faster game's
// third taken out, the kittens last. The kinds go into the deck in the order of their ids.
template <RandomSource Random>
class Dealer {
 public:
  constexpr Dealer(const Rules& rules, int seats, State& s, Random& random)
      : rules_(rules), seats_(seats), s_(s), random_(random) {}

  constexpr void deal() {
    const KindMask dealt = rules_.copies.kinds() & ~kPutAside;
    for (KindMask rest = dealt; rest != 0; rest &= rest - 1) {
      const Card card = card_at(lowest_bit(rest));
      put(card, rules_.copies[card]);
    }
    const int extra = extra_defuses_in(rules_, seats_);
    if (rules_.extra_defuses_dealt) put(Card::Defuse, extra);
    shuffle();
    deal_hands();
    if (!rules_.extra_defuses_dealt) put(Card::Defuse, extra);
    if (rules_.faster) {
      if (!rules_.extra_defuses_dealt) shuffle();
      s_.pile_size = static_cast<std::uint8_t>(s_.pile_size - s_.pile_size / 3);
    }
    const KittenCount kittens = kittens_in(rules_, seats_);
    put(Card::Exploding, kittens.exploding);
    put(Card::Imploding, kittens.imploding);
    shuffle();
  }

 private:
  constexpr void put(Card card, int copies) {
    const int end = s_.pile_size + copies;
    for (int i = s_.pile_size; i < end; ++i) s_.pile[static_cast<std::size_t>(i)] = card;
    s_.pile_size = static_cast<std::uint8_t>(end);
  }
  constexpr void shuffle() {
    const int number = s_.chances[static_cast<std::size_t>(Chance::Deal)]++;
    random_.shuffle(Chance::Deal, number, s_.pile.data(), s_.pile_size);
  }
  constexpr void deal_hands() {
    for (int seat = 0; seat < seats_; ++seat) {
      Counts& hand = s_.hands[static_cast<std::size_t>(seat)];
      hand[Card::Defuse] = 1;
      const int rest = s_.pile_size - rules_.hand;
      for (int i = s_.pile_size - 1; i >= rest; --i) {
        ++hand[look_at(random_, s_.pile[static_cast<std::size_t>(i)])];
      }
      s_.pile_size = static_cast<std::uint8_t>(rest);
    }
  }

  const Rules& rules_;
  int seats_;
  State& s_;
  Random& random_;
};

// Sets a game up in a blank state, for rules that check_rules() accepts. `first` names who begins;
// without it the rules say.
template <RandomSource Random, class Sink>
constexpr void set_up(const Rules& rules, int seats, State& s, Random& random, Sink& sink,
                      Seat first = kNoSeat) {
  assert(check_rules(rules, seats) == RulesFault::None);
  assert(first == kNoSeat || first < seats);
  Dealer<Random>(rules, seats, s, random).deal();
  if (first == kNoSeat) {
    first = rules.first == First::Zero
                ? Seat{0}
                : random.seat(Chance::First, s.chances[static_cast<std::size_t>(Chance::First)]++,
                              all_seats(seats));
  }
  begin_game(s, seats, first, sink);
}

template <RandomSource Random, class Sink>
constexpr State new_game(const Rules& rules, int seats, Random& random, Sink& sink,
                         Seat first = kNoSeat) {
  State s;
  set_up(rules, seats, s, random, sink, first);
  return s;
}

}  // namespace nl
