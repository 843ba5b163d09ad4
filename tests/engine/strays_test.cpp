// Tests of the box of Strays: a scene for every sentence of its rulings.
#include "engine/determinize.h"
#include "engine/knows.h"
#include "engine/random_play.h"

namespace nl {
namespace {

Rules strays(Preset preset = Preset::Official, Expansions more = kBase) {
  return make_rules(preset, static_cast<Expansions>(kStray | more));
}
Rules all_boxes(Preset preset = Preset::Official) { return make_rules(preset, kAllBoxes); }

// ---- Personal Attack ----------------------------------------------------------------------------

TEST(BOX_1, TheTurnBecomesThree) {
  for (const Preset preset : kAllPresets) {
    Table t(strays(preset), 2);
    t.hand(0, "personal").pile("tacocat*4").does(0, "play personal").expect_turn(0, 3);
    t.draw(0).expect_turn(0, 2).draw(0).expect_turn(0, 1).draw(0).expect_turn(1, 1);
  }
}

TEST(BOX_1, ItAddsToTurnsAlreadyOwed) {
  Table t(strays(), 2);
  t.hand(0, "personal*2").pile("tacocat").attacked(2);
  t.does(0, "play personal").expect_turn(0, 4).does(0, "play personal").expect_turn(0, 6);
}

TEST(BOX_1, TheTurnsCountAsAttackedAndAnAttackPassesThemOn) {
  Table t(strays(), 2);
  t.hand(0, "personal attack").pile("tacocat").does(0, "play personal");
  EXPECT_TRUE(t.state().attacked);
  t.does(0, "play attack").expect_turn(1, 5);
}

TEST(BOX_1, AFlatAttackPassesOnTwo) {
  Table t(strays(Preset::Implosion), 2);
  t.hand(0, "personal attack").pile("tacocat").does(0, "play personal");
  t.does(0, "play attack").expect_turn(1, 2);
}

TEST(BOX_1, SrsAsksNobodyToPassItOn) {
  Table t(strays(Preset::Srs), 2);
  t.hand(0, "personal attack").hand(1, "attack").pile("tacocat");
  t.does(0, "play personal").expect_turn(0, 3).expect_legal(0, "draw | play attack");
}

TEST(BOX_1, NopedItAddsNothing) {
  Table t(strays(), 2);
  t.hand(0, "personal").hand(1, "nope").pile("tacocat").play(0, "play personal").nope(1).pass(0);
  t.expect_turn(0, 1).expect_told(EventKind::TookTurns, 0);
}

TEST(BOX_1, PlayedBlindItCountsToo) {
  Table t(all_boxes(), 2);
  t.hand(0, "personal skip").pile("tacocat").cursed(0).next_blind("personal").play(0, "blind");
  t.everyone_passes().expect_turn(0, 3).expect_cursed("0");
}

TEST(BOX_1, SkipsEndTheTurnsOneByOneAndASuperSkipAll) {
  Table t(all_boxes(), 2);
  t.hand(0, "personal*2 skip superskip").pile("tacocat").does(0, "play personal");
  t.does(0, "play skip").expect_turn(0, 2).does(0, "play personal").expect_turn(0, 4);
  t.does(0, "play superskip").expect_turn(1, 1);
}

TEST(BOX_1, EveryoneIsToldHowManyTurnsAreOwed) {
  Table t(strays(), 2);
  t.hand(0, "personal").pile("tacocat").does(0, "play personal");
  EXPECT_EQ(t.told(EventKind::TookTurns, kWatcher),
            (Event{.kind = EventKind::TookTurns, .seat = 0, .number = 3}));
}

// ---- Share the Future ---------------------------------------------------------------------------

TEST(BOX_2, ThreeCardsAreOrderedThenTheNextPlayerSeesThem) {
  Table t(strays(), 3);
  t.hand(1, "share").pile("tacocat exploding beard skip").starts(1).does(1, "play share");
  t.expect_legal(1, "order 0 | order 1 | order 2").play(1, "order 2, order 1");
  t.expect_pile("beard exploding tacocat skip").expect_turn(1, 1);
  const Event shown = t.told(EventKind::Shown, 2);
  EXPECT_EQ(shown.seat, 2);
  EXPECT_EQ(shown.secrets, 3);
  EXPECT_EQ(shown.secret_card(0), Card::Beard);
  EXPECT_EQ(shown.secret_card(2), Card::Tacocat);
}

TEST(BOX_2, EverybodyKnowsWhoSawAndNobodyElseWhat) {
  Table t(strays(), 3);
  t.hand(0, "share").pile("tacocat exploding beard").does(0, "play share");
  t.play(0, "order 0, order 0");
  const Event public_part{.kind = EventKind::Shown, .seat = 1, .other = 0, .number = 3};
  EXPECT_EQ(t.told(EventKind::Shown, 2), public_part);
  EXPECT_EQ(t.told(EventKind::Shown, kWatcher), public_part);
  EXPECT_EQ(facts(t, 1), "tacocat 0, exploding 1, beard 2");
  EXPECT_EQ(facts(t, 2), "");
  EXPECT_EQ(known_to(t, 2).peeked(1), 3);
}

TEST(BOX_2, TheNextPlayerIsTheNextLivingOneInTheDirectionOfPlay) {
  Table t(all_boxes(), 4);
  t.hand(1, "reverse").hand(0, "share").pile("tacocat beard potato").starts(1);
  t.does(1, "play reverse").forfeit(3).does(0, "play share").play(0, "order 0, order 0");
  EXPECT_EQ(t.told(EventKind::Shown).seat, 2);
}

TEST(BOX_2, ACursedPlayerSeesThemToo) {
  Table t(all_boxes(), 2);
  t.hand(0, "share").hand(1, "skip").pile("tacocat exploding").cursed(1).does(0, "play share");
  t.play(0, "order 1");
  EXPECT_EQ(t.told(EventKind::Shown, 1).secret_card(0), Card::Exploding);
}

TEST(BOX_2, OneCardIsSeenByBothAndNotOrdered) {
  Table t(strays(), 2);
  t.hand(0, "share").pile("exploding").does(0, "play share").expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Altering, 0).secret_card(), Card::Exploding);
  EXPECT_EQ(t.told(EventKind::Shown, 1).secret_card(), Card::Exploding);
  t.expect_told(EventKind::Altered, 0);
}

