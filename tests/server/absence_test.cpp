// Tests of absent players: turn clock, grace period, and the bot that holds a seat.
#include <gtest/gtest.h>

#include "server/bench_table.h"

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

TEST(Absence, BOT_2_WhenTheTurnRunsOutTheCarefulBotAnswersOnce) {
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
