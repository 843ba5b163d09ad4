// Tests of the Curse of the Cat Butt: playing, giving and defusing blind.
#include "scenario.h"

namespace nl {
namespace {

TEST(STR_9, TheCursedPlayBlind) {
  Table t(both(), 3);
  t.hand(0, "curse").hand(1, "skip see").pile("tacocat*3").does(0, "play curse, target 1");
  t.expect_cursed("1").expect_turn(0, 1).draw(0).expect_legal(1, "draw | blind");
  t.expect_refused(1, "play skip").next_blind("skip").play(1, "blind").expect_asked("0 2");
  t.everyone_passes().expect_turn(2, 1).expect_hand(1, "see").expect_cursed("1");
  EXPECT_EQ(t.told(EventKind::PlayedBlind, kWatcher).card, Card::Skip);
}

TEST(STR_9, ABlindCardGoesOnToTargetAndWindow) {
  Table t(both(), 3);
  t.hand(0, "favor see").cursed(0).hand(1, "nope").hand(2, "skip").pile("tacocat*3");
  t.next_blind("favor").play(0, "blind").expect_legal(0, "target 1 | target 2");
  t.play(0, "target 2").nope(1).everyone_passes().expect_turn(0, 1).expect_hand(0, "see");
}

TEST(STR_9, ACardThatCannotBePlayedAloneIsLostWithoutAWindow) {
  Table t(both(), 3);
  t.hand(0, "tacocat*2 defuse nope").cursed(0).hand(1, "nope").pile("tacocat*3");
  t.next_blind("tacocat").play(0, "blind").expect_turn(0, 1).expect_discard("tacocat");
  t.next_blind("defuse").play(0, "blind").next_blind("nope").play(0, "blind");
  t.expect_hand(0, "tacocat").expect_discard("tacocat defuse nope").expect_turn(0, 1);
  t.expect_told(EventKind::LostBlind, 3).expect_told(EventKind::WentThrough, 0);
}

TEST(STR_9, ACardWithoutALegalTargetIsLost) {
  Table t(both(), 2);
  t.hand(0, "favor").cursed(0).pile("tacocat*3").next_blind("favor").play(0, "blind");
  t.expect_turn(0, 1).expect_discard("favor").expect_told(EventKind::LostBlind);
}

TEST(STR_9, NoCombosAndNoNopes) {
  Rules rules = both();
  rules.five = true;
  Table t(rules, 2);
  t.hand(0, "tacocat*3 skip see favor attack").cursed(0).hand(1, "see").pile("tacocat*3");
  t.expect_legal(0, "draw | blind");
}

TEST(STR_9, AnEmptyHandHasNothingToPlayBlind) {
  Table t(both(), 2);
  t.cursed(0).pile("tacocat*3").expect_legal(0, "draw");
}

TEST(STR_9, TheFirstSafeDrawEndsIt) {
  Table t(both(), 2);
  t.hand(0, "see").cursed(0).pile("tacocat*3").attacked(2).draw(0).expect_cursed("");
  t.expect_legal(0, "draw | play see").expect_told(EventKind::CurseLifted);
}

TEST(STR_9, ASkipAnImplodingKittenAKeptOneOrNothingDrawnDoNotEndIt) {
  Table skips(both(), 2);
  skips.hand(0, "skip").cursed(0).pile("tacocat*3").next_blind("skip").does(0, "blind");
  skips.expect_cursed("0");
  Table implodes(both(), 2);
  implodes.cursed(0).pile("imploding tacocat").draw(0).play(0, "depth 1").expect_cursed("0");
  Table keeps(both(), 2);
  keeps.hand(0, "streaking").cursed(0).pile("exploding tacocat").draw(0).play(0, "keep");
  keeps.expect_cursed("0").expect_turn(1, 1);
  Table draws_nothing(both(), 2);
  draws_nothing.hand(1, "streaking exploding").cursed(0).draw(0).expect_cursed("0");
}

TEST(STR_9, AnyOtherLivingPlayerMayBeCursedTheEmptyHandedAndTheCursedToo) {
  Table t(both(), 4);
  t.hand(1, "curse").cursed(2).pile("exploding tacocat*3").draw(0).play(1, "play curse");
  t.expect_legal(1, "target 2 | target 3").does(1, "target 2").expect_cursed("2").expect_turn(1, 1);
}

TEST(STR_9, AFavorTakesARandomCardWithoutAsking) {
  Table t(both(), 2);
  t.hand(0, "favor").hand(1, "defuse see").cursed(1).pile("tacocat*3");
  t.next_blind("defuse").does(0, "play favor, target 1").expect_turn(0, 1);
  t.expect_hand(0, "defuse").expect_hand(1, "see");
}

TEST(STR_9, AFavorMayTakeAHeldKitten) {
  Table t(both(), 3);
  t.hand(0, "favor").hand(1, "streaking exploding").cursed(1).pile("tacocat*3");
  t.next_blind("exploding", "streaking exploding").does(0, "play favor, target 1");
  t.expect_alive("1 2");
}

TEST(STR_9, GarbageCollectionTakesARandomCard) {
  Table t(both(), 3);
  t.hand(0, "garbage see").hand(1, "skip exploding streaking").cursed(1).hand(2, "nope");
  t.pile("tacocat")
      .does(0, "play garbage")
      .next_blind("exploding", "skip exploding streaking")
      .play(0, "card see");
  t.expect_asked("2").next_shuffle("see nope tacocat exploding").play(2, "card nope");
  t.expect_hand(1, "skip streaking").expect_turn(0, 1);
}

TEST(STR_9, ACursedCollectorGivesBlindToo) {
  Table t(both(), 2);
  t.hand(0, "garbage see skip").cursed(0).pile("tacocat").next_blind("garbage").next_blind("skip");
  t.next_shuffle("skip tacocat").does(0, "blind").expect_hand(0, "see").expect_turn(0, 1);
}

TEST(STR_9, ATripleTakesTheNamedCard) {
  Table t(both(), 2);
  t.hand(0, "tacocat*3").hand(1, "defuse see").cursed(1).pile("tacocat*3");
  t.does(0, "triple tacocat, target 1, card defuse").expect_hand(0, "defuse");
}

TEST(STR_9, AMarkedCardStaysVisible) {
  Table t(both(), 3);
  t.hand(0, "curse").hand(1, "skip*2 see").marked(1, "skip").pile("tacocat*3");
  t.does(0, "play curse, target 1").expect_marked(1, "skip").draw(0);
  t.next_blind("skip").does(1, "blind").expect_marked(1, "").expect_hand(1, "skip see");
}

TEST(STR_9, AStreakingKittenLostBlindSetsTheKittenLoose) {
  Table t(both(), 3);
  t.hand(0, "streaking exploding see").cursed(0).pile("tacocat*3");
  t.next_blind("streaking").play(0, "blind").expect_told(EventKind::KittenLoose);
  t.expect_legal(0, "blind").next_blind("see").play(0, "blind").expect_alive("1 2");
}

TEST(STR_9, ABlindPlayNeverHitsAHeldKitten) {
  Table only(both(Preset::Srs), 2);
  only.hand(0, "exploding").cursed(0).pile("tacocat*3").expect_legal(0, "draw");
  Table t(both(), 2);
  t.hand(0, "streaking exploding see*2").cursed(0).pile("tacocat*3");
  t.next_blind("see", "streaking see*2").does(0, "blind").expect_hand(0, "streaking exploding see");
}

TEST(EK_11, AGuessNeverHitsAHeldKitten) {
  Table t(both(), 3);
  t.hand(0, "streaking exploding see").cursed(0).pile("exploding tacocat*2").draw(0);
  t.next_blind("see", "streaking see").play(0, "blind").next_blind("streaking", "streaking");
  t.play(0, "blind").expect_alive("1 2");
}

TEST(EK_11, GuessesUntilTheDefuseIsFound) {
  Table t(both(), 3);
  t.hand(0, "see skip defuse nope").cursed(0).pile("exploding tacocat*2").attacked(2).draw(0);
  t.expect_legal(0, "blind").expect_refused(1, "blind").expect_hand(0, "see skip defuse nope");
  t.next_blind("skip").play(0, "blind").expect_legal(0, "blind").expect_discard("skip");
  t.next_blind("defuse").play(0, "blind").expect_cursed("").expect_hand(0, "see nope");
  t.expect_legal(0, "depth 0 | depth 1 | depth 2").play(0, "depth 2").expect_turn(0, 1);
  t.expect_discard("skip defuse").expect_told(EventKind::Defused);
  EXPECT_EQ(t.told(EventKind::Guessed, kWatcher).card, Card::Defuse);
}

TEST(EK_11, OneDefuseIsUsedOfSeveral) {
  Table t(both(), 2);
  t.hand(0, "defuse*2").cursed(0).pile("exploding tacocat").draw(0);
  t.next_blind("defuse").play(0, "blind, depth 0").expect_hand(0, "defuse").expect_turn(1, 1);
}

TEST(EK_11, WithoutADefuseDeadWhenNoCardIsLeft) {
  Table t(both(), 3);
  t.hand(0, "see skip").cursed(0).pile("exploding tacocat*2").draw(0).next_blind("skip");
  t.play(0, "blind").expect_alive("0 1 2").next_blind("see").play(0, "blind");
  t.expect_alive("1 2").expect_turn(1, 1).expect_discard("skip see");
}

TEST(EK_11, WithNoCardAtAllDeadAtOnce) {
  Table t(both(), 3);
  t.cursed(0).pile("exploding tacocat*2").draw(0).expect_alive("1 2");
  Table holder(both(Preset::Srs), 3);
  holder.hand(0, "exploding*2").cursed(0).pile("tacocat*2");
  holder.next_shuffle("exploding tacocat*2").draw(0).expect_alive("1 2");
}

TEST(EK_11, AStreakingHolderStillChoosesAndDefuseLeadsToTheGuessing) {
  Table t(both(), 2);
  t.hand(0, "streaking defuse").cursed(0).pile("exploding tacocat").draw(0);
  t.expect_legal(0, "keep | defuse").play(0, "defuse").expect_legal(0, "blind");
  t.next_blind("streaking").play(0, "blind").next_blind("defuse").play(0, "blind, depth 1");
  t.expect_hand(0, "").expect_turn(1, 1).expect_cursed("");
}

TEST(EK_11, OutOfTurnTooTheGuessingMeetsTheExplosion) {
  Table t(both(), 3);
  t.hand(0, "tacocat*2").hand(1, "streaking exploding defuse").cursed(1).pile("beard*2");
  t.attacked(2).next_steal("streaking").does(0, "pair tacocat, target 1");
  t.expect_legal(1, "blind").expect_owed(0, 2).next_blind("defuse").play(1, "blind, depth 0");
  t.expect_turn(0, 2).expect_pile("exploding beard*2").expect_cursed("");
}

TEST(EK_11, AGuessThatLosesTheStreakingKittenSetsTheHeldOneLooseBeforeTheTurnPasses) {
  Table t(both(), 3);
  t.hand(0, "streaking exploding defuse*2").cursed(0).pile("exploding beard*2").draw(0);
  t.next_blind("streaking").play(0, "blind").next_blind("defuse").play(0, "blind, depth 2");
  t.expect_owed(0, 1).expect_told(EventKind::KittenLoose).expect_hand(0, "");
  t.play(0, "depth 0").expect_pile("exploding beard*2 exploding").expect_turn(1, 1);
}

TEST(EK_11, SrsALooseKittenAtTheDrawIsGuessedForToo) {
  Table t(both(Preset::Srs), 2);
  t.hand(0, "exploding defuse see").cursed(0).pile("beard*2").draw(0).expect_legal(0, "blind");
  t.next_blind("see").play(0, "blind").next_blind("defuse").play(0, "blind, depth 2");
  t.expect_turn(1, 1).expect_hand(0, "").expect_pile("beard*2 exploding");
}

TEST(EK_11, TheUncursedAreNotMadeToGuess) {
  Table t(both(), 2);
  t.hand(0, "see defuse").cursed(1).pile("exploding tacocat").draw(0);
  t.expect_legal(0, "depth 0 | depth 1").expect_hand(0, "see");
}

}  // namespace
}  // namespace nl
