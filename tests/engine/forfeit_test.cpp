// Tests of players who leave: what waits for that seat lapses.
#include "scenario.h"

namespace nl {
namespace {

TEST(Forfeit, EK_13_TheSeatDiesAtOnceAndNoKittenIsSpent) {
  const std::array<const char*, kPresets> discards = {"", "", "defuse skip", "defuse skip"};
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(make_rules(preset), 3);
    t.hand(1, "defuse skip").pile("tacocat exploding*2").forfeit(1);
    t.expect_alive("0 2").expect_turn(0, 1).expect_pile("tacocat exploding*2");
    t.expect_discard(discards[static_cast<std::size_t>(preset)]);
    EXPECT_EQ(t.told(EventKind::Died, 0).card, kNoCard);
    EXPECT_EQ(t.told(EventKind::Forfeited, kWatcher).seat, 1);
  }
}

TEST(Forfeit, EK_7_OnItsTurnTheNextPlayerHasOneTurn) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.hand(1, "attack").pile("tacocat*3").attacked(4).forfeit(0).expect_turn(1, 1);
    EXPECT_EQ(t.state().attacked, 0);
  }
}

TEST(Forfeit, OnAnothersTurnTheDebtIsLeftAlone) {
  Table t(official(), 3);
  t.pile("tacocat*3").attacked(4).forfeit(2).expect_turn(0, 4);
}

TEST(Forfeit, SET_9_TheLastOneLeftWins) {
  Table t(official(), 2);
  t.hand(0, "skip").pile("tacocat*3").play(0, "play skip").forfeit(1).expect_winner(0);
}

TEST(Forfeit, IsNeverInTheListAndTheDeadCannot) {
  Table t(official(), 3);
  t.pile("exploding tacocat*2").expect_legal(0, "draw").draw(0);
  Script random;
  NullSink sink;
  State s = t.state();
  EXPECT_FALSE(forfeit(t.rules(), s, 0, random, sink)) << "dead";
  EXPECT_FALSE(forfeit(t.rules(), s, 3, random, sink)) << "no such seat";
  EXPECT_EQ(std::memcmp(&s, &t.state(), sizeof s), 0);
  ASSERT_TRUE(forfeit(t.rules(), s, 1, random, sink));
  EXPECT_EQ(winner(s), 2);
  EXPECT_FALSE(forfeit(t.rules(), s, 2, random, sink)) << "over";
}

TEST(Forfeit, InAWindowItPasses) {
  Table t(official(), 3);
  t.hand(0, "skip").hand(1, "nope").pile("tacocat*3").play(0, "play skip").forfeit(1);
  t.expect_asked("2").expect_owed(0, 1).pass(2).expect_turn(2, 1);
  Table last(official(), 3);
  last.hand(0, "skip").pile("tacocat*3").play(0, "play skip").pass(1).forfeit(2).expect_turn(1, 1);
}

TEST(Forfeit, SrsTheOnlyHolderAskedPasses) {
  Table t(srs(), 3);
  t.hand(0, "skip").hand(2, "nope").pile("tacocat*3").play(0, "play skip").expect_asked("2");
  t.forfeit(2).expect_turn(1, 1);
}

TEST(Forfeit, ANopeThatWasPlayedStillCounts) {
  Table t(official(), 3);
  t.hand(0, "skip").hand(1, "nope").pile("tacocat*3").play(0, "play skip").nope(1).forfeit(1);
  t.everyone_passes().expect_turn(0, 1).expect_told(EventKind::Cancelled);
}

TEST(Forfeit, ANopeOnlyCommittedGoesWithItsHolder) {
  Rules rules = official();
  rules.nope_way = NopeWay::Commit;
  Table t(rules, 3);
  t.hand(0, "skip").hand(1, "nope").pile("tacocat*3").play(0, "play skip").nope(1).forfeit(1);
  t.expect_asked("2").pass(2).expect_turn(2, 1).expect_discard("skip");
}

TEST(Forfeit, ACardWhoseWindowIsOpenIsVoid) {
  Table t(official(), 3);
  t.hand(0, "attack").pile("tacocat*3").play(0, "play attack").pass(1).forfeit(0);
  t.expect_turn(1, 1).expect_told(EventKind::Attacked, 0).expect_told(EventKind::WentThrough, 0);
  Table pair(official(), 3);
  pair.hand(0, "tacocat*2").hand(1, "see").pile("tacocat*3").play(0, "pair tacocat, target 1");
  pair.forfeit(0).expect_turn(1, 1).expect_hand(1, "see").expect_discard("tacocat*2");
}

TEST(Forfeit, BeforeTheTargetOrTheNameIsSaidTheCardIsVoid) {
  Table target(official(), 3);
  target.hand(0, "favor").hand(1, "see").pile("tacocat*3").play(0, "play favor").forfeit(0);
  target.expect_turn(1, 1).expect_hand(1, "see");
  Table name(official(), 3);
  name.hand(0, "tacocat*3").pile("tacocat*3").play(0, "triple tacocat, target 1").forfeit(0);
  name.expect_turn(1, 1);
}

