// Tests of Attack cards and owed turns.
#include "scenario.h"

namespace nl {
namespace {

TEST(ATK_1, TheTurnEndsWithNoDrawAndTheNextOwesTwo) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(make_rules(preset), 3);
    t.hand(0, "attack").pile("tacocat beard potato rainbow").does(0, "play attack");
    t.expect_turn(1, 2).expect_hand(0, "").expect_pile("tacocat beard potato rainbow");
    t.draw(1).expect_turn(1, 1).draw(1).expect_turn(2, 1);
    EXPECT_EQ(t.told(EventKind::Attacked).number, 2);
  }
}

TEST(ATK_2, OnTheFirstOfTwoOwedTurnsTheNextOwesFour) {
  Table t(official(), 3);
  t.hand(0, "attack").hand(1, "attack").pile("tacocat*4");
  t.does(0, "play attack").does(1, "play attack").expect_turn(2, 4);
}

TEST(ATK_2, OnTheSecondOfTwoOwedTurnsTheNextOwesThree) {
  Table t(official(), 3);
  t.hand(0, "attack").hand(1, "attack").pile("tacocat*4");
  t.does(0, "play attack").draw(1).does(1, "play attack").expect_turn(2, 3);
}

TEST(ATK_2, ChainsGrowWithoutEnd) {
  for (const Preset preset : {Preset::Official, Preset::Family}) {
    Table t(make_rules(preset), 2);
    t.hand(0, "attack*46").hand(1, "attack*46").pile("tacocat*4");
    for (int i = 0; i < 92; ++i) t.does(i % 2, "play attack").expect_turn(1 - i % 2, 2 * i + 2);
  }
}

TEST(ATK_2, UnderImplosionAnAttackIsAlwaysTwo) {
  Table t(implosion(), 3);
  t.hand(0, "attack").hand(1, "attack").hand(2, "attack").pile("tacocat*4");
  t.does(0, "play attack").does(1, "play attack").expect_turn(2, 2);
  t.draw(2).does(2, "play attack").expect_turn(0, 2);
}

TEST(ATK_2, AfterTheOwedTurnsAnAttackStartsFromTwoAgain) {
  Table t(official(), 3);
  t.hand(0, "attack").hand(2, "attack").pile("tacocat*4").does(0, "play attack");
  t.draw(1).draw(1).does(2, "play attack").expect_turn(0, 2);
}

TEST(ATK_3, SrsAsksTheAttackedPlayerBeforeTheFirstTurn) {
  Table t(srs(), 3);
  t.hand(0, "attack").hand(1, "attack see").pile("tacocat*4").does(0, "play attack");
  t.expect_owed(1, 2).expect_legal(1, "pass | play attack").expect_refused(1, "draw");
  t.expect_refused(1, "play see").play(1, "play attack").expect_turn(2, 4);
}

TEST(ATK_3, SrsDecliningBeginsTheTurnsAndTheAttackMayStillBePlayed) {
  Table t(srs(), 3);
  t.hand(0, "attack").hand(1, "attack").pile("tacocat*4").does(0, "play attack");
  t.pass(1).expect_turn(1, 2).expect_told(EventKind::ChainDeclined).draw(1);
  t.expect_turn(1, 1).does(1, "play attack").expect_turn(2, 3);
}

TEST(ATK_3, OnlySrsAsksAndOnlyOneWhoHoldsAnAttackWithOpenEyes) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    Table t(make_rules(preset), 2);
    t.hand(0, "attack").hand(1, "attack").pile("tacocat*4").does(0, "play attack");
    t.expect_turn(1, 2).expect_legal(1, "draw | play attack");
  }
  Table without(srs(), 2);
  without.hand(0, "attack").hand(1, "skip").pile("tacocat*4").does(0, "play attack");
  without.expect_turn(1, 2);
  Table cursed(make_rules(Preset::Srs, kStreaking), 2);
  cursed.hand(0, "attack").hand(1, "attack").cursed(1).pile("tacocat*4").does(0, "play attack");
  cursed.expect_turn(1, 2).expect_legal(1, "draw | blind");
}

TEST(ATK_3, SrsANopedAnswerIsAskedAgain) {
  Table t(srs(), 3);
  t.hand(0, "attack nope*2").hand(1, "attack*2").pile("tacocat*4").does(0, "play attack");
  t.play(1, "play attack").nope(0).expect_owed(1, 2).expect_legal(1, "pass | play attack");
  t.play(1, "play attack").nope(0).expect_turn(1, 2);
}

TEST(ATK_3, SrsOnlyTheAttacksThatWereNotNopedCount) {
  Table t(srs(), 4);
  t.hand(0, "attack").hand(1, "attack*2").hand(2, "attack").hand(3, "nope").pile("tacocat*4");
  t.does(0, "play attack").play(1, "play attack").nope(3);
  t.does(1, "play attack").expect_owed(2, 4);
  t.does(2, "play attack").expect_turn(3, 6);
}

TEST(ATK_3, SrsATargetedAttackMayAnswer) {
  Table t(imploding(Preset::Srs), 4);
  t.hand(0, "attack").hand(1, "targeted").hand(3, "targeted").pile("tacocat*6");
  t.does(0, "play attack").expect_legal(1, "pass | play targeted");
  t.play(1, "play targeted").expect_legal(1, "target 0 | target 2 | target 3");
  t.play(1, "target 3").expect_turn(2, 1);
  EXPECT_EQ(t.state().pending[3], 4) << "turns left + 2";
  t.draw(2).expect_owed(3, 4).expect_legal(3, "pass | play targeted");
}

