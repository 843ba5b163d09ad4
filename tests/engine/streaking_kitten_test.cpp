// Tests of kittens in hands: kept by a Streaking Kitten, stolen, given away, set loose.
#include "scenario.h"

namespace nl {
namespace {

TEST(EK_8, MayBeKeptOrDefused) {
  Table keeps(both(), 2);
  keeps.hand(0, "streaking defuse").pile("exploding tacocat").draw(0);
  keeps.expect_legal(0, "keep | defuse").play(0, "keep");
  keeps.expect_hand(0, "streaking defuse exploding").expect_turn(1, 1);

  Table defuses(both(), 2);
  defuses.hand(0, "streaking defuse").pile("exploding tacocat").draw(0).play(0, "defuse");
  defuses.expect_hand(0, "streaking").play(0, "depth 1").expect_pile("tacocat exploding");
  defuses.expect_turn(1, 1);
}

TEST(EK_8, WithoutADefuseOnlyKeep) {
  Table t(both(), 2);
  t.hand(0, "streaking").pile("exploding tacocat").draw(0).expect_legal(0, "keep");
}

TEST(EK_8, WithAKittenThereAlreadyThereIsNoChoice) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(both(preset), 2);
    t.hand(0, "streaking exploding defuse").pile("exploding tacocat").draw(0);
    t.expect_hand(0, "streaking exploding").expect_legal(0, "depth 0 | depth 1");
    t.play(0, "depth 0").expect_turn(1, 1);
  }
  Table t(both(), 3);
  t.hand(0, "streaking exploding").pile("exploding tacocat").draw(0).expect_alive("1 2");
}

TEST(EK_8, KeepingEndsTheTurnExceptUnderSrs) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    Table t(both(preset), 2);
    t.hand(0, "streaking skip").pile("exploding tacocat").attacked(2).draw(0).play(0, "keep");
    t.expect_turn(0, 1).expect_hand(0, "streaking exploding skip");
  }
  Table t(both(Preset::Srs), 2);
  t.hand(0, "streaking skip").pile("exploding tacocat").draw(0).play(0, "keep");
  t.expect_turn(0, 1).expect_legal(0, "draw | play skip");
  t.draw(0).expect_hand(0, "streaking exploding skip tacocat").expect_turn(1, 1);
}

TEST(EK_8, AKeptKittenFromTheBottomIsTheSame) {
  Table t(both(), 2);
  t.hand(0, "streaking bottom").pile("tacocat exploding").does(0, "play bottom").play(0, "keep");
  t.expect_hand(0, "streaking exploding").expect_pile("tacocat").expect_turn(1, 1);

  Table srs(both(Preset::Srs), 2);
  srs.hand(0, "streaking bottom").pile("tacocat exploding").does(0, "play bottom").play(0, "keep");
  srs.expect_turn(0, 1);
}

TEST(EK_8, OthersHearOfAKeptKittenNoMoreThanOfASafeDraw) {
  Table keeps(both(), 2);
  keeps.hand(0, "streaking").pile("exploding tacocat").draw(0).play(0, "keep");
  EXPECT_EQ(keeps.told(EventKind::Kept, 0).seat, 0);
  Table draws(both(), 2);
  draws.hand(0, "streaking").pile("beard tacocat").draw(0);
  std::vector<Event> heard = keeps.heard_by(1);
  std::erase(heard, Event{});
  EXPECT_EQ(heard, draws.heard_by(1));
}

TEST(EK_9, AStolenKittenGoesOffAtOnceAndTheThiefDies) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    SCOPED_TRACE(preset_name(preset));
    Table t(both(preset), 3);
    t.hand(0, "tacocat*2").hand(1, "streaking exploding").pile("beard*3").attacked(3);
    t.next_steal("exploding").does(0, "pair tacocat, target 1");
    t.expect_alive("1 2").expect_turn(1, 1).expect_hand(1, "streaking");
    t.expect_told(EventKind::KittenLoose);
  }
}