TEST(Forfeit, FAV_1_ACardItWasToGiveIsNotGiven) {
  Table t(official(), 3);
  t.hand(0, "favor").hand(1, "see skip").pile("tacocat*3").does(0, "play favor, target 1");
  t.forfeit(1).expect_turn(0, 1).expect_hand(0, "").expect_told(EventKind::Gave, 0);
}

TEST(Forfeit, FAV_1_ACardItWasToGetIsNotGiven) {
  Table t(official(), 3);
  t.hand(0, "favor").hand(1, "see skip").pile("tacocat*3").does(0, "play favor, target 1");
  t.forfeit(0).expect_turn(1, 1).expect_hand(1, "see skip");
}

TEST(Forfeit, AnEffectOnThePlayerWhoLeftDoesNothing) {
  for (const char* actions :
       {"play favor, target 1", "pair tacocat, target 1", "triple tacocat, target 1, card see",
        "play mark, target 1", "play curse, target 1", "play targeted, target 1"}) {
    for (const Preset preset : kAllPresets) {
      SCOPED_TRACE(std::string(preset_name(preset)) + ": " + actions);
      Table t(both(preset), 4);
      t.hand(0, "favor tacocat*3 mark curse targeted").hand(1, "see nope").hand(2, "nope");
      t.pile("tacocat*3").play(0, actions).forfeit(1).everyone_passes();
      t.expect_turn(0, 1).expect_told(EventKind::Fizzled).expect_cursed("").expect_marked(1, "");
    }
  }
}

TEST(Forfeit, ATripleWhoseTargetLeftStillGetsAName) {
  Table t(official(), 3);
  t.hand(0, "tacocat*3").hand(1, "see").pile("tacocat*3").play(0, "triple tacocat, target 1");
  t.forfeit(1).does(0, "card see").expect_turn(0, 1).expect_hand(0, "");
}

TEST(Forfeit, ACardWhoseLastPossibleTargetLeavesDoesNothing) {
  for (const char* action : {"play favor", "pair tacocat", "play mark"}) {
    SCOPED_TRACE(action);
    Table t(both(), 3);
    t.hand(0, "favor tacocat*2 mark").hand(1, "see").pile("tacocat*3").play(0, action);
    t.expect_legal(0, "target 1").forfeit(1).expect_turn(0, 1).draw(0).expect_turn(2, 1);
  }
}

TEST(Forfeit, AKittenAboutToBePlacedGoesWithIt) {
  const std::array<const char*, kPresets> discards = {
      "defuse", "defuse exploding", "defuse exploding see", "defuse exploding see"};
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(make_rules(preset), 3);
    t.hand(0, "defuse see").pile("exploding tacocat*2").attacked(3).draw(0).forfeit(0);
    t.expect_turn(1, 1).expect_pile("tacocat*2");
    t.expect_discard(discards[static_cast<std::size_t>(preset)]);
  }
}

TEST(Forfeit, AnImplodingKittenAboutToBePlacedStaysFaceDownAndGoesToo) {
  Table t(both(), 3);
  t.pile("imploding tacocat*2").draw(0).forfeit(0).expect_pile("tacocat*2").expect_turn(1, 1);
  EXPECT_EQ(t.state().faceup, 0);
}

TEST(Forfeit, WhileChoosingToKeepOrGuessing) {
  Table keep(both(Preset::Family), 3);
  keep.hand(0, "streaking defuse").pile("exploding tacocat*2").draw(0).forfeit(0);
  keep.expect_turn(1, 1).expect_discard("streaking defuse exploding");
  Table guess(both(), 3);
  guess.hand(0, "see defuse").cursed(0).pile("exploding tacocat*2").draw(0).forfeit(0);
  guess.expect_turn(1, 1).expect_pile("tacocat*2").expect_discard("");
}

TEST(Forfeit, EK_10_OutOfTurnWithAKittenToPlaceTheTurnGoesOn) {
  Table t(both(), 3);
  t.hand(0, "favor").hand(1, "streaking exploding defuse").pile("beard*2").attacked(2);
  t.does(0, "play favor, target 1").play(1, "card streaking").forfeit(1).expect_turn(0, 2);
  t.expect_pile("beard*2");
}

TEST(Forfeit, EK_10_ThePlayerOnTurnLeavesWhileAnotherPlacesAKitten) {
  Table t(both(), 3);
  t.hand(0, "favor").hand(1, "streaking exploding defuse").pile("beard*2").attacked(2);
  t.does(0, "play favor, target 1").play(1, "card streaking").forfeit(0).expect_asked("1");
  t.play(1, "depth 0").expect_turn(1, 1).expect_pile("exploding beard*2");
}

