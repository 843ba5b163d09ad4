// Tests of the canonical encoding: it covers the parts in use and nothing of the layout in memory.
#include "engine/canonical_form.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/random_play.h"

namespace nl {
namespace {

using Numbers = std::vector<std::uint64_t>;

struct Pen {
  Numbers& numbers;
  void operator()(std::uint64_t number) { numbers.push_back(number); }
};

Numbers written(const State& s) {
  Numbers numbers;
  write(s, Pen{numbers});
  return numbers;
}
Numbers written(const Rules& rules, const View& v) {
  Numbers numbers;
  write(rules, v, Pen{numbers});
  return numbers;
}

// Two Skips and a Defuse against a Nope; three cards in the pile; seat 1 is asked about a Skip.
State small_game() {
  State s;
  s.seats = 2;
  s.alive = 0b11;
  s.owed = 1;
  s.hands[0][Card::Defuse] = 1;
  s.hands[0][Card::Skip] = 2;
  s.hands[1][Card::Nope] = 1;
  s.hand_size = {3, 1};
  s.marked[1][Card::Nope] = 1;
  s.pile = {Card::Tacocat, Card::Exploding, Card::See};
  s.pile_size = 3;
  s.discard[Card::Skip] = 1;
  s.discard_top = Card::Skip;
  s.depth = 2;
  s.frames[1] = {Phase::Window, 0};
  s.play = {.card = Card::Skip, .by = 0, .last = 0, .waiting = 0b10};
  s.chances[static_cast<std::size_t>(Chance::Deal)] = 2;
  s.chances[static_cast<std::size_t>(Chance::Blind)] = 5;
  return s;
}

TEST(Written, UPG_1_AStateIsWrittenLikeThisForGood) {
  EXPECT_EQ(written(small_game()), (Numbers{
                                       2, 0,  0b11, 0,  1, 0, 0,  1,  // seats … owed
                                       3, 0,  0,            // seat 0: cards, pending, no mark
                                       1, 0,  1,    12, 1,  // seat 1: one marked Nope
                                       1, 7,  1,    7,      // the discard pile: one Skip, on top
                                       2, 0,  1,    0,  0, 5, 1,  0,    0,  // frames: Turn, Window
                                       7, 0,  1,    0,  0, 0, 1,  0b10, 0,  // the play
                                       3, 14, 1,    24,                     // the pile from the top
                                       2, 4,  1,    7,  2, 1, 12, 1,        // hands
                                       1, 2,  7,    5,  0,  // chances: Deal twice, Blind 5 times
                                   }));
}

// Rubbish in places that are not in use.
State with_rubbish(State s) {
  for (std::size_t i = s.pile_size; i < s.pile.size(); ++i) s.pile[i] = Card::Curse;
  for (std::size_t i = s.depth; i < s.frames.size(); ++i) s.frames[i] = {Phase::Place, 3, 7, 9};
  for (std::size_t seat = s.seats; seat < kMaxSeats; ++seat) {
    s.hands[seat][Card::Mark] = s.marked[seat][Card::Mark] = 3;
    s.hand_size[seat] = 3;
    s.pending[seat] = 2;
  }
  return s;
}

TEST(Written, UPG_1_WhatLiesInUnusedPlacesIsNotWritten) {
  const State s = small_game();
  EXPECT_EQ(written(s), written(with_rubbish(s)));
  const Rules rules = make_rules(Preset::Official, kStreaking);
  for (Seat viewer : {Seat{0}, Seat{1}, kWatcher}) {
    const Knowledge known(viewer, 2);
    EXPECT_EQ(written(rules, view(rules, s, known, viewer)),
              written(rules, view(rules, with_rubbish(s), known, viewer)));
  }
}

Event kitten_back(Card kitten, std::uint8_t place) {
  return {.kind = EventKind::PutBack,
          .seat = 0,
          .card = kitten,
          .knows = seat_bit(0),
          .secrets = 1,
          .secret = {place}};
}

// In which order a seat came to know of cards makes no difference.
TEST(Written, UPG_1_WhatIsKnownIsWrittenInOneOrder) {
  Knowledge one(0, 2);
  fold(one, Event{.kind = EventKind::GameStarted, .seat = 0, .number = 1});
  Knowledge other = one;
  fold(one, kitten_back(Card::Exploding, 0));
  fold(one, kitten_back(Card::Imploding, 0));
  fold(other, kitten_back(Card::Imploding, 0));
  fold(other, kitten_back(Card::Exploding, 1));
  ASSERT_NE(one, other) << "kept in another order";
  const Rules rules = make_rules(Preset::Official, kImploding);
  const State s = small_game();
  EXPECT_EQ(written(rules, view(rules, s, one, 0)), written(rules, view(rules, s, other, 0)));
  fold(other, kitten_back(Card::Exploding, 1));
  EXPECT_NE(written(rules, view(rules, s, one, 0)), written(rules, view(rules, s, other, 0)));
}

// Everything that changes in a game is in what is written.
TEST(Written, EveryStepChangesWhatIsWritten) {
  for (std::uint64_t number = 0; number < all_game_kinds().size(); ++number) {
    const GameKind& kind = game_kind(number);
    SeededSource random(5, number);
    Dice dice(number);
    NullSink sink;
    State s = new_game(kind.rules, kind.seats, random, sink);
    while (!s.over()) {
      const Numbers before = written(s);
      const Seat seat = next_actor(s);
      apply(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, sink);
      ASSERT_NE(before, written(s)) << kind.name();
    }
  }
}

}  // namespace
}  // namespace nl