TEST(EK_9, AStolenKittenIsDefusedAndEndsNoTurn) {
  Table t(both(), 3);
  t.hand(0, "tacocat*2 defuse").hand(1, "streaking exploding").pile("beard*2").attacked(2);
  t.next_steal("exploding").does(0, "pair tacocat, target 1");
  t.expect_hand(0, "").play(0, "depth 2").expect_pile("beard*2 exploding").expect_turn(0, 2);
}

TEST(EK_9, AThiefWithAStreakingKittenHoldsIt) {
  // Two Streaking Kittens are a house rule; one may keep what the other lost.
  Table t(both(), 2);
  t.hand(0, "tacocat*2 streaking").hand(1, "exploding streaking").pile("beard*2");
  t.next_steal("exploding").does(0, "pair tacocat, target 1");
  t.expect_hand(0, "streaking exploding").expect_turn(0, 1).expect_told(EventKind::KittenLoose, 0);
}

TEST(EK_9, AKittenGivenAsAFavorGoesOffWithItsTaker) {
  Table t(both(), 3);
  t.hand(0, "favor").hand(1, "streaking exploding").pile("beard*3");
  t.does(0, "play favor, target 1").play(1, "card exploding").expect_alive("1 2").expect_turn(1, 1);
}

TEST(EK_9, AKittenTakenByATripleGoesOff) {
  Table t(both(), 3);
  t.hand(0, "tacocat*3 defuse").hand(1, "streaking exploding").pile("beard*3");
  t.does(0, "triple tacocat, target 1, card exploding")
      .expect_legal(0,
                    "depth 0 | depth 1 | "
                    "depth 2 | depth 3");
}

TEST(EK_9, AKittenCanBeGarbageCollected) {
  Table t(both(), 2);
  t.hand(0, "garbage streaking exploding").hand(1, "skip").pile("beard");
  t.next_shuffle("exploding skip beard").does(0, "play garbage");
  t.play(0, "card exploding").play(1, "card skip").expect_pile("exploding skip beard");
  t.expect_hand(0, "streaking").expect_turn(0, 1).expect_told(EventKind::KittenLoose, 0);
}

TEST(EK_9, SrsAStolenKittenGoesOffInPlaceOfTheThiefsDraw) {
  Table t(both(Preset::Srs), 3);
  t.hand(0, "tacocat*2 defuse see").hand(1, "streaking exploding").pile("beard*2");
  t.next_steal("exploding").does(0, "pair tacocat, target 1");
  t.expect_turn(0, 1).expect_hand(0, "defuse see exploding").expect_told(EventKind::KittenLoose, 0);
  t.does(0, "play see").draw(0).expect_hand(0, "").expect_pile("beard*2");
  t.play(0, "depth 1").expect_pile("beard exploding beard").expect_turn(1, 1);
}

TEST(EK_9, SrsTheThiefWithoutADefuseDiesAtTheDraw) {
  Table t(both(Preset::Srs), 3);
  t.hand(0, "tacocat*2").hand(1, "streaking exploding").pile("beard*2");
  t.next_steal("exploding").does(0, "pair tacocat, target 1").expect_alive("0 1 2");
  t.draw(0).expect_alive("1 2").expect_pile("beard*2").expect_discard("tacocat*2 exploding");
}

TEST(EK_9, SrsALooseKittenGoesOffAtADrawFromTheBottomToo) {
  Table t(both(Preset::Srs), 3);
  t.hand(0, "bottom exploding defuse").pile("beard tacocat").does(0, "play bottom");
  t.expect_pile("beard tacocat").play(0, "depth 0").expect_pile("exploding beard tacocat");
  t.expect_turn(1, 1);
}

TEST(EK_9, SrsOneAtEachDrawAndASkipPutsItOff) {
  Table t(both(Preset::Srs), 2);
  t.hand(0, "exploding*2 defuse*2 skip").pile("beard tacocat").attacked(3);
  t.draw(0).play(0, "depth 2").expect_turn(0, 2).expect_hand(0, "exploding defuse skip");
  t.does(0, "play skip").expect_turn(0, 1).expect_hand(0, "exploding defuse");
  t.draw(0).expect_hand(0, "").play(0, "depth 0").expect_turn(1, 1);
}

