// Tests of Exploding Kittens, Defuses and death.
#include "scenario.h"

namespace nl {
namespace {

TEST(EK_1, WithoutADefuseDeadAtOnceAndNeverAskedAgain) {
  Table t(official(), 3);
  t.hand(0, "skip nope attack").hand(1, "favor skip tacocat*2").hand(2, "see rainbow");
  t.pile("exploding potato beard").draw(0);
  t.expect_alive("1 2").expect_turn(1, 1).expect_told(EventKind::Died);
  t.expect_legal(0, "").expect_refused(0, "draw").expect_refused(0, "play skip");
  t.play(1, "play favor").expect_legal(1, "target 2").expect_refused(1, "target 0");
  t.play(1, "target 2").expect_asked("2").expect_refused(0, "nope").pass(2);
  t.play(2, "card see").play(1, "pair tacocat").expect_refused(1, "target 0");
}

TEST(EK_1, EveryoneIsToldWhoDiedAndByWhat) {
  Table t(official(), 3);
  t.pile("exploding tacocat").draw(0);
  EXPECT_EQ(t.told(EventKind::DrewKitten, 2),
            (Event{.kind = EventKind::DrewKitten, .seat = 0, .card = Card::Exploding}));
  EXPECT_EQ(t.told(EventKind::Died, kWatcher),
            (Event{.kind = EventKind::Died, .seat = 0, .card = Card::Exploding}));
}

TEST(EK_2, ADefuseIsUsedWithoutAQuestionAndTheTurnEnds) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(make_rules(preset), 3);
    t.hand(0, "defuse skip").pile("exploding tacocat beard").draw(0);
    t.expect_hand(0, "skip").expect_discard("defuse").expect_alive("0 1 2");
    EXPECT_EQ(t.told(EventKind::Defused, 1).seat, 0);
    t.expect_legal(0, "depth 0 | depth 1 | depth 2").expect_pile("tacocat beard");
    t.play(0, "depth 2").expect_turn(1, 1).expect_told(EventKind::Died, 0);
  }
}

TEST(EK_3, PutBackExactlyWhereThePlayerSays) {
  const std::array<const char*, 4> piles = {
      "exploding tacocat beard potato", "tacocat exploding beard potato",
      "tacocat beard exploding potato", "tacocat beard potato exploding"};
  for (std::size_t depth = 0; depth < piles.size(); ++depth) {
    Table t(official(), 2);
    t.hand(0, "defuse").pile("exploding tacocat beard potato").draw(0);
    t.play(0, "depth " + std::to_string(depth)).expect_pile(piles[depth]).expect_turn(1, 1);
  }
}

TEST(EK_3, AnythingElseIsRefusedAndAskedAgain) {
  Table t(official(), 2);
  t.hand(0, "defuse skip").hand(1, "defuse").pile("exploding tacocat beard").draw(0);
  for (const char* wrong : {"depth 3", "depth 103", "depth -1", "depth x", "depth", "order 1",
                            "times 1", "draw", "pass", "play skip", "target 1", "card skip"}) {
    t.expect_refused(0, wrong);
  }
  t.expect_refused(1, "depth 0").expect_legal(0, "depth 0 | depth 1 | depth 2");
  t.play(0, "depth 0").expect_pile("exploding tacocat beard");
}

TEST(EK_3, IntoAnEmptyPileThereIsOnePlace) {
  Table t(official(), 2);
  t.hand(0, "defuse").pile("exploding").draw(0).expect_legal(0, "depth 0");
  t.play(0, "depth 0").expect_pile("exploding").draw(1).expect_winner(0);
}

TEST(EK_4, NobodyElseIsToldThePlace) {
  std::vector<std::vector<Event>> heard;
  for (const char* place : {"depth 0", "depth 3"}) {
    Table t(official(), 3);
    t.hand(0, "defuse").pile("exploding tacocat beard potato").draw(0).play(0, place);
    EXPECT_EQ(t.told(EventKind::PutBack, 0).secret[0], place[6] - '0');
    for (const Seat other : {Seat{1}, Seat{2}, kWatcher}) heard.push_back(t.heard_by(other));
  }
  for (const auto& other : heard) EXPECT_EQ(other, heard[0]);
}

TEST(EK_5, NeitherKittenNorDefuseIsPlayedFromTheHand) {
  Table t(make_rules(Preset::Official, kStreaking), 2);
  t.hand(0, "defuse exploding streaking").pile("tacocat beard").expect_legal(0, "draw");
  t.expect_refused(0, "play defuse").expect_refused(0, "play exploding");
  t.expect_refused(0, "play streaking").expect_refused(0, "defuse").expect_refused(0, "keep");
}

