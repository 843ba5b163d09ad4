// Tests of the Streaking expansion. Streaking Kitten: streaking_kitten_test; Curse: curse_test.
#include "scenario.h"

namespace nl {
namespace {

TEST(STR_2, SuperSkipEndsTheTurnWithNoDraw) {
  for (const Preset preset : kAllPresets) {
    Table t(both(preset), 3);
    t.hand(0, "superskip").pile("exploding tacocat").does(0, "play superskip").expect_turn(1, 1);
    t.expect_pile("exploding tacocat");
  }
}

TEST(STR_3, FiveCardsAreSeenInEveryPreset) {
  for (const Preset preset : kAllPresets) {
    Table t(both(preset), 2);
    t.hand(0, "see5").pile("tacocat exploding beard potato skip see").does(0, "play see5");
    const Event saw = t.told(EventKind::Saw, 0);
    EXPECT_EQ(saw.secrets, 5);
    EXPECT_EQ(saw.secret_card(1), Card::Exploding);
    EXPECT_EQ(saw.secret_card(4), Card::Skip);
    EXPECT_EQ(t.told(EventKind::Saw, 1).secrets, 0);
    t.expect_turn(0, 1).expect_pile("tacocat exploding beard potato skip see");
  }
}

TEST(STR_4, FiveCardsInANewOrder) {
  Table t(both(), 2);
  t.hand(0, "alter5").pile("tacocat exploding beard potato skip see").does(0, "play alter5");
  t.expect_legal(0, "order 0 | order 1 | order 2 | order 3 | order 4").play(0, "order 4, order 3");
  t.play(0, "order 2").expect_legal(0, "order 0 | order 1").play(0, "order 1");
  t.expect_pile("skip potato beard exploding tacocat see").expect_turn(0, 1);
}

TEST(STR_5, TopAndBottomChangePlacesUnseen) {
  Table t(both(), 2);
  t.hand(0, "swap").pile("tacocat beard exploding").does(0, "play swap");
  t.expect_pile("exploding beard tacocat").expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Swapped, 0), (Event{.kind = EventKind::Swapped, .seat = 0}));
}

TEST(STR_5, WithOneCardNothing) {
  Table t(both(), 2);
  t.hand(0, "swap").pile("exploding").does(0, "play swap").expect_pile("exploding");
  t.expect_turn(0, 1);
}

TEST(STR_6, EveryoneWithCardsGivesOneInTurnOrderThenThePileIsShuffled) {
  Table t(both(), 4);
  t.hand(1, "garbage see").hand(2, "skip*2 nope").hand(0, "beard").pile("tacocat*2").starts(1);
  t.does(1, "play garbage").expect_asked("1").expect_legal(1, "card see").play(1, "card see");
  t.expect_asked("2").expect_legal(2, "card skip | card nope").play(2, "card skip");
  t.next_shuffle("skip tacocat see beard tacocat").expect_asked("0").play(0, "card beard");
  t.expect_pile("skip tacocat see beard tacocat").expect_turn(1, 1);
  t.expect_hand(0, "").expect_hand(1, "").expect_hand(2, "skip nope").expect_hand(3, "");
}

TEST(STR_6, TurnOrderIsInTheDirectionOfPlay) {
  Table t(both(), 3);
  t.hand(1, "reverse see").hand(0, "garbage skip").hand(2, "skip").pile("tacocat").starts(1);
  t.does(1, "play reverse").does(0, "play garbage").play(0, "card skip").expect_asked("2");
  t.play(2, "card skip").expect_asked("1");
  t.next_shuffle("skip*2 see tacocat").play(1, "card see");
}

TEST(STR_6, WhatIsGivenIsSecret) {
  Table t(both(), 2);
  t.hand(0, "garbage").hand(1, "skip see").pile("tacocat").does(0, "play garbage");
  t.next_shuffle("skip tacocat").play(1, "card skip");
  EXPECT_EQ(t.told(EventKind::Collected, 0), (Event{.kind = EventKind::Collected, .seat = 1}));
  EXPECT_EQ(t.told(EventKind::Collected, 1).secret_card(), Card::Skip);
}

TEST(STR_6, WithAllHandsEmptyThePileIsStillShuffled) {
  Table t(both(), 2);
  t.hand(0, "garbage").pile("tacocat beard").next_shuffle("beard tacocat").does(0, "play garbage");
  t.expect_pile("beard tacocat").expect_turn(0, 1).expect_told(EventKind::Shuffled);
}

TEST(STR_6, SrsShufflesOnceWithoutAsking) {
  Table t(both(Preset::Srs), 2);
  t.hand(0, "garbage see").pile("tacocat").next_shuffle("see tacocat").does(0, "play garbage");
  t.play(0, "card see").expect_turn(0, 1);
}