TEST(BOX_2, AnEmptyPileShowsNothing) {
  Table t(all_boxes(), 2);
  t.hand(0, "share streaking exploding").does(0, "play share").expect_turn(0, 1);
  t.expect_told(EventKind::Shown, 0);
}

TEST(BOX_2, IfTheOneWhoOrdersLeavesNobodyElseSees) {
  Table t(strays(), 3);
  t.hand(0, "share").pile("tacocat exploding beard").does(0, "play share").play(0, "order 1");
  t.forfeit(0).expect_told(EventKind::Shown, 0).expect_pile("exploding tacocat beard");
  t.expect_turn(1, 1);
}

TEST(BOX_2, AnAlteredFutureIsNotShared) {
  Table t(all_boxes(), 2);
  t.hand(0, "alter").pile("tacocat beard").does(0, "play alter").play(0, "order 1");
  t.expect_told(EventKind::Altered).expect_told(EventKind::Shown, 0);
}

TEST(BOX_2, NopedNobodySees) {
  Table t(strays(), 2);
  t.hand(0, "share").hand(1, "nope").pile("tacocat beard").play(0, "play share").nope(1).pass(0);
  t.expect_turn(0, 1).expect_told(EventKind::Altering, 0).expect_told(EventKind::Shown, 0);
}

// ---- Potluck ------------------------------------------------------------------------------------

TEST(BOX_3, EverybodyPutsACardOnTopFromTheOneWhoPlayedItOn) {
  Table t(strays(), 4);
  t.hand(1, "potluck see").hand(2, "skip*2 nope").hand(0, "beard").pile("tacocat*2").starts(1);
  t.does(1, "play potluck").expect_asked("1").expect_legal(1, "card see").play(1, "card see");
  t.expect_asked("2").expect_legal(2, "card skip | card nope").play(2, "card skip");
  t.expect_asked("0").play(0, "card beard");
  t.expect_pile("beard skip see tacocat*2").expect_turn(1, 1);
  t.expect_hand(0, "").expect_hand(1, "").expect_hand(2, "skip nope").expect_hand(3, "");
  t.expect_told(EventKind::Shuffled, 0);
}

