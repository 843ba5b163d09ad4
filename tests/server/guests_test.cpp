// Tests of requests beyond the game: taking a seat back, looking at a room, old records, the speed
// of bots, kicks.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

PlainJson calm() {
  return {{"turn_s", 5},
          {"window_ms", 500},
          {"rules", {{"first", "zero"}, {"copies.skip", 40}, {"hand", 10}}}};
}

TEST(Guests, NET_4_BOT_2_WhoSaysBackHasTheSeatAndTheWholeClockAgain) {
  TestTable t(2, calm());
  t.start();
  const auto held = [&] { return t[1].lobby["players"][0].contains("held"); };
  // Until a bot holds the seat, and is about to answer for it.
  const auto bot_answers = [&] { return held() && t.game().next_asked() == 0; };
  for (int i = 0; i < 4'000 && !bot_answers(); ++i) t.world.run_for(Time{50});
  ASSERT_TRUE(bot_answers());
  EXPECT_FALSE(t[0].last_of("question").contains("deadline")) << "a bot needs no clock";
  EXPECT_EQ(t.reason(0, {{"t", "back"}}), "");
  EXPECT_FALSE(held());
  const PlainJson question = t[0].last_of("question");
  EXPECT_EQ(question["deadline"].get<int>() - question["now"].get<int>(), 5'000);
  // … and nobody answers before it has run out.
  const int decision = question["decision"].get<int>();
  t.world.run_for(Time{4'800});
  EXPECT_EQ(t[0].last_of("question")["decision"], decision);
  EXPECT_EQ(t.game().next_asked(), 0);
  t.world.run_for(Time{400});
  EXPECT_NE(t.game().next_asked(), 0);
  EXPECT_EQ(t.reason(0, {{"t", "back"}}), "") << "who is back may say so again";
}

TEST(Guests, AWatcherHasNoSeatToComeBackTo) {
  TestTable t(2, calm());
  t.watch();
  EXPECT_EQ(t.reason(2, {{"t", "back"}}), "watching");
}

TEST(Guests, NET_1_ARoomIsLookedAtByItsCodeThoughItIsNotListed) {
  TestTable t(2, {{"seats", 4}});
  SimClient& guest = t.add();
  guest.connect();
  t.world.run_for(Time{50});
  EXPECT_EQ(t.reason(2, {{"t", "look"}, {"room", t.code()}}), "");
  const PlainJson seen = guest.last_of("rooms")["rooms"][0];
  EXPECT_EQ(seen["host"], "Ann");
  EXPECT_EQ(seen["taken"], 2);
  EXPECT_EQ(t.reason(2, {{"t", "look"}, {"room", "0000000000"}}), "unknown_room");
}

TEST(Guests, OnlyTablesWithAFreeChairOrTwoToWatchAreListed) {
  TestTable t(1, {{"seats", 2}, {"listed", true}});
  const auto listed = [&] {
    t.says(0, {{"t", "list"}});
    t.world.run_for(Time{2'000});
    return t[0].last_of("rooms")["rooms"].size();
  };
  EXPECT_EQ(listed(), 1u);
  t.says(0, {{"t", "add_bot"}});
  EXPECT_EQ(listed(), 0u) << "full";
  t.start();
  EXPECT_EQ(listed(), 0u) << "one person among bots";
}

TEST(Guests, WEB_6_TheRecordOfAGameOutlivesTheRematch) {
  TestTable t(2);
  EXPECT_EQ(t.reason(0, {{"t", "record"}}), "not_now") << "no game yet";
  t.start();
  t.says(1, {{"t", "forfeit"}});
  const auto first = t.game().record();
  t.says(0, {{"t", "rematch"}});
  t.says(1, {{"t", "record"}});
  EXPECT_EQ(t[1].last_of("record")["total"], first.size());
  t.start();
  t.says(1, {{"t", "record"}, {"game", 1}});
  const PlainJson piece = t[1].last_of("record");
  EXPECT_EQ(piece["game"], 1);
  EXPECT_EQ(piece["lines"][0], first[0]);
  EXPECT_EQ(t.reason(1, {{"t", "record"}, {"game", 2}}), "not_now") << "it is still played";
  EXPECT_EQ(t.reason(1, {{"t", "record"}, {"game", 3}}), "not_now");
}

TEST(Guests, BOT_2_TheHostSaysHowFastBotsPlay) {
  const auto answers_in = [](int percent) {
    TestTable t(1, {{"bots", 2}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}});
    t.says(0, {{"t", "pace"}, {"percent", percent}});
    t.start();
    t.says(0, {{"t", "forfeit"}});
    const std::size_t before = t.game().events(kWatcher).size();
    t.world.run_for(Time{6'000});
    return t.game().events(kWatcher).size() - before;
  };
  EXPECT_GT(answers_in(100), answers_in(400));
  EXPECT_GT(answers_in(0), 3 * answers_in(100)) << "nobody is left to wait for";
  TestTable t(2);
  EXPECT_EQ(t.reason(1, {{"t", "pace"}, {"percent", 50}}), "not_host");
  EXPECT_EQ(t.reason(0, {{"t", "pace"}, {"percent", 500}}), "bad_message");
}

TEST(Guests, AKickHolds) {
  TestTable t(2, {{"seats", 3}});
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(t.reason(1, {{"t", "join"}, {"room", t.code()}, {"name", "Again"}}), "kicked");
  EXPECT_EQ(t.reason(1, {{"t", "watch"}, {"room", t.code()}}), "kicked");
}

}  // namespace
}  // namespace nl
