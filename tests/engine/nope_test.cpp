// Tests of the Nope window: who may answer, what counts, what others learn.
#include "scenario.h"

namespace nl {
namespace {

Rules committing() {
  Rules rules = official();
  rules.nope_way = NopeWay::Commit;
  return rules;
}

TEST(NOPE_1, AnyoneButWhoPlayedTheCard) {
  Table t(official(), 3);
  t.hand(0, "skip nope").hand(1, "nope").hand(2, "nope").pile("tacocat*3");
  t.play(0, "play skip").expect_asked("1 2").expect_refused(0, "nope").expect_refused(0, "pass");
  t.expect_legal(1, "pass | nope").expect_legal(2, "pass | nope");
  t.pass(1).expect_asked("2").nope(2).expect_asked("0 1").everyone_passes().expect_turn(0, 1);
}

TEST(NOPE_1, TheOriginalPlayerMayNopeANope) {
  Table t(official(), 2);
  t.hand(0, "skip nope").hand(1, "nope").pile("tacocat*3");
  t.play(0, "play skip").nope(1).expect_asked("0").expect_legal(0, "pass | nope");
  t.nope(0).expect_asked("1").pass(1).expect_turn(1, 1);
}

TEST(NOPE_1, NobodyNopesTheirOwnNope) {
  Table t(official(), 3);
  t.hand(0, "skip").hand(1, "nope*2").pile("tacocat*3");
  t.play(0, "play skip").nope(1).expect_refused(1, "nope").expect_asked("0 2");
}

TEST(NOPE_1, OneWithoutANopeCanOnlyPass) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    Table t(make_rules(preset), 3);
    t.hand(0, "skip").hand(1, "see").hand(2, "nope").pile("tacocat*3").play(0, "play skip");
    t.expect_asked("1 2").expect_legal(1, "pass").expect_refused(1, "nope");
  }
}

TEST(NOPE_1, ANopeIsNotPlayedOutsideAWindow) {
  Table t(official(), 2);
  t.hand(0, "nope").hand(1, "nope").pile("tacocat*3").expect_legal(0, "draw");
  t.expect_refused(0, "play nope").expect_refused(0, "nope").expect_refused(1, "nope");
}

TEST(NOPE_2, ANopeIsDiscardedAtOnceAndTheCardIsNotRefunded) {
  Table t(official(), 2);
  t.hand(0, "skip see").hand(1, "nope*2").pile("tacocat*3");
  t.play(0, "play skip").expect_discard("skip").nope(1);
  t.expect_discard("skip nope").expect_hand(1, "nope").pass(0);
  t.expect_hand(0, "see").expect_discard("skip nope");
}

TEST(NOPE_3, OddCancelsEvenLetsItHappen) {
  for (int nopes = 0; nopes <= 5; ++nopes) {
    SCOPED_TRACE(nopes);
    Table t(official(), 2);
    t.hand(0, "skip nope*2").hand(1, "nope*3").pile("tacocat*3").play(0, "play skip");
    for (int i = 0; i < nopes; ++i) t.nope(i % 2 == 0 ? 1 : 0);
    t.everyone_passes().expect_turn(nopes % 2 == 0 ? 1 : 0, 1);
    t.expect_told(EventKind::Noped, nopes);
    const bool cancelled = nopes % 2 != 0;
    const Event outcome =
        t.told(cancelled ? EventKind::Cancelled : EventKind::WentThrough, kWatcher);
    EXPECT_EQ(outcome.number, nopes);
    EXPECT_EQ(outcome.card, Card::Skip);
    t.expect_refused(0, "nope").expect_refused(1, "nope");
  }
}

TEST(NOPE_3, AChainHasNoLimit) {
  Table t(official(), 3);
  t.hand(0, "attack nope*20").hand(1, "nope*20").pile("tacocat*3").play(0, "play attack");
  for (int i = 0; i < 20; ++i) t.nope(1).nope(0);
  t.everyone_passes().expect_turn(1, 2).expect_discard("attack nope*40");
}

// A card's answers before the window, for a table whose seat 0 holds it.
struct Played {
  const char* hand;
  const char* actions;
};