TEST(EK_9, SrsAStreakingKittenHoldsOneOfTwoStolenKittens) {
  Table t(both(Preset::Srs), 2);
  t.hand(0, "streaking exploding*2 defuse").pile("beard tacocat").draw(0);
  t.expect_hand(0, "streaking exploding").play(0, "depth 0").expect_turn(1, 1);
}

TEST(EK_9, SrsOtherKittensOfTheDeadGoBackIntoThePile) {
  Table t(both(Preset::Srs), 3);
  t.hand(0, "exploding*3 skip").pile("beard tacocat");
  t.next_shuffle("exploding beard exploding tacocat").draw(0);
  t.expect_alive("1 2")
      .expect_pile("exploding beard exploding tacocat")
      .expect_discard("exploding");
  EXPECT_EQ(t.told(EventKind::KittensReturned).number, 2);
}

TEST(EK_9, OtherKittensOfTheDeadGoWithTheHandElsewhere) {
  Table out(both(), 3);
  out.hand(0, "streaking exploding").pile("exploding beard*2").draw(0);
  out.expect_alive("1 2").expect_pile("beard*2").expect_discard("");
  Table open(both(Preset::Family), 3);
  open.hand(0, "streaking exploding").pile("exploding beard*2").draw(0);
  open.expect_pile("beard*2").expect_discard("exploding*2 streaking");
}

TEST(EK_10, LosingTheStreakingKittenSetsTheKittenLoose) {
  Table t(both(), 3);
  t.hand(0, "tacocat*2").hand(1, "streaking exploding see").pile("beard*2").attacked(2);
  t.next_steal("streaking").does(0, "pair tacocat, target 1");
  t.expect_alive("0 2").expect_turn(0, 2).expect_hand(0, "streaking");
}

TEST(EK_10, ItIsDefusedOutOfTurnAndTheTurnGoesOn) {
  Table t(both(), 3);
  t.hand(0, "favor skip").hand(1, "streaking exploding defuse").pile("beard*2").attacked(2);
  t.does(0, "play favor, target 1").play(1, "card streaking");
  t.expect_hand(1, "").expect_asked("1").expect_owed(0, 2).expect_refused(0, "draw");
  t.play(1, "depth 1").expect_pile("beard exploding beard").expect_turn(0, 2);
  EXPECT_EQ(t.told(EventKind::PutBack, 0).secrets, 0);
}

TEST(EK_10, GivenToTheGarbage) {
  Table t(both(), 3);
  t.hand(0, "garbage").hand(1, "streaking exploding").pile("beard*2");
  t.next_shuffle("beard streaking beard").does(0, "play garbage").play(1, "card streaking");
  t.expect_alive("0 2").expect_turn(0, 1).expect_pile("beard streaking beard");
}

TEST(EK_10, SrsItWaitsForTheDrawOfItsHolder) {
  Table t(both(Preset::Srs), 2);
  t.hand(0, "tacocat*2").hand(1, "streaking exploding see*2").pile("beard*2");
  t.next_steal("streaking").does(0, "pair tacocat, target 1").expect_alive("0 1");
  t.draw(0).expect_turn(1, 1).does(1, "play see").expect_alive("0 1");
  t.draw(1).expect_winner(0);
}

TEST(EK_10, AfterTheEffectThePlayerOnTurnComesFirst) {
  // A house rule of several Streaking Kittens: one collection sets loose two kittens.
  Table t(both(), 3);
  t.hand(0, "streaking exploding").hand(1, "streaking exploding defuse garbage").pile("beard");
  t.starts(1).next_shuffle("streaking beard streaking").does(1, "play garbage");
  t.play(1, "card streaking").expect_told(EventKind::KittenLoose, 0).play(0, "card streaking");
  EXPECT_EQ(t.told(EventKind::KittenLoose).seat, 1);
  t.expect_asked("1").expect_alive("0 1 2").play(1, "depth 3");
  t.expect_alive("1 2").expect_turn(1, 1);
}

TEST(STR_1, ASecondLifeDoesNotHelpAgainstAFaceUpImplodingKitten) {
  Table t(both(), 3);
  t.hand(0, "streaking defuse").pile("imploding tacocat").face_up().draw(0).expect_alive("1 2");
}

}  // namespace
}  // namespace nl