TEST(Forfeit, IMP_3_AnAlterHalfDoneKeepsTheRestInOrder) {
  Table t(both(), 3);
  t.hand(0, "alter5").pile("tacocat beard potato skip see").does(0, "play alter5");
  t.play(0, "order 3").forfeit(0).expect_pile("skip tacocat beard potato see").expect_turn(1, 1);
}

TEST(Forfeit, SHUF_2_AShuffleWhoseNumberIsAskedIsNotMade) {
  Table t(srs(), 3);
  t.hand(0, "shuffle").pile("tacocat beard").does(0, "play shuffle").forfeit(0).expect_turn(1, 1);
  t.expect_pile("tacocat beard");
}

TEST(Forfeit, COMBO_5_FiveTitlesHalfSaidOrHalfTakenAreVoid) {
  Rules rules = official();
  rules.five = true;
  Table half(rules, 3);
  half.hand(0, "attack skip favor see nope").pile("tacocat*3").play(0, "five, card attack");
  half.forfeit(0).expect_turn(1, 1).expect_discard("attack");
  Table taking(rules, 3);
  taking.hand(0, "attack skip favor see nope").pile("tacocat*3");
  taking.does(0, "five, card attack, card skip, card favor, card nope, card see").forfeit(0);
  taking.expect_turn(1, 1).expect_discard("attack skip favor see nope");
}

TEST(Forfeit, STR_6_GarbageCollectionGoesOnWithoutIt) {
  Table giver(both(), 3);
  giver.hand(0, "garbage see").hand(1, "skip").hand(2, "nope").pile("tacocat");
  giver.does(0, "play garbage").play(0, "card see").expect_asked("1").forfeit(1).expect_asked("2");
  giver.next_shuffle("nope see tacocat").play(2, "card nope").expect_turn(0, 1);
  Table last(both(), 3);
  last.hand(0, "garbage see").hand(1, "skip").pile("tacocat").does(0, "play garbage");
  last.play(0, "card see").next_shuffle("see tacocat").forfeit(1).expect_turn(0, 1);
}

TEST(Forfeit, STR_6_WhoPlayedGarbageCollectionLeaves) {
  Table t(both(), 3);
  t.hand(0, "garbage see").hand(1, "skip").hand(2, "nope").pile("tacocat");
  t.does(0, "play garbage").forfeit(0).expect_asked("1").play(1, "card skip");
  t.next_shuffle("nope tacocat skip").play(2, "card nope").expect_turn(1, 1);
}

TEST(Forfeit, ATK_3_SrsTheAttackedPlayerLeavesTheQuestion) {
  Table t(srs(), 3);
  t.hand(0, "attack").hand(1, "attack").pile("tacocat*3").does(0, "play attack").forfeit(1);
  t.expect_turn(2, 1);
  Table answering(srs(), 3);
  answering.hand(0, "attack").hand(1, "attack").hand(2, "nope").pile("tacocat*3");
  answering.does(0, "play attack").play(1, "play attack").forfeit(1).expect_turn(2, 1);
}

TEST(Forfeit, EK_9_SrsHeldKittensGoBackIntoThePile) {
  Table t(both(Preset::Srs), 3);
  t.hand(1, "streaking exploding").pile("tacocat*2").next_shuffle("tacocat exploding tacocat");
  t.forfeit(1).expect_turn(0, 1).expect_pile("tacocat exploding tacocat").expect_discard("");
}

// Plays at random; one action in forty is somebody leaving. The acting seat must have an answer.
void play_with_leavers(const Rules& rules, int seats, std::uint64_t game) {
  SeededSource random(99, game);
  NullSink sink;
  State s = new_game(rules, seats, random, sink);
  Stream choice(game + 1000);
  for (int actions = 0; !s.over(); ++actions) {
    ASSERT_LT(actions, 20000);
    if (bounded(choice, 40) == 0) {
      ASSERT_TRUE(forfeit(rules, s, pick_seat(choice, s.alive), random, sink));
      continue;
    }
    const Seat seat = pick_seat(choice, actors(s));
    ASSERT_TRUE(s.living(seat));
    const ActionSet set = legal(rules, s, seat);
    ASSERT_GT(set.size(), 0) << phase_name(s.top().phase);
    const auto k = bounded(choice, static_cast<std::uint32_t>(set.size()));
    ASSERT_TRUE(apply(rules, s, seat, set.nth(static_cast<int>(k)), random, sink));
  }
}

TEST(Forfeit, TURN_5_AtAnyTimeTheGameGoesOn) {
  for (const Preset preset : kAllPresets) {
    Rules rules = both(preset);
    rules.five = true;
    for (std::uint64_t game = 0; game < 150; ++game) {
      SCOPED_TRACE(std::string(preset_name(preset)) + ", game " + std::to_string(game));
      rules.nope_way = game % 2 != 0 ? NopeWay::Commit : NopeWay::Immediate;
      play_with_leavers(rules, 2 + static_cast<int>(game % 5), game);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace nl