TEST(BOX_3, RoundTheTableIsInTheDirectionOfPlay) {
  Table t(all_boxes(), 3);
  t.hand(1, "reverse see").hand(0, "potluck skip").hand(2, "beard").pile("tacocat").starts(1);
  t.does(1, "play reverse").does(0, "play potluck").play(0, "card skip").play(2, "card beard");
  t.play(1, "card see").expect_pile("see beard skip tacocat");
}

TEST(BOX_3, WhatIsGivenIsUnseenByTheOthers) {
  Table t(strays(), 2);
  t.hand(0, "potluck").hand(1, "skip see").pile("tacocat").does(0, "play potluck");
  t.play(1, "card skip");
  EXPECT_EQ(t.told(EventKind::PutOnTop, 0),
            (Event{.kind = EventKind::PutOnTop, .seat = 1, .number = 1}));
  EXPECT_EQ(t.told(EventKind::PutOnTop, 1).secret_card(), Card::Skip);
  EXPECT_EQ(facts(t, 1), "skip 0");
}

TEST(BOX_3, AMarkedCardIsSeenAsItGoes) {
  Table t(all_boxes(), 2);
  t.hand(0, "potluck").hand(1, "skip see").marked(1, "skip").pile("tacocat");
  t.does(0, "play potluck").play(1, "card skip").expect_marked(1, "");
  EXPECT_EQ(t.told(EventKind::PutOnTop, kWatcher).secret_card(), Card::Skip);
  EXPECT_EQ(facts(t, 0), "skip 0");
}

TEST(BOX_3, ACursedGiversCardIsDrawnFromTheWholeHand) {
  Table t(all_boxes(), 2);
  t.hand(0, "potluck see").hand(1, "streaking exploding skip").cursed(1).pile("tacocat");
  t.does(0, "play potluck").next_blind("skip", "streaking exploding skip").play(0, "card see");
  t.expect_pile("skip see tacocat").expect_turn(0, 1);
}

TEST(BOX_3, ThoseWithoutACardAreNotAskedAndWithAllHandsEmptyNothingHappens) {
  Table t(strays(), 2);
  t.hand(0, "potluck").pile("tacocat beard").does(0, "play potluck").expect_turn(0, 1);
  t.expect_pile("tacocat beard").expect_told(EventKind::PutOnTop, 0);
}

TEST(BOX_3, KittensSetLooseGoOffAfterTheLastGiver) {
  Table t(all_boxes(), 3);
  t.hand(0, "potluck see").hand(1, "streaking exploding").hand(2, "skip").pile("tacocat");
  t.does(0, "play potluck").play(0, "card see").play(1, "card streaking").expect_alive("0 1 2");
  t.play(2, "card skip").expect_alive("0 2").expect_turn(0, 1);
  t.expect_pile("skip streaking see tacocat");
}

TEST(BOX_3, AKittenGivenAwayLiesOnTop) {
  Table t(all_boxes(), 2);
  t.hand(0, "potluck").hand(1, "streaking exploding").pile("tacocat").does(0, "play potluck");
  t.play(1, "card exploding").expect_pile("exploding tacocat").draw(0).expect_alive("1");
}

TEST(BOX_3, SrsSetsAKittenOffOnlyAtTheDraw) {
  Table t(all_boxes(Preset::Srs), 2);
  t.hand(0, "potluck").hand(1, "streaking exploding").pile("tacocat").does(0, "play potluck");
  t.play(1, "card streaking").expect_hand(1, "exploding").expect_turn(0, 1).expect_alive("0 1");
}

