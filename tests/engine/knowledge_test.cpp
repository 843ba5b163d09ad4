// Tests of a seat's knowledge.
// Tests that a seat's knowledge is true and could be had at its place: scenes for each way in
// which knowledge widens or ends, and random games in which everything known must hold.
#include <gtest/gtest.h>

#include <string>

#include "engine/consistent.h"
#include "engine/knows.h"

namespace nl {
namespace {

constexpr std::string_view kPile = "skip tacocat exploding potato beard favor";

TEST(Knowledge, STF_1_OneWhoLooksKnowsTheTopInOrderAndNobodyElseDoes) {
  Table t(both(), 3);
  t.hand(0, "see defuse").hand(1, "defuse").hand(2, "defuse").pile(kPile);
  t.does(0, "play see");
  EXPECT_EQ(facts(t, 0), "skip 0, tacocat 1, exploding 2");
  EXPECT_EQ(facts(t, 1), "");
  EXPECT_EQ(facts(t, kWatcher), "");
  EXPECT_EQ(known_to(t, 1).peeked(0), 3) << "that somebody looked is public";
}

TEST(Knowledge, EK_4_SomebodyElsesKittenWidensEveryKnownPlace) {
  Table t(both(), 3);
  t.hand(0, "see defuse").hand(1, "defuse").hand(2, "defuse");
  t.pile("skip exploding tacocat potato beard favor");
  t.does(0, "play see").draw(0);
  EXPECT_EQ(facts(t, 0), "exploding 0, tacocat 1");
  t.draw(1).play(1, "depth 1");
  EXPECT_EQ(facts(t, 0), "tacocat 0-1") << "it lies there or one deeper";
  EXPECT_EQ(facts(t, 1), "exploding 1") << "who put it there knows where";
  EXPECT_EQ(facts(t, 2), "");
}

TEST(Knowledge, EK_4_TheOwnKittenMovesKnownCardsExactly) {
  Table t(both(), 2);
  t.hand(0, "see see defuse").hand(1, "defuse").pile("exploding tacocat potato beard favor");
  t.does(0, "play see").draw(0).play(0, "depth 1");
  EXPECT_EQ(facts(t, 0), "tacocat 0, exploding 1, potato 2");
}

TEST(Knowledge, SHUF_3_AShuffleEndsAllKnowledgeOfTheOrder) {
  Table t(both(), 2);
  t.hand(0, "see shuffle defuse").hand(1, "defuse").pile(kPile);
  t.does(0, "play see").next_shuffle("beard favor potato exploding tacocat skip");
  t.does(0, "play shuffle");
  EXPECT_EQ(facts(t, 0), "");
  EXPECT_EQ(known_to(t, 0).peeked(0), 0);
  EXPECT_EQ(known_to(t, 0).pile_size(), 6);
}

TEST(Knowledge, STR_5_ASwapTakesKnownEndsWithIt) {
  Table t(both(), 2);
  t.hand(0, "see swap defuse").hand(1, "defuse").pile(kPile);
  t.does(0, "play see").does(0, "play swap");
  EXPECT_EQ(facts(t, 0), "tacocat 1, exploding 2, skip 5");
}

TEST(Knowledge, STR_5_ASwapWidensWhatMayBeAtAnEnd) {
  Table t(both(), 2);
  t.hand(0, "see5 swap defuse").hand(1, "defuse").pile("skip exploding tacocat potato beard favor");
  t.does(0, "play see5").draw(0).draw(1).play(1, "depth 4");
  EXPECT_EQ(facts(t, 0), "tacocat 0-1, potato 1-2, beard 2-3");
  t.does(0, "play swap");
  // At the top it would have gone to the bottom; what can be at no end stays.
  EXPECT_EQ(facts(t, 0), "potato 1-2, tacocat 1-4, beard 2-3");
}

TEST(Knowledge, IMP_2_ADrawFromTheBottomLeavesTheTopWhereItIs) {
  Table t(both(), 2);
  t.hand(0, "see defuse bottom").hand(1, "defuse").pile(kPile);
  t.does(0, "play see").does(0, "play bottom");
  EXPECT_EQ(facts(t, 0), "skip 0, tacocat 1, exploding 2");
  EXPECT_EQ(known_to(t, 0).pile_size(), 5);
  EXPECT_EQ(known_to(t, 1).pile_size(), 5);
}

TEST(Knowledge, EK_8_EK_13_AllKnowThePilesSizeWhenTheOthersLeaveTheWinnerToAQuestion) {
  for (const char* first : {"draw", "play bottom", "play alter"}) {
    SCOPED_TRACE(first);
    Table t(both(), 2);
    t.hand(0, "streaking bottom alter").pile("exploding tacocat skip exploding").does(0, first);
    t.forfeit(1).expect_winner(0);
    for (const Seat viewer : {Seat{0}, Seat{1}, kWatcher}) {
      EXPECT_EQ(known_to(t, viewer).pile_size(), t.state().pile_size) << int{viewer};
      EXPECT_EQ(seen_by(t, viewer).pile_size, t.state().pile_size) << int{viewer};
    }
  }
}

TEST(Knowledge, IMP_2_ACardKnownAtTheBottomIsKnownInTheHandThatDrawsIt) {
  Table t(both(), 2);
  t.hand(0, "see swap defuse").hand(1, "bottom defuse").pile(kPile);
  t.does(0, "play see").does(0, "play swap").draw(0).does(1, "play bottom");
  EXPECT_EQ(hands_known(t, 0), "1: defuse, 1: skip");
  EXPECT_EQ(facts(t, 0), "tacocat 0, exploding 1");
}

TEST(Knowledge, STR_7_EverybodyKnowsTheKittensThatACatomicBombPutsOnTop) {
  Table t(both(), 3);
  t.hand(0, "see catomic defuse").hand(1, "defuse").hand(2, "defuse");
  t.pile("skip exploding tacocat exploding potato");
  t.does(0, "play see").next_shuffle("potato skip tacocat").does(0, "play catomic");
  for (const Seat viewer : {Seat{0}, Seat{1}, Seat{2}, kWatcher}) {
    EXPECT_EQ(facts(t, viewer), "exploding 0, exploding 1");
  }
}

TEST(Knowledge, IMP_3_AnothersAlterBlursTheTopAndOnlyTheTop) {
  Table t(both(), 2);
  t.hand(0, "see5 skip defuse").hand(1, "alter defuse").pile(kPile);
  t.does(0, "play see5").does(0, "play skip").does(1, "play alter");
  EXPECT_EQ(facts(t, 0), "skip 0-2, tacocat 0-2, exploding 0-2, potato 3, beard 4");
  t.play(1, "order 2, order 1");
  EXPECT_EQ(facts(t, 0), "skip 0-2, tacocat 0-2, exploding 0-2, potato 3, beard 4");
  EXPECT_EQ(facts(t, 1), "exploding 0, tacocat 1, skip 2");
}

TEST(Knowledge, STR_6_OneWhoGaveToTheGarbageKnowsNoMoreThanTheOthersAfterTheShuffle) {
  Table t(both(), 2);
  t.hand(0, "see garbage potato defuse").hand(1, "skip defuse").pile("tacocat beard favor");
  t.does(0, "play see").does(0, "play garbage").play(0, "card potato");
  EXPECT_EQ(facts(t, 0), "potato 0, tacocat 1, beard 2, favor 3");
  t.next_shuffle("potato skip tacocat beard favor").play(1, "card skip");
  EXPECT_EQ(facts(t, 0), "");
  EXPECT_EQ(hands_known(t, 0), "") << "the card given may have been the Defuse";
  EXPECT_EQ(hands_known(t, 1), "") << "the same the other way round";
}

TEST(Knowledge, FAV_1_TheTwoOfAFavorKnowTheCardAndTheThirdLosesCertainty) {
  Table t(both(), 3);
  t.hand(0, "favor defuse").hand(1, "skip defuse").hand(2, "defuse").pile(kPile);
  EXPECT_EQ(hands_known(t.starts(0), 2), "0: defuse, 1: defuse");
  t.does(0, "play favor, target 1").play(1, "card skip");
  EXPECT_EQ(hands_known(t, 0), "1: defuse, 2: defuse");
  EXPECT_EQ(hands_known(t, 1), "0: defuse, 0: skip, 2: defuse");
  EXPECT_EQ(hands_known(t, 2), "0: defuse") << "it may have been the Defuse";
}

TEST(Knowledge, IMP_5_DoomIsSeenByAllWhileItIsOnTopAndOnlyThen) {
  Table t(both(), 3);
  t.hand(0, "defuse").hand(1, "shuffle defuse").hand(2, "defuse");
  t.pile("imploding skip tacocat potato");
  t.draw(0).play(0, "depth 0");
  for (const Seat viewer : {Seat{0}, Seat{1}, Seat{2}, kWatcher}) {
    EXPECT_TRUE(seen_by(t, viewer).doom_on_top);
    EXPECT_TRUE(seen_by(t, viewer).faceup);
  }
  t.next_shuffle("skip imploding tacocat potato").does(1, "play shuffle");
  for (const Seat viewer : {Seat{0}, Seat{1}, Seat{2}, kWatcher}) {
    EXPECT_FALSE(seen_by(t, viewer).doom_on_top);
    EXPECT_EQ(facts(t, viewer), "") << "a shuffle hides it again";
  }
  t.draw(1);
  EXPECT_TRUE(seen_by(t, 0).doom_on_top) << "it has come up";
}

TEST(Knowledge, IMP_5_ItsPlaceIsTheSecretOfWhoPutItBack) {
  Table t(both(), 3);
  t.hand(0, "defuse").hand(1, "defuse").hand(2, "defuse").pile("imploding skip tacocat potato");
  t.draw(0).play(0, "depth 2");
  EXPECT_EQ(facts(t, 0), "imploding 2");
  EXPECT_EQ(facts(t, 1), "");
  EXPECT_FALSE(seen_by(t, 1).doom_on_top);
  EXPECT_TRUE(seen_by(t, 1).faceup);
}

TEST(Knowledge, EK_8_AKittenThatMayBeKeptIsStillInThePileForTheOthers) {
  Table t(both(), 2);
  t.hand(0, "streaking defuse").hand(1, "defuse").pile("exploding skip tacocat potato");
  t.draw(0);
  EXPECT_EQ(seen_by(t, 0).pile_size, 3);
  EXPECT_EQ(seen_by(t, 0).phase(), Phase::Keep);
  EXPECT_EQ(seen_by(t, 1).pile_size, 4);
  EXPECT_EQ(seen_by(t, 1).phase(), Phase::Turn);
  t.play(0, "keep");
  EXPECT_EQ(seen_by(t, 1).pile_size, 3);
  EXPECT_EQ(hands_known(t, 1), "0: defuse");
}

TEST(Knowledge, IsFoldedFromNoOtherEventsThanThoseItConcerns) {
  for (int kind = 0; kind < kEventKinds; ++kind) {
    const auto what = static_cast<EventKind>(kind);
    if (concerns(what)) continue;
    Knowledge known(0, 3);
    fold(known, Event{.kind = EventKind::GameStarted, .seat = 0, .number = 20});
    const Knowledge before = known;
    fold(known, Event{.kind = what, .seat = 1, .other = 2, .card = Card::Defuse, .number = 1});
    EXPECT_EQ(known, before) << kind;
  }
}

struct AllKnowledge {
  static constexpr bool kListens = true;
  std::array<Knowledge, kMaxSeats + 1> of{};  // the last is the watcher's
  explicit AllKnowledge(int seats) {
    for (Seat seat = 0; seat < kMaxSeats; ++seat) of[seat] = Knowledge(seat, seats);
    of[kMaxSeats] = Knowledge(kWatcher, seats);
  }
  void operator()(const Event& event) {
    for (Seat seat = 0; seat < kMaxSeats; ++seat) fold(of[seat], redact(event, seat));
    fold(of[kMaxSeats], redact(event, kWatcher));
  }
};

TEST(Knowledge, TURN_4_WhateverAnybodyKnowsIsTrueThroughoutRandomGames) {
  const int games = in_builds(6'000, 200);
  for (int number = 0; number < games; ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    SeededSource random(3, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    AllKnowledge known(kind.seats);
    State s = new_game(kind.rules, kind.seats, random, known);
    for (int step = 0; !s.over(); ++step) {
      for (int i = 0; i <= kind.seats; ++i) {
        const auto viewer = i < kind.seats ? static_cast<Seat>(i) : kWatcher;
        const Knowledge& own = known.of[viewer == kWatcher ? kMaxSeats : viewer];
        const char* fault = untrue(kind.rules, s, view(kind.rules, s, own, viewer));
        ASSERT_EQ(fault, nullptr) << fault << " for " << int{viewer} << " at step " << step
                                  << " of game " << number << ": " << kind.name();
      }
      if (number % 4 == 3 && dice.once_in(48)) {
        forfeit(kind.rules, s, static_cast<Seat>(dice.below(kind.seats)), random, known);
        continue;
      }
      const Seat seat = dice.seat(actors(s));
      apply(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, known);
    }
  }
}

}  // namespace
}  // namespace nl
