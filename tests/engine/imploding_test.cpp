// Tests of the Imploding expansion's cards. Targeted Attack: attack_test; Feral Cat: combos_test.
#include "scenario.h"

namespace nl {
namespace {

TEST(IMP_1, TheDirectionTurnsAndOneTurnEndsWithoutADraw) {
  for (const Preset preset : kAllPresets) {
    Table t(imploding(preset), 4);
    t.hand(0, "reverse").hand(3, "reverse").pile("tacocat*6").does(0, "play reverse");
    t.expect_turn(3, 1).expect_pile("tacocat*6").expect_told(EventKind::Drew, 0);
    EXPECT_EQ(t.told(EventKind::Reversed, kWatcher).number, 0);
    t.does(3, "play reverse").expect_turn(0, 1);
    EXPECT_EQ(t.told(EventKind::Reversed).number, 1);
    t.draw(0).expect_turn(1, 1);
  }
}

TEST(IMP_1, UnderAttackOneOwedTurnEnds) {
  Table t(imploding(), 3);
  t.hand(0, "reverse").pile("tacocat*6").attacked(3).does(0, "play reverse").expect_turn(0, 2);
  t.draw(0).draw(0).expect_turn(2, 1);
}

TEST(IMP_1, WithTwoPlayersItIsASkipThatTurnsTheDirectionToo) {
  Table t(imploding(), 2);
  t.hand(0, "reverse").pile("tacocat*6").does(0, "play reverse").expect_turn(1, 1);
  t.expect_pile("tacocat*6");
  EXPECT_EQ(t.state().forward, 0);
  t.draw(1).expect_turn(0, 1);
  Table attacked(imploding(), 2);
  attacked.hand(0, "reverse").pile("tacocat*6").attacked(2).does(0, "play reverse");
  attacked.expect_turn(0, 1);
}

TEST(IMP_1, ANopedReverseLeavesTheDirection) {
  Table t(imploding(), 3);
  t.hand(0, "reverse").hand(1, "nope").pile("tacocat*6").play(0, "play reverse").nope(1);
  t.everyone_passes().expect_turn(0, 1).draw(0).expect_turn(1, 1);
}

TEST(IMP_2, TheBottomCardIsDrawnAndEndsTheTurn) {
  Table t(imploding(), 2);
  t.hand(0, "bottom").pile("tacocat beard potato").does(0, "play bottom");
  t.expect_hand(0, "potato").expect_pile("tacocat beard").expect_turn(1, 1);
  EXPECT_EQ(t.told(EventKind::Drew, 1), (Event{.kind = EventKind::Drew, .seat = 0, .number = 1}));
  EXPECT_EQ(t.told(EventKind::Drew, 0).secret_card(), Card::Potato);
}

TEST(IMP_2, UnderAttackItEndsOneTurn) {
  Table t(imploding(), 2);
  t.hand(0, "bottom").pile("tacocat beard").attacked(2).does(0, "play bottom").expect_turn(0, 1);
}

TEST(IMP_2, AKittenAtTheBottomExplodes) {
  Table t(imploding(), 3);
  t.hand(0, "bottom").pile("tacocat beard exploding").does(0, "play bottom").expect_alive("1 2");
  Table saved(imploding(), 3);
  saved.hand(0, "bottom defuse").pile("tacocat exploding").does(0, "play bottom");
  saved.play(0, "depth 0").expect_pile("exploding tacocat").expect_turn(1, 1);
}

TEST(IMP_3, TheTopThreeInANewOrderAndTheTurnGoesOn) {
  Table t(imploding(), 2);
  t.hand(0, "alter").pile("tacocat exploding beard potato").does(0, "play alter");
  t.expect_legal(0, "order 0 | order 1 | order 2").expect_refused(0, "order 3");
  t.expect_refused(0, "draw").expect_refused(1, "order 0");
  t.play(0, "order 2").expect_legal(0, "order 0 | order 1").play(0, "order 1");
  t.expect_pile("beard exploding tacocat potato").expect_turn(0, 1);
}

TEST(IMP_3, EveryOrderCanBeMade) {
  std::vector<std::string> piles;
  for (const char* first : {"order 0", "order 1", "order 2"}) {
    for (const char* second : {"order 0", "order 1"}) {
      Table t(imploding(), 2);
      t.hand(0, "alter").pile("tacocat beard potato rainbow").does(0, "play alter");
      t.play(0, first).play(0, second);
      const State& s = t.state();
      EXPECT_EQ(s.from_top(3), Card::Rainbow);
      piles.push_back(words_of(std::vector<Card>{s.from_top(0), s.from_top(1), s.from_top(2)}));
    }
  }
  std::sort(piles.begin(), piles.end());
  EXPECT_EQ(std::unique(piles.begin(), piles.end()) - piles.begin(), 6);
}

TEST(IMP_3, InSecret) {
  std::vector<std::vector<Event>> heard;
  for (const char* order : {"order 0, order 0", "order 2, order 1"}) {
    Table t(imploding(), 2);
    t.hand(0, "alter").pile("tacocat exploding beard potato").does(0, "play alter").play(0, order);
    EXPECT_EQ(t.told(EventKind::Altering, 0).secret_card(1), Card::Exploding);
    EXPECT_EQ(t.told(EventKind::Altered, 0).secrets, 3);
    heard.push_back(t.heard_by(1));
    for (const Event& event : heard.back()) EXPECT_EQ(event.secrets, 0);
  }
  EXPECT_EQ(heard[0], heard[1]);
}

TEST(IMP_3, FewerWhereThePileHasFewer) {
  Table two(imploding(), 2);
  two.hand(0, "alter").pile("tacocat beard").does(0, "play alter");
  two.expect_legal(0, "order 0 | order 1").play(0, "order 1").expect_pile("beard tacocat");
  two.expect_turn(0, 1);
  Table one(imploding(), 2);
  one.hand(0, "alter").pile("tacocat").does(0, "play alter").expect_turn(0, 1);
  EXPECT_EQ(one.told(EventKind::Altering, 0).secret_card(), Card::Tacocat);
}

TEST(IMP_3, SrsSeesTwoButAltersThree) {
  Table t(imploding(Preset::Srs), 2);
  t.hand(0, "alter").pile("tacocat exploding beard potato").does(0, "play alter");
  t.expect_legal(0, "order 0 | order 1 | order 2");
}

TEST(IMP_5, FaceDownItIsShownAndPutBackWithoutADefuse) {
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(imploding(preset), 3);
    t.hand(0, "defuse").hand(1, "nope").pile("imploding tacocat beard").attacked(2).draw(0);
    t.expect_hand(0, "defuse").expect_discard("").expect_asked("0").expect_refused(1, "nope");
    EXPECT_EQ(t.told(EventKind::DrewKitten, 2).card, Card::Imploding);
    t.expect_legal(0, "depth 0 | depth 1 | depth 2").play(0, "depth 1");
    t.expect_pile("tacocat imploding beard").expect_turn(0, 1);
    EXPECT_EQ(t.state().faceup, 1);
  }
}

TEST(IMP_5, ItsPlaceIsSecret) {
  std::vector<std::vector<Event>> heard;
  for (const char* place : {"depth 1", "depth 2"}) {
    Table t(imploding(), 2);
    t.pile("imploding tacocat beard").draw(0).play(0, place);
    EXPECT_EQ(t.told(EventKind::PutBack, 0).secret[0], place[6] - '0');
    heard.push_back(t.heard_by(1));
  }
  EXPECT_EQ(heard[0], heard[1]);
}

TEST(IMP_5, FaceUpDeadWithoutDefuseOrNope) {
  const std::array<const char*, kPresets> discards = {"", "imploding", "imploding defuse nope",
                                                      "imploding defuse nope"};
  for (const Preset preset : kAllPresets) {
    SCOPED_TRACE(preset_name(preset));
    Table t(imploding(preset), 3);
    t.hand(0, "defuse nope").hand(1, "nope").pile("imploding tacocat beard").face_up();
    t.attacked(3).draw(0).expect_alive("1 2").expect_turn(1, 1).expect_pile("tacocat beard");
    t.expect_discard(discards[static_cast<std::size_t>(preset)]);
    EXPECT_EQ(t.told(EventKind::Died).card, Card::Imploding);
  }
}

TEST(IMP_5, AShuffleLeavesItFaceUp) {
  Table t(imploding(), 2);
  t.hand(0, "shuffle").pile("tacocat imploding").face_up();
  t.next_shuffle("imploding tacocat").does(0, "play shuffle").draw(0).expect_winner(1);
}

TEST(IMP_5, DrawnFromTheBottomItIsTheSame) {
  Table t(imploding(), 3);
  t.hand(0, "bottom").hand(1, "bottom").pile("tacocat beard imploding").does(0, "play bottom");
  t.play(0, "depth 2").expect_pile("tacocat beard imploding").expect_turn(1, 1);
  t.does(1, "play bottom").expect_alive("0 2").expect_turn(2, 1);
}

TEST(IMP_6, TheFirstDeathEndsATwoPlayerGame) {
  Table t(imploding(), 2);
  t.hand(1, "defuse").pile("imploding exploding tacocat").draw(0).play(0, "depth 0");
  t.draw(1).expect_winner(0);
}

TEST(IMP_6, SixSeatsGoRoundBothWays) {
  Table t(imploding(), 6);
  t.hand(5, "reverse").hand(0, "attack").pile("tacocat*9").starts(4);
  t.draw(4).expect_turn(5, 1).does(5, "play reverse").expect_turn(4, 1).draw(4).expect_turn(3, 1);
}

}  // namespace
}  // namespace nl