TEST(BOX_3, OutOfAHandComesNoKittenWhereNoHandCanHoldOne) {
  Table t(strays(), 3);
  t.hand(0, "potluck beard").hand(1, "skip").hand(2, "see").pile("exploding exploding");
  t.does(0, "play potluck").play(0, "card beard").play(1, "card skip").play(2, "card see");
  EXPECT_EQ(facts(t, 0), "harmless 0, harmless 1, beard 2");
  const View v = seen_by(t, 0);
  const Rules& rules = t.rules();
  const Counts cards = unseen(rules, v);
  EXPECT_EQ(kitten_odds(rules, v, cards, 0).kittens, 0);
  EXPECT_EQ(kitten_odds(rules, v, cards, 1).kittens, 0);
  EXPECT_EQ(kitten_odds(rules, v, cards, 3).kittens, kitten_odds(rules, v, cards, 3).cards);
  Dice dice(3);
  for (int i = 0; i < 50; ++i) {
    const State world = determinize(t.rules(), v, dice.words());
    EXPECT_FALSE(in(kKittens, world.from_top(0)));
    EXPECT_FALSE(in(kKittens, world.from_top(1)));
  }
}

TEST(BOX_3, AHandThatCouldHoldAKittenPromisesNothing) {
  Table t(all_boxes(), 2);
  t.hand(0, "potluck").hand(1, "skip see").pile("exploding tacocat").does(0, "play potluck");
  t.play(1, "card skip");
  EXPECT_EQ(facts(t, 0), "");
}

TEST(BOX_3, AFaceUpImplodingKittenBelowKeepsItsKnownDepth) {
  Table t(make_rules(Preset::Official, kStray | kImploding), 3);
  t.hand(0, "potluck beard").hand(1, "skip").hand(2, "see").pile("imploding tacocat").face_up();
  t.does(0, "play potluck").play(0, "card beard").play(1, "card skip").play(2, "card see");
  for (Seat seat = 0; seat < 3; ++seat) EXPECT_EQ(known_to(t, seat).at(3), Card::Imploding);
  EXPECT_EQ(known_to(t, kWatcher).at(3), Card::Imploding);
}

TEST(BOX_3, WhatWasKnownOfThePileLiesThatMuchDeeper) {
  Table t(strays(), 2);
  t.hand(0, "see potluck beard").hand(1, "skip").pile("tacocat exploding potato favor");
  t.does(0, "play see").does(0, "play potluck").play(0, "card beard").play(1, "card skip");
  EXPECT_EQ(facts(t, 0), "harmless 0, beard 1, tacocat 2, exploding 3, potato 4");
}

TEST(BOX_3, WhoLeavesIsPassedOver) {
  Table t(strays(), 3);
  t.hand(0, "potluck see").hand(1, "skip").hand(2, "beard").pile("tacocat").does(0, "play potluck");
  t.play(0, "card see").forfeit(1).expect_asked("2").play(2, "card beard");
  t.expect_pile("beard see tacocat").expect_turn(0, 1);
}

TEST(BOX_3, WhoPlayedItLeavesAndItGoesOn) {
  Table t(strays(), 3);
  t.hand(0, "potluck see").hand(1, "skip").hand(2, "beard").pile("tacocat").does(0, "play potluck");
  t.forfeit(0).play(1, "card skip").play(2, "card beard").expect_pile("beard skip tacocat");
  t.expect_turn(1, 1);
}

TEST(BOX_3, NopedNobodyGives) {
  Table t(strays(), 2);
  t.hand(0, "potluck see").hand(1, "nope").pile("tacocat").play(0, "play potluck").nope(1).pass(0);
  t.expect_pile("tacocat").expect_hand(0, "see").expect_turn(0, 1);
}

// ---- Bury ---------------------------------------------------------------------------------------

TEST(BOX_4, TheTopCardIsLookedAtAndGoesBackAnywhereInsteadOfADraw) {
  for (int place = 0; place <= 3; ++place) {
    Table t(strays(), 2);
    t.hand(0, "bury").pile("exploding tacocat beard potato").does(0, "play bury");
    t.expect_legal(0, "depth 0 | depth 1 | depth 2 | depth 3").expect_pile("tacocat beard potato");
    EXPECT_EQ(t.told(EventKind::Lifted, 0).secret_card(), Card::Exploding);
    t.play(0, "depth " + std::to_string(place)).expect_turn(1, 1).expect_hand(0, "");
    EXPECT_EQ(t.state().from_top(place), Card::Exploding);
  }
}