TEST(EK_5, NeitherKittenNorDefuseCanBeNoped) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.hand(0, "defuse").hand(1, "nope").hand(2, "nope").pile("exploding tacocat beard");
    t.draw(0).expect_asked("0").expect_refused(1, "nope").expect_refused(2, "nope");
    t.play(0, "depth 0").draw(1).expect_told(EventKind::Noped, 0).expect_alive("0 2");
  }
}

TEST(EK_6, OneDefuseForOneKittenHoweverManyAreHeld) {
  Table t(official(), 2);
  t.hand(0, "defuse*3").pile("exploding*2 tacocat").attacked(3);
  t.draw(0).expect_hand(0, "defuse*2").expect_discard("defuse");
  t.play(0, "depth 2").expect_turn(0, 2);
  t.draw(0).expect_hand(0, "defuse").expect_discard("defuse*2").play(0, "depth 2");
  t.expect_turn(0, 1).expect_told(EventKind::Defused, 2);
}

TEST(EK_7, SurvivingEndsOneOfTheTurnsOwed) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.hand(0, "defuse").pile("exploding tacocat beard").attacked(4).draw(0).play(0, "depth 2");
    t.expect_turn(0, 3);
  }
}

TEST(EK_7, DyingEndsThemAllAndTheNextPlayerHasOne) {
  for (const Preset preset : kAllPresets) {
    Table t(make_rules(preset), 3);
    t.pile("exploding tacocat*3").attacked(4).draw(0).expect_turn(1, 1);
    EXPECT_EQ(t.state().attacked, 0) << "an Attack by the next player starts from 2";
    t.draw(1).expect_turn(2, 1);
  }
}

TEST(EK_12, KittensOneAfterAnother) {
  Table t(official(), 4);
  t.hand(0, "defuse").hand(2, "defuse").pile("exploding*3 tacocat");
  t.draw(0).play(0, "depth 0").expect_pile("exploding*3 tacocat");
  t.draw(1).expect_alive("0 2 3");
  t.draw(2).play(2, "depth 1").expect_pile("exploding*2 tacocat");
  t.draw(3).expect_alive("0 2");
  t.draw(0).expect_winner(2);
}

TEST(EK_13, WhereTheKittenAndTheHandGo) {
  const std::array<const char*, kPresets> discards = {
      "see", "see exploding", "see exploding nope tacocat", "see exploding nope tacocat"};
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(make_rules(preset), 3);
    t.hand(0, "nope tacocat").discarded("see").pile("exploding beard*3").draw(0);
    t.expect_hand(0, "").expect_discard(discards[static_cast<std::size_t>(preset)]);
    t.expect_pile("beard*3");
  }
}

TEST(EK_13, NobodyIsToldTheHandUnderOfficialAndSrs) {
  for (const Preset preset : {Preset::Official, Preset::Srs}) {
    std::vector<std::vector<Event>> heard;
    for (const char* hand : {"nope", "skip tacocat"}) {
      Table t(make_rules(preset), 3);
      t.hand(0, hand).pile("exploding beard*3").draw(0);
      heard.push_back(t.heard_by(1));
      EXPECT_EQ(t.state().discard[Card::Nope] + t.state().discard[Card::Skip], 0);
    }
    EXPECT_EQ(heard[0], heard[1]);
  }
}

TEST(EK_13, RotationAndTargetsUpdateAndTheWinnerIsFound) {
  Table t(official(), 4);
  t.hand(0, "tacocat").hand(1, "favor").hand(2, "skip").hand(3, "favor see");
  t.pile("exploding tacocat exploding*2").starts(2).draw(2);
  t.expect_alive("0 1 3").expect_turn(3, 1);
  t.play(3, "play favor").expect_legal(3, "target 0 | target 1").play(3, "target 0");
  t.everyone_passes().play(0, "card tacocat").draw(3).expect_turn(0, 1);
  t.draw(0).expect_turn(1, 1).play(1, "play favor").expect_legal(1, "target 3");
  t.does(1, "target 3").play(3, "card see").draw(1).expect_winner(3);
}

TEST(EK_13, ADeadPlayersMarksAndCurseAreGone) {
  Table t(make_rules(Preset::Official, kStreaking), 3);
  t.hand(0, "skip").marked(0, "skip").cursed(0).pile("exploding tacocat*2").draw(0);
  t.next_blind("skip").play(0, "blind").expect_alive("1 2").expect_cursed("");
  t.expect_marked(0, "");
}

}  // namespace
}  // namespace nl