TEST(ATK_4, AnyOtherLivingPlayerAndTheTurnJumps) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    SCOPED_TRACE(preset_name(preset));
    Table t(imploding(preset), 5);
    t.hand(1, "targeted").pile("exploding tacocat*6").draw(0).play(1, "play targeted");
    t.expect_legal(1, "target 2 | target 3 | target 4");
    t.expect_refused(1, "target 1").expect_refused(1, "target 0").expect_refused(1, "target 5");
    t.expect_refused(1, "target 9").expect_refused(1, "draw").does(1, "target 3");
    t.expect_turn(3, 2).draw(3).draw(3).expect_turn(4, 1);
  }
}

TEST(ATK_4, ATargetedAttackStacksLikeAnAttack) {
  Table t(imploding(), 4);
  t.hand(0, "attack").hand(1, "targeted").pile("tacocat*6").does(0, "play attack");
  t.does(1, "play targeted, target 0").expect_turn(0, 4);
  Table flat(imploding(Preset::Implosion), 4);
  flat.hand(0, "attack").hand(1, "targeted").pile("tacocat*6").does(0, "play attack");
  flat.does(1, "play targeted, target 3").expect_turn(3, 2);
}

TEST(ATK_4, SrsTheTargetsTurnsWaitUntilPlayReachesThem) {
  Table t(imploding(Preset::Srs), 4);
  t.hand(0, "targeted").pile("tacocat*8").does(0, "play targeted, target 2").expect_turn(1, 1);
  EXPECT_EQ(t.state().pending[2], 2);
  t.draw(1).expect_turn(2, 2);
  EXPECT_EQ(t.state().pending[2], 0);
  EXPECT_EQ(t.state().attacked, 1);
  t.draw(2).draw(2).expect_turn(3, 1).draw(3).draw(0).draw(1).expect_turn(2, 1);
}

TEST(ATK_4, SrsPendingTurnsGrow) {
  Table t(imploding(Preset::Srs), 4);
  t.hand(0, "targeted").hand(1, "targeted").hand(2, "attack").pile("tacocat*8");
  t.does(0, "play targeted, target 3").does(1, "play targeted, target 3").expect_turn(2, 1);
  EXPECT_EQ(t.state().pending[3], 4);
  t.does(2, "play attack").expect_turn(3, 6);
}

TEST(ATK_4, SrsTheNextPlayerAsTargetIsAskedAtOnce) {
  Table t(imploding(Preset::Srs), 3);
  t.hand(0, "targeted").hand(1, "attack").pile("tacocat*8").does(0, "play targeted, target 1");
  t.expect_owed(1, 2).expect_legal(1, "pass | play attack");
}

TEST(ATK_4, SrsPendingTurnsOfTheDeadAreGone) {
  Table t(imploding(Preset::Srs), 4);
  t.hand(0, "targeted").pile("tacocat*8").does(0, "play targeted, target 2").forfeit(2);
  t.draw(1).expect_turn(3, 1);
  EXPECT_EQ(t.state().pending[2], 0);
}

TEST(ATK_5, EachSkipTakesOneOwedTurnAndTwoCancelAnAttack) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.hand(0, "attack").hand(1, "skip*2").pile("tacocat*4").does(0, "play attack");
    t.does(1, "play skip").expect_turn(1, 1).does(1, "play skip").expect_turn(2, 1);
    t.expect_pile("tacocat*4").expect_hand(1, "");
  }
}

TEST(ATK_5, ASuperSkipTakesThemAll) {
  Table t(make_rules(Preset::Official, kStreaking), 3);
  t.hand(0, "superskip").pile("tacocat*4").attacked(6).does(0, "play superskip").expect_turn(1, 1);
  t.expect_pile("tacocat*4").expect_told(EventKind::SkippedAll);
}

TEST(ATK_6, DeadNeighboursAreSkipped) {
  Table t(imploding(), 5);
  t.hand(2, "attack").hand(4, "reverse").hand(3, "attack").pile("exploding*2 tacocat*6");
  t.draw(0).draw(1).does(2, "play attack").expect_turn(3, 2);
  t.draw(3).draw(3).does(4, "play reverse").expect_turn(3, 1);
  t.does(3, "play attack").expect_turn(2, 2);
}

TEST(ATK_6, AttackersWhoseNextIsDeadBackwards) {
  Table t(imploding(), 4);
  t.hand(0, "attack").hand(1, "reverse attack").pile("exploding tacocat*6").starts(3);
  t.draw(3).does(0, "play attack").expect_turn(1, 2).does(1, "play reverse").expect_turn(1, 1);
  t.does(1, "play attack").expect_turn(0, 3);
}

TEST(ATK_6, ForwardOverTwoDead) {
  Table t(official(), 4);
  t.hand(0, "attack").pile("exploding*2 tacocat*4").starts(1).draw(1).draw(2).draw(3);
  t.does(0, "play attack").expect_turn(3, 2);
}

}  // namespace
}  // namespace nl