TEST(BOX_4, ItEndsOneOwedTurn) {
  Table t(strays(), 2);
  t.hand(0, "bury").pile("tacocat beard").attacked(3).does(0, "play bury").play(0, "depth 0");
  t.expect_turn(0, 2);
}

TEST(BOX_4, OthersSeeThatACardWasLiftedAndPutBackAndNoMore) {
  Table t(strays(), 3);
  t.hand(0, "bury").pile("exploding tacocat beard").does(0, "play bury");
  EXPECT_EQ(t.told(EventKind::Lifted, 1),
            (Event{.kind = EventKind::Lifted, .seat = 0, .number = 1}));
  const View v = seen_by(t, 1);
  EXPECT_EQ(v.phase(), Phase::Bury);
  EXPECT_EQ(v.pile_size, 3);
  EXPECT_EQ(v.top().a, index(kNoCard));
  t.play(0, "depth 1");
  EXPECT_EQ(t.told(EventKind::Buried, 1), (Event{.kind = EventKind::Buried, .seat = 0}));
  EXPECT_EQ(t.told(EventKind::Buried, kWatcher).secrets, 0);
}

TEST(BOX_4, ThePlayerKnowsWhereItLies) {
  Table t(strays(), 2);
  t.hand(0, "see bury").pile("exploding tacocat beard potato").does(0, "play see");
  t.does(0, "play bury").play(0, "depth 2");
  EXPECT_EQ(facts(t, 0), "tacocat 0, beard 1, exploding 2");
}

TEST(BOX_4, ForOthersAKnownTopCardMayBeAnywhereAndOtherFactsWidenByOne) {
  Table t(strays(), 3);
  t.hand(0, "see skip").hand(1, "bury").pile("beard exploding tacocat potato");
  t.does(0, "play see").does(0, "play skip").does(1, "play bury");
  EXPECT_EQ(facts(t, 0), "beard 0, exploding 1, tacocat 2");
  t.play(1, "depth 3");
  EXPECT_EQ(facts(t, 0), "exploding 0-1, beard 0-3, tacocat 1-2");
  EXPECT_EQ(known_to(t, 2).peeked(0), 0);
}

TEST(BOX_4, AFaceUpImplodingKittenIsNamedAndItsNewPlaceIsHidden) {
  Table t(make_rules(Preset::Official, kStray | kImploding), 3);
  t.hand(0, "bury").pile("imploding tacocat beard").face_up().does(0, "play bury");
  EXPECT_EQ(t.told(EventKind::Lifted, 1).card, Card::Imploding);
  EXPECT_TRUE(seen_by(t, 1).doom_on_top);
  t.play(0, "depth 2").expect_alive("0 1 2").expect_pile("tacocat beard imploding");
  EXPECT_TRUE(t.state().faceup);
  EXPECT_EQ(known_to(t, 1).at(2), kNoCard);
  EXPECT_FALSE(seen_by(t, 1).doom_on_top);
}

TEST(BOX_4, AFaceDownImplodingKittenStaysFaceDownAndUnnamed) {
  Table t(make_rules(Preset::Official, kStray | kImploding), 2);
  t.hand(0, "bury").pile("imploding tacocat").does(0, "play bury");
  EXPECT_EQ(t.told(EventKind::Lifted, 1).card, kNoCard);
  EXPECT_EQ(t.told(EventKind::Lifted, 0).secret_card(), Card::Imploding);
  t.play(0, "depth 1").expect_alive("0 1");
  EXPECT_FALSE(t.state().faceup);
}

TEST(BOX_4, WhatLiesUnderALiftedCardIsNotSeenByOthers) {
  Table t(make_rules(Preset::Official, kStray | kImploding), 2);
  t.hand(0, "bury").pile("tacocat imploding").face_up().does(0, "play bury");
  EXPECT_FALSE(seen_by(t, 1).doom_on_top);
  t.play(0, "depth 1");
  EXPECT_TRUE(seen_by(t, 1).doom_on_top);
}

TEST(BOX_4, ItTouchesNoCurse) {
  Table t(all_boxes(), 2);
  t.hand(0, "bury").pile("tacocat beard").cursed(0).next_blind("bury").play(0, "blind");
  t.everyone_passes().play(0, "depth 1").expect_turn(1, 1).expect_cursed("0");
}