TEST(STR_7, KittensComeOutOpenlyAndGoOnTop) {
  for (const Preset preset : kAllPresets) {
    Table t(both(preset), 3);
    t.hand(0, "catomic").hand(1, "streaking exploding");
    t.pile("tacocat exploding beard imploding exploding potato");
    t.next_shuffle("imploding potato tacocat beard").does(0, "play catomic");
    t.expect_pile("exploding*2 imploding potato tacocat beard").expect_turn(1, 1);
    t.expect_hand(1, "streaking exploding");
    EXPECT_EQ(t.told(EventKind::Bombed, kWatcher),
              (Event{.kind = EventKind::Bombed, .seat = 0, .number = 2}));
  }
}

TEST(STR_7, ItEndsOneOwedTurnWithoutADraw) {
  Table t(both(), 2);
  t.hand(0, "catomic").pile("tacocat exploding").attacked(3).next_shuffle("tacocat");
  t.does(0, "play catomic").expect_turn(0, 2).expect_hand(0, "").expect_told(EventKind::Drew, 0);
}

TEST(STR_8, ARandomCardIsShownToAllUntilItLeaves) {
  Table t(both(), 3);
  t.hand(0, "mark").hand(1, "skip see").pile("tacocat*3");
  t.next_mark("skip").does(0, "play mark, target 1").expect_marked(1, "skip").expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Marked, kWatcher),
            (Event{.kind = EventKind::Marked, .seat = 0, .other = 1, .card = Card::Skip}));
  t.draw(0).does(1, "play see").expect_marked(1, "skip");
  t.does(1, "play skip").expect_marked(1, "").expect_turn(2, 1);
}

TEST(STR_8, NeedsATargetWithAnUnmarkedCard) {
  Table t(both(), 4);
  t.hand(0, "mark see").hand(1, "skip*2").marked(1, "skip").hand(2, "skip").marked(2, "skip");
  t.pile("tacocat*3").play(0, "play mark").expect_legal(0, "target 1").next_mark("skip");
  t.does(0, "target 1").expect_marked(1, "skip*2");
  Table none(both(), 3);
  none.hand(0, "mark see").hand(1, "skip").marked(1, "skip").pile("tacocat*3");
  none.expect_legal(0, "draw | play see");
}

TEST(STR_8, AlreadyMarkedCardsAreNotMarkedAgain) {
  Table t(both(), 2);
  t.hand(0, "mark").hand(1, "skip see").marked(1, "skip").pile("tacocat*3");
  t.next_mark("see", "see").does(0, "play mark, target 1").expect_marked(1, "skip see");
}

TEST(STR_8, AHandWithoutUnmarkedCardsLeftIsLeftAlone) {
  Table t(both(), 2);
  t.hand(0, "mark nope").hand(1, "skip nope").marked(1, "skip").pile("tacocat*3");
  t.play(0, "play mark, target 1").nope(1).nope(0).everyone_passes().expect_marked(1, "skip");
  t.expect_turn(0, 1).expect_told(EventKind::Marked, 0);
}

TEST(STR_8, AMarkedCopyLeavesFirst) {
  Table played(both(), 2);
  played.hand(0, "see*2").marked(0, "see").pile("tacocat*3").does(0, "play see");
  played.expect_hand(0, "see").expect_marked(0, "");
  Table given(both(), 2);
  given.hand(0, "favor").hand(1, "see*2").marked(1, "see").pile("tacocat*3");
  given.does(0, "play favor, target 1").play(1, "card see").expect_marked(1, "");
  given.expect_marked(0, "").expect_hand(0, "see");
  Table stolen(both(), 2);
  stolen.hand(0, "tacocat*2").hand(1, "see*2").marked(1, "see").pile("tacocat*3");
  stolen.next_steal("see").does(0, "pair tacocat, target 1").expect_marked(1, "");
}

TEST(STR_8, AMarkedCardIsSeenByAllAsItIsStolen) {
  Table t(both(), 3);
  t.hand(0, "tacocat*2").hand(1, "skip see").marked(1, "skip").pile("tacocat*3");
  t.next_steal("skip").does(0, "pair tacocat, target 1").expect_marked(1, "");
  EXPECT_EQ(t.told(EventKind::Stole, kWatcher).secret_card(), Card::Skip);
}

TEST(STR_8, TheDeadAndOneselfCannotBeMarked) {
  Table t(both(), 4);
  t.hand(0, "skip").hand(1, "mark see").hand(2, "see").hand(3, "see").pile("exploding tacocat*3");
  t.draw(0).play(1, "play mark").expect_legal(1, "target 2 | target 3");
}

}  // namespace
}  // namespace nl
