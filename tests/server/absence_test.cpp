// Tests of absent players: turn clock, grace period, and the bot that holds a seat.
#include <gtest/gtest.h>

#include <set>

#include "server/bench_table.h"
#include "server/timeout_answer.h"

namespace nl {
namespace {

// Nobody dies soon: Skips for all.
PlainJson calm(int turn_s) {
  return {{"turn_s", turn_s},
          {"window_ms", 500},
          {"rules", {{"first", "zero"}, {"copies.skip", 40}, {"hand", 10}}}};
}

// Lets a seat's turn come: the others draw or pass at once.
void until_asked(TestTable& t, Seat seat) {
  for (int i = 0; i < 100 && !t.game().over(); ++i) {
    const Seat asked = t.game().next_asked();
    if (asked == seat && t.game().phase() == Phase::Turn) return;
    const PlainJson question = t[asked].last_of("question");
    const auto& legal = question["legal"];
    t.answers(asked, TestTable::has(legal, "pass") ? "pass" : legal[0].get<std::string>());
  }
}

TEST(Absence, BOT_2_WhenTheTurnRunsOutTheClockAnswersOnce) {
  TestTable t(2, calm(10));
  t.start();
  until_asked(t, 0);
  const Decision before = t.game().decision(0);
  t.world.run_for(Time{9'900});
  EXPECT_EQ(t.game().decision(0), before);
  t.world.run_for(Time{200});
  EXPECT_TRUE(t.game().decision(0) != before || t.game().next_asked() != 0);
  EXPECT_FALSE(t[1].lobby["players"][0].contains("held"));
  // Both sides are told that it was the clock.
  EXPECT_EQ(t[0].last_of("timeout")["seat"], 0);
  EXPECT_EQ(t[1].last_of("timeout")["seat"], 0);
}

// Hands full of pairs, Attacks and Favors: a bot would play them.
TEST(Absence, WEB_16_ATimeoutDrawsOrPassesAndPlaysNoCard) {
  PlainJson create = calm(5);
  create["rules"]["copies.skip"] = 0;
  create["rules"]["copies.attack"] = 12;
  create["rules"]["copies.favor"] = 12;
  create["rules"]["copies.tacocat"] = 20;
  TestTable t(2, create);
  t.start();
  for (std::size_t seat : {0u, 1u}) t[seat].keep_messages = true;
  for (int i = 0; i < 60 && !t.game().over(); ++i) {
    const Seat seat = t.game().next_asked();
    const Phase phase = t.game().phase();
    t[seat].received.clear();
    t.world.run_for(Time{5'200});
    for (const PlainJson& message : t[seat].received) {
      if (message["t"] != "events") continue;
      for (const PlainJson& event : message["events"]) {
        const std::string kind = event["kind"];
        EXPECT_NE(kind.rfind("played", 0), 0u) << kind << " in phase " << static_cast<int>(phase);
      }
    }
    // Any answer takes the seat back, so that no bot ever holds it.
    t.reason(seat, {{"t", "answer"}, {"game", 1}, {"decision", 0}, {"action", "draw"}});
  }
}

TEST(Absence, WEB_16_AForcedChoiceFollowsThePublicRule) {
  SeededEntropy entropy(1);
  ActionSet legal;
  legal.add_cards(bit(Card::Defuse) | bit(Card::Skip) | bit(Card::Tacocat));
  EXPECT_EQ(timeout_answer(Phase::Give, legal, entropy), name_card(Card::Tacocat));
  ActionSet places;
  places.add_numbers(0, 9);
  std::set<int> drawn;
  for (int i = 0; i < 400; ++i) {
    drawn.insert(timeout_answer(Phase::Place, places, entropy).number());
  }
  EXPECT_EQ(drawn.size(), 10u) << "every place is possible";
  ActionSet keep;
  keep.add(word(Verb::Keep));
  keep.add(word(Verb::Defuse));
  EXPECT_EQ(timeout_answer(Phase::Keep, keep, entropy), word(Verb::Keep));
}

TEST(Absence, NET_4_BOT_2_AfterTwoInARowABotHoldsTheSeatUntilItsPlayerIsBack) {
  TestTable t(2, calm(5));
  t.start();
  for (int i = 0; i < 40 && !t[1].lobby["players"][0].contains("held"); ++i) {
    if (t.game().next_asked() == 1) until_asked(t, 0);
    t.world.run_for(Time{5'200});
  }
  ASSERT_FALSE(t.game().over());
  EXPECT_TRUE(t[1].lobby["players"][0].contains("held"));
  t.reason(0, {{"t", "answer"}, {"game", 1}, {"decision", 0}, {"action", "draw"}});
  EXPECT_FALSE(t[1].lobby["players"][0].contains("held")) << "any answer takes the seat back";
}

TEST(Absence, NET_4_ALostConnectionIsNoForfeitAndTheSameHandWaits) {
  TestTable t(3, calm(0));
  t.start();
  const Counts hand = t.game().view(1).hand;
  t[1].disconnect();
  t.world.run_for(Time{30'000});
  EXPECT_EQ(t[0].lobby["players"][1]["connected"], false);
  EXPECT_TRUE(holds(t.game().alive(), 1));
  t[1].connect();
  t.world.run_for(Time{100});
  EXPECT_EQ(t[0].lobby["players"][1]["connected"], true);
  EXPECT_EQ(t.game().view(1).hand, hand);
  EXPECT_EQ(t[1].view["hand"],
            PlainJson::parse(view_json(t.game().rules(), t.game().view(1)).dump())["hand"]);
}

TEST(Absence, NET_4_BOT_2_AfterTheGraceTimeABotPlaysAndThePlayerCanComeBack) {
  TestTable t(2, calm(0));
  t.start();
  until_asked(t, 1);
  const Decision before = t.game().decision(1);
  t[1].disconnect();
  t.world.run_for(Time{59'000});
  EXPECT_EQ(t.game().decision(1), before) << "nobody plays before the grace time is over";
  t.world.run_for(Time{8'000});
  EXPECT_TRUE(t.game().decision(1) != before || t.game().next_asked() == 0);
  EXPECT_TRUE(t[0].lobby["players"][1].contains("held"));
  t[1].connect();
  t.world.run_for(Time{100});
  EXPECT_FALSE(t[0].lobby["players"][1].contains("held"));
  if (!t.game().over()) {
    until_asked(t, 1);
    t.world.run_for(Time{20'000});
    EXPECT_EQ(t.game().next_asked(), 1) << "the bot has left the seat";
  }
}

TEST(Absence, NET_4_AForfeitIsFinal) {
  TestTable t(3, calm(0));
  t.start();
  t.says(1, {{"t", "forfeit"}});
  EXPECT_FALSE(holds(t.game().alive(), 1));
  EXPECT_EQ(t.reason(1, {{"t", "forfeit"}}), "out_of_game");
}

TEST(Absence, NET_5_TheDeadAndOthersWatchAndSeeNoHand) {
  TestTable t(3, calm(0));
  SimClient& watcher = t.watch();
  t.start();
  EXPECT_FALSE(watcher.view.contains("hand"));
  t.says(1, {{"t", "forfeit"}});
  const int seen = t[1].last;
  t.answers(t.game().next_asked(), "draw");
  EXPECT_GT(t[1].last, seen) << "a dead player goes on watching";
  EXPECT_TRUE(t[1].view["hand"].empty());
  EXPECT_EQ(watcher.last, static_cast<int>(t.game().events(kWatcher).size()));
}

// The answer of a bot leaves when it was settled to, whether it holds a Nope or not.
TEST(Absence, NOPE_9_BotsAnswerAtTimesThatTellNothing) {
  std::vector<Time> ends;
  for (const int nopes : {1, 25}) {
    PlainJson create = calm(0);
    create["window_ms"] = 3'000;
    create["bots"] = 1;
    create["seats"] = 2;
    create["rules"]["copies.nope"] = nopes;
    create["rules"]["copies.skip"] = nopes == 1 ? 40 : 20;
    TestTable t(1, create);
    t.start();
    for (int i = 0; i < 50 && !TestTable::has(t[0].last_of("question")["legal"], "play skip");
         ++i) {
      t.world.run_for(Time{1'000});
    }
    const Time before = t.world.now();
    t.answers(0, "play skip");
    const int asked = t[0].last;
    while (t[0].last == asked) t.world.run_for(Time{1});
    ends.push_back(t.world.now() - before);
  }
  EXPECT_LT(std::abs((ends[0] - ends[1]).count()), 20);
}

}  // namespace
}  // namespace nl