constexpr std::array<Played, 19> kNopeable = {{
    {"attack", "play attack"},
    {"targeted", "play targeted, target 1"},
    {"shuffle", "play shuffle"},
    {"skip", "play skip"},
    {"superskip", "play superskip"},
    {"see", "play see"},
    {"see5", "play see5"},
    {"alter", "play alter"},
    {"alter5", "play alter5"},
    {"reverse", "play reverse"},
    {"swap", "play swap"},
    {"mark", "play mark, target 1"},
    {"curse", "play curse, target 1"},
    {"catomic", "play catomic"},
    {"garbage", "play garbage"},
    {"favor", "play favor, target 1"},
    {"bottom", "play bottom"},
    {"tacocat*2", "pair tacocat, target 1"},
    {"tacocat*3", "triple tacocat, target 1, card see"},
}};

TEST(NOPE_4, ANopedCardDoesNothingAndTheTurnGoesOn) {
  for (const Preset preset : kAllPresets) {
    for (const Played& played : kNopeable) {
      SCOPED_TRACE(std::string(preset_name(preset)) + ": " + played.actions);
      Table t(make_rules(preset, kBoth), 3);
      t.hand(0, played.hand).hand(1, "nope see").hand(2, "skip");
      t.pile("tacocat exploding beard").attacked(3).play(0, played.actions).nope(1);
      t.everyone_passes().expect_turn(0, 3).expect_pile("tacocat exploding beard");
      t.expect_hand(0, "").expect_hand(1, "see").expect_hand(2, "skip");
      t.expect_discard(std::string(played.hand) + " nope").expect_cursed("").expect_marked(1, "");
      EXPECT_EQ(t.state().forward, 1);
      EXPECT_EQ(t.state().pending[1], 0);
    }
  }
}

TEST(NOPE_4, FiveTitlesCanBeNoped) {
  Rules rules = official();
  rules.five = true;
  Table t(rules, 2);
  t.hand(0, "skip attack see favor nope").hand(1, "nope").pile("tacocat*2");
  t.play(0, "five, card attack, card skip, card favor, card nope, card see").nope(1).pass(0);
  t.expect_turn(0, 1).expect_hand(0, "").expect_discard("skip attack see favor nope*2");
}

TEST(NOPE_5, EveryoneIsAskedInTurnOrderAfterTheLastCard) {
  Table t(official(), 4);
  t.hand(1, "skip nope").hand(3, "nope").pile("tacocat*3").starts(1).play(1, "play skip");
  EXPECT_EQ(next_actor(t.state()), 2);
  t.pass(2);
  EXPECT_EQ(next_actor(t.state()), 3);
  t.nope(3);
  EXPECT_EQ(next_actor(t.state()), 0);
  t.pass(0);
  EXPECT_EQ(next_actor(t.state()), 1);
}

TEST(NOPE_5, TurnOrderIsInTheDirectionOfPlay) {
  Table t(make_rules(Preset::Official, kImploding), 4);
  t.hand(1, "reverse").hand(0, "see").pile("tacocat*3").starts(1).does(1, "play reverse");
  t.play(0, "play see");
  EXPECT_EQ(next_actor(t.state()), 3);
}

TEST(NOPE_5, InALiveWindowAnswersCountAsTheyArrive) {
  Table t(official(), 4);
  t.hand(0, "skip").hand(1, "nope").hand(3, "nope").pile("tacocat*3").play(0, "play skip");
  t.nope(3).expect_asked("0 1 2").expect_hand(1, "nope").pass(2).pass(0).pass(1);
  t.expect_turn(0, 1);
}

TEST(NOPE_5, SrsAsksOnlyHoldersInTurnOrder) {
  Table t(srs(), 4);
  t.hand(0, "skip").hand(1, "see").hand(2, "nope").hand(3, "nope*2").pile("tacocat*3");
  t.play(0, "play skip").expect_asked("2 3").expect_refused(1, "pass");
  t.pass(2).expect_asked("3").nope(3).expect_asked("2").pass(2).expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Passed, 0).seat, 2) << "srs itself says who declined";
}

TEST(NOPE_5, SrsWithoutAHolderNobodyIsAsked) {
  Table t(srs(), 3);
  t.hand(0, "skip nope").pile("tacocat*3").play(0, "play skip").expect_turn(1, 1);
}

TEST(NOPE_5, DecliningKeepsTheCard) {
  Table t(official(), 2);
  t.hand(0, "skip").hand(1, "nope").pile("tacocat*3").play(0, "play skip").pass(1);
  t.expect_hand(1, "nope").expect_turn(1, 1);
}

