// Tests of Shuffle, Skip, See the Future, Favor, and cats alone.
#include <map>

#include "scenario.h"

namespace nl {
namespace {

TEST(SHUF_1, EveryOrderIsEquallyLikelyAndASeedRepeatsIt) {
  constexpr int kOrders = 24;
  constexpr int kShuffles = 24000;
  std::map<std::string, int> seen;
  for (int game = 0; game < kShuffles; ++game) {
    const SeededSource random(11, static_cast<std::uint64_t>(game));
    std::vector<Card> cards = cards_of("tacocat beard potato rainbow");
    random.shuffle(Chance::Shuffle, 0, cards.data(), 4);
    ++seen[words_of(cards)];
    std::vector<Card> again = cards_of("tacocat beard potato rainbow");
    random.shuffle(Chance::Shuffle, 0, again.data(), 4);
    EXPECT_EQ(cards, again);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kOrders));
  double chi_squared = 0;
  for (const auto& [order, times] : seen) {
    const double off = times - kShuffles / kOrders;
    chi_squared += off * off * kOrders / kShuffles;
  }
  EXPECT_LT(chi_squared, 49.7) << "23 degrees of freedom: p = 0.001";
}

TEST(SHUF_1, TheWholePileIsShuffled) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    Table t(make_rules(preset), 2);
    t.hand(0, "shuffle").pile("tacocat beard potato rainbow exploding");
    t.next_shuffle("exploding rainbow tacocat potato beard").does(0, "play shuffle");
    t.expect_pile("exploding rainbow tacocat potato beard").expect_turn(0, 1);
  }
}

TEST(SHUF_2, SrsAsksHowOftenAfterTheWindow) {
  Table t(srs(), 2);
  t.hand(0, "shuffle see").hand(1, "nope").pile("tacocat beard");
  t.play(0, "play shuffle").expect_asked("1").pass(1).expect_asked("0");
  t.next_shuffle("beard tacocat").next_shuffle("tacocat beard").next_shuffle("beard tacocat");
  t.play(0, "times 3").expect_pile("beard tacocat").expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Shuffled, 1).number, 3);
}

TEST(SHUF_2, OneToAHundredAndNothingElse) {
  Table t(srs(), 2);
  t.hand(0, "shuffle see").pile("tacocat").does(0, "play shuffle");
  for (const char* wrong : {"times 0", "times -1", "times 101", "times 1000", "times x", "times",
                            "times 1.5", "times 01", "depth 1", "draw", "play see"}) {
    t.expect_refused(0, wrong);
  }
  EXPECT_EQ(legal(t.rules(), t.state(), 0).size(), 100);
  for (int i = 0; i < 100; ++i) t.next_shuffle("tacocat");
  t.play(0, "times 100").expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Shuffled).number, 100);
}

TEST(SHUF_2, OtherPresetsDoNotAsk) {
  Table t(family(), 2);
  t.hand(0, "shuffle").pile("tacocat beard").next_shuffle("beard tacocat").does(0, "play shuffle");
  t.expect_turn(0, 1).expect_refused(0, "times 1");
}

TEST(SHUF_3, TheTurnGoesOnAndTheTurnsOwedStay) {
  Table t(official(), 2);
  t.hand(0, "shuffle").pile("tacocat beard").attacked(3);
  t.next_shuffle("tacocat beard").does(0, "play shuffle").expect_turn(0, 3);
}

TEST(SHUF_4, EveryoneIsToldOfTheShuffleOrThatThereWasNone) {
  Table t(official(), 3);
  t.hand(0, "shuffle*2").hand(1, "nope").pile("tacocat beard");
  t.play(0, "play shuffle").nope(1).everyone_passes().expect_told(EventKind::Shuffled, 0);
  EXPECT_EQ(t.told(EventKind::Cancelled, 2).card, Card::Shuffle);
  t.next_shuffle("beard tacocat").does(0, "play shuffle").expect_told(EventKind::Shuffled);
  EXPECT_EQ(t.told(EventKind::Shuffled, kWatcher),
            (Event{.kind = EventKind::Shuffled, .seat = 0, .number = 1}));
}

TEST(SHUF_4, SrsANopedShuffleAsksForNoNumber) {
  Table t(srs(), 2);
  t.hand(0, "shuffle").hand(1, "nope").pile("tacocat beard").play(0, "play shuffle").nope(1);
  t.expect_turn(0, 1).expect_pile("tacocat beard").expect_told(EventKind::Shuffled, 0);
}