TEST(BOX_4, SrsSetsOffNoLooseKitten) {
  Table t(all_boxes(Preset::Srs), 2);
  t.hand(0, "bury exploding").pile("tacocat beard").does(0, "play bury").play(0, "depth 0");
  t.expect_turn(1, 1).expect_alive("0 1").expect_hand(0, "exploding");
}

TEST(BOX_4, AnEmptyPileEndsOneTurnAndAsksNothing) {
  Table t(all_boxes(), 2);
  t.hand(0, "bury streaking exploding").hand(1, "skip").does(0, "play bury").expect_turn(1, 1);
  t.expect_told(EventKind::Lifted).expect_told(EventKind::Buried, 0);
}

TEST(BOX_4, WhoLeavesWhileAskedPutsTheCardBackOnTopFirst) {
  Table t(strays(), 3);
  t.hand(0, "see skip").hand(1, "bury").pile("beard tacocat potato").does(0, "play see");
  t.does(0, "play skip").does(1, "play bury").forfeit(1);
  t.expect_pile("beard tacocat potato").expect_turn(2, 1);
  EXPECT_EQ(facts(t, 0), "beard 0, tacocat 1, potato 2") << "all know that it lies there again";
  EXPECT_EQ(t.told(EventKind::Buried, 2),
            (Event{.kind = EventKind::Buried, .seat = 1, .number = 1}));
}

TEST(BOX_4, WhenTheOthersLeaveTheCardIsNotLost) {
  Table t(strays(), 2);
  t.hand(0, "bury").pile("beard tacocat").does(0, "play bury").forfeit(1).expect_winner(0);
  t.expect_pile("beard tacocat");
}

TEST(BOX_4, ACardInHandIsDealtWithTheRestOfAnImaginedWorld) {
  Table t(strays(), 2);
  t.hand(0, "bury").hand(1, "see").pile("exploding beard tacocat").does(0, "play bury");
  const View v = seen_by(t, 1);
  Dice dice(5);
  int kittens = 0;
  for (int i = 0; i < 200; ++i) {
    const State world = determinize(t.rules(), v, dice.words());
    ASSERT_EQ(world.pile_size, 2);
    ASSERT_LT(world.top().a, kCardKinds);
    kittens += world.top().a == index(Card::Exploding);
  }
  EXPECT_GT(kittens, 0);
  EXPECT_LT(kittens, 200);
}

TEST(BOX_4, NopedItIsStillTheSameTurn) {
  Table t(strays(), 2);
  t.hand(0, "bury").hand(1, "nope").pile("beard").play(0, "play bury").nope(1).pass(0);
  t.expect_turn(0, 1).expect_told(EventKind::Lifted, 0);
}

// ---- the box ------------------------------------------------------------------------------------

TEST(BOX_1, BOX_2_BOX_3_BOX_4_TenCardsInAnySetAndNothingElseChanges) {
  for (const Preset preset : kAllPresets) {
    for (Expansions set = 0; set < kFirstBoxSets; ++set) {
      Rules without = make_rules(preset, set);
      const Rules with = strays(preset, set);
      EXPECT_EQ(with.copies.total(), without.copies.total() + 10);
      without.copies = with.copies;
      EXPECT_EQ(with, without);
    }
  }
  EXPECT_EQ(strays().copies[Card::Personal], 4);
  EXPECT_EQ(strays().copies[Card::Share], 2);
  EXPECT_EQ(strays().copies[Card::Potluck], 2);
  EXPECT_EQ(strays().copies[Card::Bury], 2);
}

TEST(BOX_1, BOX_2_BOX_3_BOX_4_InCombosTheyAreTitlesLikeAnyOther) {
  Table t(strays(), 2);
  t.hand(0, "personal*3 share*2").hand(1, "bury skip").pile("tacocat").next_steal("skip");
  t.does(0, "pair share, target 1").expect_hand(0, "personal*3 skip");
  t.does(0, "triple personal, target 1, card bury").expect_hand(0, "bury skip");
  t.expect_told(EventKind::TookTurns, 0).expect_told(EventKind::Altering, 0);
}

}  // namespace
}  // namespace nl