TEST(NOPE_5, CommittedNopesOneCountsAndTheOthersAreKept) {
  Table t(committing(), 4);
  t.hand(0, "skip").hand(1, "nope").hand(2, "nope").hand(3, "nope").pile("tacocat*3");
  t.play(0, "play skip").nope(1).expect_hand(1, "nope").expect_asked("2 3").pass(3);
  t.expect_told(EventKind::Noped, 0).next_nope_seat(2).nope(2);
  t.expect_hand(1, "nope").expect_hand(2, "").expect_hand(3, "nope").expect_asked("0 1 3");
  t.pass(0).pass(1).pass(3).expect_turn(0, 1).expect_discard("skip nope");
}

TEST(NOPE_5, CommittedALoneNopeNeedsNoChanceAndANopeOfItCounts) {
  Table t(committing(), 3);
  t.hand(0, "skip nope").hand(2, "nope").pile("tacocat*3").play(0, "play skip");
  t.nope(2).expect_hand(2, "nope").pass(1).expect_hand(2, "").expect_asked("0 1");
  t.nope(0).pass(1).expect_asked("1 2").pass(1).pass(2).expect_turn(1, 1);
}

TEST(NOPE_5, ACursedSeatHasOnlyPassAndSrsDoesNotAskIt) {
  Table t(make_rules(Preset::Official, kStreaking), 3);
  t.hand(0, "skip").hand(1, "nope").cursed(1).pile("tacocat*3").play(0, "play skip");
  t.expect_asked("1 2").expect_legal(1, "pass").expect_refused(1, "nope");

  Table holders(make_rules(Preset::Srs, kStreaking), 3);
  holders.hand(0, "skip").hand(1, "nope").cursed(1).hand(2, "nope").pile("tacocat*3");
  holders.play(0, "play skip").expect_asked("2").pass(2).expect_turn(1, 1);
}

TEST(NOPE_6, ANopedAttackOrSkipLeavesTheDrawOwed) {
  for (const char* card : {"attack", "skip"}) {
    Table t(official(), 2);
    t.hand(0, std::string(card) + " see").hand(1, "nope").pile("tacocat beard");
    t.play(0, std::string("play ") + card).nope(1).pass(0);
    t.expect_turn(0, 1).expect_legal(0, "draw | play see").draw(0).expect_turn(1, 1);
    t.expect_hand(0, "see tacocat");
  }
}

TEST(NOPE_9, WhoHoldsANopeCannotBeHeard) {
  for (const Preset preset : {Preset::Official, Preset::Family, Preset::Implosion}) {
    std::vector<std::vector<Event>> heard;
    for (const char* hand : {"see", "nope", "nope*3"}) {
      Table t(make_rules(preset), 3);
      t.hand(0, "skip").hand(1, hand).hand(2, hand).pile("tacocat*3").play(0, "play skip");
      t.expect_asked("1 2").pass(1).expect_asked("2").pass(2);
      heard.push_back(t.heard_by(0));
      EXPECT_EQ(t.told(EventKind::Passed, 1).kind, EventKind::None);
    }
    EXPECT_EQ(heard[0], heard[1]);
    EXPECT_EQ(heard[0], heard[2]);
  }
}

TEST(NOPE_9, ACommittedNopeThatDoesNotCountStaysSecret) {
  Table t(committing(), 3);
  t.hand(0, "skip").hand(1, "nope").hand(2, "nope").pile("tacocat*3");
  t.play(0, "play skip").nope(1).next_nope_seat(2).nope(2).everyone_passes();
  for (const Event& event : t.heard_by(0)) EXPECT_NE(event.kind, EventKind::CommittedNope);
  EXPECT_EQ(t.told(EventKind::Noped, 0).seat, 2);
}

TEST(NOPE_9, TheTargetAndTheNameAreSaidBeforeTheWindow) {
  Table t(official(), 3);
  t.hand(0, "favor tacocat*3").hand(1, "see").hand(2, "nope see").pile("tacocat*3");
  t.play(0, "play favor").expect_asked("0").play(0, "target 2").expect_asked("1 2");
  t.everyone_passes().play(2, "card see").play(0, "triple tacocat").expect_asked("0");
  t.play(0, "target 2").expect_asked("0").play(0, "card nope").expect_asked("1 2");
  EXPECT_EQ(t.told(EventKind::NamedCard, 1).card, Card::Nope);
}

}  // namespace
}  // namespace nl