TEST(SKIP_1, TheTurnEndsWithNoDraw) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.hand(0, "skip see").pile("exploding tacocat").does(0, "play skip");
    t.expect_turn(1, 1).expect_hand(0, "see").expect_pile("exploding tacocat");
    t.expect_told(EventKind::Drew, 0).expect_told(EventKind::SkippedTurn);
  }
}

TEST(STF_1, TheTopCardsInOrderToThatPlayerOnly) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    const std::string pile = "tacocat exploding beard potato";
    Table t(make_rules(preset), 2);
    t.hand(0, "see").pile(pile).does(0, "play see").expect_turn(0, 1).expect_pile(pile);
    const Event saw = t.told(EventKind::Saw, 0);
    EXPECT_EQ(saw.number, preset == Preset::Srs ? 2 : 3);
    ASSERT_EQ(saw.secrets, saw.number);
    const std::vector<Card> cards = cards_of(pile);
    for (std::size_t i = 0; i < saw.secrets; ++i) {
      EXPECT_EQ(saw.secret_card(static_cast<int>(i)), cards[i]);
    }
    for (const Seat other : {Seat{1}, kWatcher}) {
      EXPECT_EQ(t.told(EventKind::Saw, other),
                (Event{.kind = EventKind::Saw, .seat = 0, .number = saw.number}));
    }
  }
}

TEST(STF_1, FewerWhereThePileHasFewer) {
  Table t(make_rules(Preset::Official, kStreaking), 2);
  t.hand(0, "see see5").pile("exploding tacocat").does(0, "play see");
  EXPECT_EQ(t.told(EventKind::Saw).secrets, 2);
  t.does(0, "play see5").expect_pile("exploding tacocat");
  EXPECT_EQ(t.told(EventKind::Saw).secrets, 2);
}

TEST(FAV_1, TheAskedPlayerChoosesTheCardToGive) {
  Table t(official(), 3);
  t.hand(0, "favor").hand(1, "skip defuse see*2").pile("tacocat*3");
  t.does(0, "play favor, target 1").expect_asked("1").expect_refused(0, "card skip");
  t.expect_legal(1, "card defuse | card see | card skip").expect_refused(1, "card attack");
  t.expect_refused(1, "pass").play(1, "card see");
  t.expect_hand(0, "see").expect_hand(1, "skip defuse see").expect_turn(0, 1);
}

TEST(FAV_1, OnlyThoseTwoKnowTheCard) {
  Table t(official(), 3);
  t.hand(0, "favor").hand(1, "skip see").pile("tacocat*3");
  t.does(0, "play favor, target 1").play(1, "card see");
  EXPECT_EQ(t.told(EventKind::Gave, 0).secret_card(), Card::See);
  EXPECT_EQ(t.told(EventKind::Gave, 1).secret_card(), Card::See);
  EXPECT_EQ(t.told(EventKind::Gave, 2), (Event{.kind = EventKind::Gave, .seat = 1, .other = 0}));
}

TEST(FAV_1, TheDeadOneselfAndTheEmptyHandedCannotBeAsked) {
  Table t(official(), 4);
  t.hand(0, "skip").hand(1, "favor see").hand(3, "skip").pile("exploding tacocat*3").draw(0);
  t.play(1, "play favor").expect_legal(1, "target 3").expect_refused(1, "target 0");
  t.expect_refused(1, "target 1").expect_refused(1, "target 2").expect_discard("favor");
}

TEST(FAV_1, WithoutAnyoneToAskItCannotBePlayed) {
  Table t(official(), 3);
  t.hand(0, "favor*2").pile("tacocat*3").expect_legal(0, "draw").expect_refused(0, "play favor");
}

TEST(FAV_1, AHandEmptiedByItsOwnNopeGivesNothing) {
  Table t(official(), 3);
  t.hand(0, "favor nope").hand(1, "nope").pile("tacocat*3").play(0, "play favor, target 1");
  t.nope(1).nope(0).everyone_passes().expect_turn(0, 1).expect_hand(0, "");
  t.expect_discard("favor nope*2").expect_told(EventKind::Fizzled).expect_told(EventKind::Gave, 0);
}

TEST(CAT_1, ACatAloneCannotBePlayed) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset, kImploding), 2);
    t.hand(0, "tacocat potato rainbow").hand(1, "see").pile("tacocat*3").expect_legal(0, "draw");
    for (const char* cat : {"tacocat", "cattermelon", "potato", "beard", "rainbow", "feral"}) {
      t.expect_refused(0, std::string("play ") + cat);
    }
  }
}

}  // namespace
}  // namespace nl
