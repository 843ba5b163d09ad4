// Tests of the Nope window and its timeout.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

PlainJson rich_with_turns() {
  PlainJson create = TestTable::rich();
  create["turn_s"] = 60;
  return create;
}

TEST(Window, NOPE_8_EverybodyGetsTheSameWindowAndEachNopeOpensItAnew) {
  TestTable t(3, rich_with_turns());
  SimClient& watcher = t.watch();
  t.start();
  const Seat player = t.play_when_held("skip");
  ASSERT_NE(player, kNoSeat);
  const PlainJson window = t[0].last_of("window");
  EXPECT_EQ(window["deadline"].get<int>() - window["now"].get<int>(), 3'000);
  for (const auto& client : t.clients) EXPECT_EQ(client->last_of("window"), window);
  EXPECT_EQ(watcher.last_of("window"), window);
  t.world.run_for(Time{1'000});
  const Seat noper = t.holder_of(Card::Nope, player);
  EXPECT_EQ(t.answers(noper, "nope"), "");
  const PlainJson again = t[0].last_of("window");
  EXPECT_GT(again["deadline"], window["deadline"].get<int>() + 900);
  EXPECT_EQ(again["nopes"], 1);
  t.world.run_for(Time{3'100});
  EXPECT_NE(t.game().phase(), Phase::Window);
  EXPECT_EQ(t.game().view(player).turn, player) << "the Skip was cancelled";
  EXPECT_EQ(t.world.fault, "");
}

// Milliseconds of the window that a played Skip opens.
int window_after_skip(TestTable& t) {
  EXPECT_NE(t.play_when_held("skip"), kNoSeat);
  const PlainJson window = t[0].last_of("window");
  t.world.run_for(Time{20'000});
  return window["deadline"].get<int>() - window["now"].get<int>();
}

TEST(Window, ACC_1_ItLastsFourTimesAsLongWhereAllPeopleListen) {
  PlainJson create = rich_with_turns();
  create["seats"] = 3;
  TestTable t(2, create);
  EXPECT_EQ(t.reason(0, {{"t", "add_bot"}}), "");
  const PlainJson listen = {{"t", "listen"}, {"on", true}};
  EXPECT_EQ(t.reason(1, listen), "");
  EXPECT_EQ(t[0].last_of("room")["players"][1].value("listens", false), true);
  EXPECT_FALSE(t[0].last_of("room")["players"][0].contains("listens"));
  t.start();
  EXPECT_EQ(window_after_skip(t), 3'000) << "one of two has agreed";
  EXPECT_EQ(t.reason(0, listen), "");
  EXPECT_EQ(window_after_skip(t), 12'000) << "the bot is not asked";
  t.says(1, {{"t", "listen"}, {"on", false}});
  EXPECT_EQ(window_after_skip(t), 3'000);
  SimClient& watcher = t.watch();
  watcher.say(listen);
  t.world.run_for(Time{30});
  EXPECT_EQ(watcher.last_of("refused")["reason"], "watching");
  EXPECT_EQ(t.world.fault, "");
}

TEST(Window, NET_8_ALateNopeIsRefusedAndOfTwoOneCounts) {
  TestTable t(3, rich_with_turns());
  t.start();
  const Seat player = t.play_when_held("skip");
  const Seat a = static_cast<Seat>((player + 1) % 3);
  const Seat b = static_cast<Seat>((player + 2) % 3);
  ASSERT_GT(t.game().view(a).hand[Card::Nope], 0);
  ASSERT_GT(t.game().view(b).hand[Card::Nope], 0);
  const PlainJson asked_b = t[b].last_of("question");
  t[a].answer(t[a].last_of("question"), "nope");
  t[b].answer(asked_b, "nope");
  t.world.run_for(Time{30});
  EXPECT_EQ(t.game().nopes(), 1);
  const bool a_refused = !t[a].last_of("refused").is_null();
  const bool b_refused = !t[b].last_of("refused").is_null();
  EXPECT_NE(a_refused, b_refused);
  const SimClient& late = a_refused ? t[a] : t[b];
  EXPECT_EQ(late.last_of("refused")["reason"], "late_nope");
  t.world.run_for(Time{3'100});
  t[b].answer(asked_b, "nope");
  t.world.run_for(Time{30});
  EXPECT_EQ(t[b].last_of("refused")["reason"], "late_nope");
}

TEST(Window, NOPE_9_ItEndsEarlyOnlyWhenEveryLivingOpponentPassed) {
  TestTable t(3, rich_with_turns());
  t.start();
  const Seat player = t.play_when_held("skip");
  const Seat a = static_cast<Seat>((player + 1) % 3);
  const Seat b = static_cast<Seat>((player + 2) % 3);
  const std::size_t before = t[b].received.size() + t[player].received.size();
  EXPECT_EQ(t.answers(a, "pass"), "");
  EXPECT_EQ(t[b].received.size() + t[player].received.size(), before) << "nobody is told of a pass";
  t.world.run_for(Time{2'000});
  EXPECT_EQ(t.game().phase(), Phase::Window);
  EXPECT_EQ(t.answers(b, "pass"), "");
  EXPECT_NE(t.game().phase(), Phase::Window);
}

// `srs` asks holders only at one terminal; on a network everybody gets the window.
TEST(Window, NOPE_9_UnderSrsEverybodyIsAskedAlike) {
  PlainJson create = {
      {"preset", "srs"},
      {"rules", {{"copies.nope", 1}, {"copies.skip", 20}, {"nope_asks", "holders"}}}};
  TestTable t(3, create);
  t.start();
  const Seat player = t.play_when_held("skip");
  ASSERT_NE(player, kNoSeat);
  EXPECT_EQ(t.game().phase(), Phase::Window) << "whoever holds the Nope";
  for (Seat seat = 0; seat < 3; ++seat) {
    if (seat == player) continue;
    EXPECT_EQ(t[seat].last_of("question")["legal"], PlainJson::parse(R"(["nope","pass"])"));
  }
  t.world.run_for(Time{3'100});
  EXPECT_NE(t.game().phase(), Phase::Window);
}

TEST(Window, NOPE_9_OneWithoutANopeIsToldSoAloneAndCountsAsPassed) {
  TestTable t(2, {{"rules", {{"copies.nope", 1}, {"copies.skip", 31}}}});
  t.start();
  const Seat player = t.play_when_held("skip");
  const Seat other = static_cast<Seat>(1 - player);
  ASSERT_EQ(t.game().view(other).hand[Card::Nope], 0) << "another number of Skips, please";
  EXPECT_EQ(t.answers(other, "nope"), "no_nope");
  EXPECT_NE(t.game().phase(), Phase::Window);
  EXPECT_TRUE(t[player].last_of("refused").is_null());
}

// Everybody knows the box: where it has no Nope, nobody waits for one.
TEST(Window, NOPE_5_ABoxWithoutNopesAsksForNone) {
  TestTable t(2, {{"rules", {{"copies.nope", 0}, {"copies.skip", 30}}}});
  t.start();
  const Seat player = t.play_when_held("skip");
  ASSERT_NE(player, kNoSeat);
  EXPECT_NE(t.game().phase(), Phase::Window);
  for (Seat seat = 0; seat < 2; ++seat) {
    EXPECT_TRUE(t[seat].last_of("window").is_null());
    EXPECT_FALSE(t[seat].last_of("question").value("phase", "") == "window");
  }
}

TEST(Window, NET_2_OnlyWhoIsAskedMayAnswerAndOnlyWhatIsLegal) {
  TestTable t(3, rich_with_turns());
  SimClient& watcher = t.watch();
  t.start();
  const Seat asked = t.game().next_asked();
  const Seat other = static_cast<Seat>((asked + 1) % 3);
  const PlainJson question = t[asked].last_of("question");
  PlainJson answer = {{"t", "answer"}, {"game", 1}, {"decision", question["decision"]}};
  answer["action"] = "draw";
  EXPECT_EQ(t.reason(other, answer), "stale");
  answer["decision"] = 0;
  EXPECT_EQ(t.reason(other, answer), "not_your_turn");
  EXPECT_EQ(t.reason(asked, answer), "stale");
  answer["decision"] = question["decision"];
  answer["action"] = "play imploding";
  EXPECT_EQ(t.reason(asked, answer), "not_held");
  answer["action"] = "make me win";
  EXPECT_EQ(t.reason(asked, answer), "not_legal");
  answer["game"] = 7;
  EXPECT_EQ(t.reason(asked, answer), "stale");
  watcher.say(answer);
  t.world.run_for(Time{30});
  EXPECT_EQ(watcher.last_of("refused")["reason"], "watching");
  EXPECT_EQ(t.answers(asked, "draw"), "");
}

// A window that was open when the server was killed starts again; what was answered stays answered.
TEST(Window, NET_7_AfterAKilledServerOnlyTheWindowsTimeStartsAnew) {
  TestTable t(3, rich_with_turns());
  t.start();
  const Seat player = t.play_when_held("skip");
  const Seat a = static_cast<Seat>((player + 1) % 3);
  const Seat b = static_cast<Seat>((player + 2) % 3);
  t.answers(a, "pass");
  const int told = t[b].last;
  t.world.run_for(Time{1'000});
  t.world.crash();
  t.world.run_for(Time{60'000});
  t.world.restart();
  for (auto& client : t.clients) client->connect();
  t.world.run_for(Time{1'000});
  ASSERT_EQ(t.game().phase(), Phase::Window);
  EXPECT_EQ(t[b].last, told);
  const PlainJson window = t[b].last_of("window");
  EXPECT_GT(window["deadline"].get<std::int64_t>(), t.world.now().count());
  EXPECT_EQ(t.answers(b, "pass"), "");
  EXPECT_NE(t.game().phase(), Phase::Window) << "the pass given before counts";
  EXPECT_EQ(t.world.fault, "");
}

// The deal comes after the restart: it is told from its beginning.
TEST(Ceremony, NET_7_AServerKilledBeforeTheDealTellsTheWholeGameAfterIt) {
  TestTable t(1, {{"seats", 2}});
  SimClient& bob = t.add({.delay_ms = 1, .comes_back = false, .fair = true, .reveals = false});
  bob.open_with({{"t", "join"}, {"room", t.code()}, {"name", "Bob"}});
  bob.connect();
  t.world.run_for(Time{50});
  t.start();
  ASSERT_EQ(t.room().state().phase(), RoomPhase::Revealing);
  const PlainJson promised = t[0].last_of("fair")["commitment"];
  t.world.crash();
  t.world.restart();
  for (auto& client : t.clients) client->connect();
  t.world.run_for(Time{10'000});
  ASSERT_EQ(t.room().state().phase(), RoomPhase::Playing);
  EXPECT_EQ(t[0].last_of("fair")["commitment"], promised) << "the seed was drawn again";
  for (auto& client : t.clients) {
    EXPECT_EQ(client->game, 1);
    EXPECT_FALSE(client->view.is_null());
  }
  EXPECT_EQ(t.world.fault, "");
}

}  // namespace
}  // namespace nl
