// Tests of turn order and the end of turns.
#include "scenario.h"

namespace nl {
namespace {

TEST(TURN_1, AnyNumberOfCardsThenADrawThatEndsTheTurn) {
  Table t(official(), 2);
  t.hand(0, "see*2 shuffle").hand(1, "skip").pile("tacocat beard");
  t.does(0, "play see").expect_turn(0, 1);
  t.does(0, "play see").expect_turn(0, 1);
  t.next_shuffle("beard tacocat").does(0, "play shuffle").expect_turn(0, 1);
  t.draw(0).expect_hand(0, "beard").expect_pile("tacocat").expect_turn(1, 1);
}

TEST(TURN_1, NoCardNeedsToBePlayed) {
  Table t(official(), 2);
  t.hand(0, "attack skip").pile("tacocat beard").draw(0);
  t.expect_hand(0, "attack skip tacocat").expect_turn(1, 1).expect_discard("");
}

TEST(TURN_1, OnlyThePlayerOnTurnActs) {
  Table t(official(), 3);
  t.hand(1, "skip attack").hand(2, "nope").pile("tacocat beard");
  t.expect_asked("0").expect_refused(1, "draw").expect_refused(1, "play skip");
  t.expect_refused(2, "nope").expect_refused(2, "pass").expect_legal(1, "");
}

TEST(TURN_1, TheDrawnCardIsKnownToItsDrawerOnly) {
  Table t(official(), 3);
  t.pile("tacocat beard").draw(0);
  EXPECT_EQ(t.told(EventKind::Drew, 0).secret_card(), Card::Tacocat);
  for (const Seat other : {Seat{1}, Seat{2}, kWatcher}) {
    EXPECT_EQ(t.told(EventKind::Drew, other).seat, 0);
    EXPECT_EQ(t.told(EventKind::Drew, other).secrets, 0);
    EXPECT_EQ(t.told(EventKind::Drew, other).secret[0], 0);
  }
}

TEST(TURN_2, PlayGoesRoundTheLiving) {
  Table t(official(), 4);
  t.pile("tacocat exploding beard tacocat rainbow potato").starts(2);
  t.draw(2).expect_turn(3, 1);
  t.draw(3).expect_alive("0 1 2").expect_turn(0, 1);
  t.draw(0).expect_turn(1, 1);
  t.draw(1).expect_turn(2, 1);
  t.draw(2).expect_turn(0, 1);
}

TEST(TURN_2, BackwardsTheDeadAreSkippedToo) {
  Table t(make_rules(Preset::Official, kImploding), 4);
  t.hand(0, "reverse").pile("exploding tacocat beard").does(0, "play reverse").expect_turn(3, 1);
  t.draw(3).expect_turn(2, 1).draw(2).expect_turn(1, 1);
  t.draw(1).expect_turn(0, 1);
}

TEST(TURN_3, AnEmptyHandJustDraws) {
  Table t(official(), 2);
  t.pile("tacocat beard").expect_legal(0, "draw").draw(0).expect_hand(0, "tacocat");
}

// A watcher's events are enough to count the pile.
TEST(TURN_4, ThePilesSizeFollowsFromWhatEveryoneIsTold) {
  Table t(make_rules(Preset::Official, kStreaking), 3);
  t.hand(0, "garbage beard").hand(1, "skip").hand(2, "defuse").pile("see exploding potato beard");
  t.starts(1).draw(1).draw(2).play(2, "depth 1");
  t.next_shuffle("potato skip exploding beard*2");
  t.does(0, "play garbage").play(0, "card beard").play(1, "card skip").draw(0);
  int size = 0;
  for (const Event& event : t.heard_by(kWatcher)) {
    if (event.kind == EventKind::GameStarted) size = event.number;
    if (event.kind == EventKind::Drew || event.kind == EventKind::DrewKitten) --size;
    if (event.kind == EventKind::PutBack || event.kind == EventKind::Collected) ++size;
    EXPECT_EQ(event.secrets, 0);
  }
  EXPECT_EQ(size, t.state().pile_size);
}

TEST(TURN_5, ADrawFromAnEmptyPileJustEndsTheTurn) {
  Table t(make_rules(Preset::Official, kStreaking), 2);
  t.hand(0, "streaking exploding").hand(1, "skip").attacked(2);
  t.draw(0).expect_turn(0, 1).expect_hand(0, "streaking exploding");
  t.draw(0).expect_turn(1, 1).expect_told(EventKind::DrewNothing, 2);
  t.expect_told(EventKind::Drew, 0);
}

TEST(TURN_5, AnEmptyPileCanBeLookedAtShuffledAndSwapped) {
  Table t(make_rules(Preset::Official, kBoth), 2);
  t.hand(0, "see alter5 swap shuffle bottom streaking exploding");
  t.does(0, "play see").does(0, "play alter5").does(0, "play swap").expect_turn(0, 1);
  EXPECT_EQ(t.told(EventKind::Saw).number, 0);
  t.next_shuffle("").does(0, "play shuffle").expect_turn(0, 1);
  t.does(0, "play bottom").expect_hand(0, "streaking exploding").expect_turn(1, 1);
}

// Plays a whole game at random and checks after each action what must always hold.
void play_out(const Rules& rules, int seats, std::uint64_t game) {
  SeededSource random(77, game);
  NullSink sink;
  State s = new_game(rules, seats, random, sink);
  Stream choice(game);
  int actions = 0;
  for (; !s.over() && actions < 20000; ++actions) {
    const Seat seat = next_actor(s);
    const ActionSet set = legal(rules, s, seat);
    ASSERT_GT(set.size(), 0) << phase_name(s.top().phase);
    const auto k = bounded(choice, static_cast<std::uint32_t>(set.size()));
    ASSERT_TRUE(apply(rules, s, seat, set.nth(static_cast<int>(k)), random, sink));
    if (s.top().phase != Phase::Turn || s.pile_size != 0) continue;
    int in_hands = 0;
    for (const Counts& hand : s.hands) in_hands += hand[Card::Exploding];
    ASSERT_GT(in_hands, 0) << "an empty pile, and no kitten in a hand";
  }
  EXPECT_TRUE(s.over());
  EXPECT_EQ(count(s.alive), 1);
}

TEST(TURN_5, EveryGameComesToAnEnd) {
  for (const Preset preset : kAllPresets) {
    for (Expansions expansions = 0; expansions < kExpansionSets; ++expansions) {
      Rules rules = make_rules(preset, expansions);
      for (int seats = rules.min_players; seats <= rules.max_players; ++seats) {
        SCOPED_TRACE(std::string(preset_name(preset)) + " " + expansions_name(expansions));
        for (std::uint64_t game = 0; game < 10; ++game) {
          rules.nope_way = game % 2 != 0 ? NopeWay::Commit : NopeWay::Immediate;
          play_out(rules, seats, game);
        }
      }
    }
  }
}

}  // namespace
}  // namespace nl
