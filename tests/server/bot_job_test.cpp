// Tests of bot jobs: nothing waits for them, and their duration is not observable.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

WorldOptions thinking_for(Time time) {
  WorldOptions options = quick_world();
  options.thinking = [time](const BotJob&) { return time; };
  return options;
}

// With Nopes and Skips for both.
PlainJson duel() {
  PlainJson create = TestTable::rich();
  create["seats"] = 2;
  create["turn_s"] = 0;
  create["rules"]["copies.nope"] = 15;
  create["rules"]["copies.skip"] = 30;
  return create;
}

struct Duel {
  Duel(const std::string& bot, WorldOptions options) : t(1, duel(), std::move(options)) {
    t.says(0, {{"t", "add_bot"}, {"bot", bot}});
    t.start();
  }
  // The person plays; the bot is asked whether it has a Nope.
  void skip() {
    const PlainJson question = t[0].last_of("question");
    ASSERT_FALSE(question.is_null());
    ASSERT_TRUE(TestTable::has(question["legal"], "play skip")) << question;
    EXPECT_EQ(t.answers(0, "play skip"), "");
  }
  TestTable t;
};

// When everything left, and of which type it was, until the game has gone on for a while.
std::vector<std::string> times_of(const std::string& bot, Time thinking) {
  Duel duel(bot, thinking_for(thinking));
  TestTable& t = duel.t;
  std::vector<std::string> heard;
  t.world.on_sent = [&](const SimWorld::Sent& sent) {
    heard.push_back(std::to_string(sent.at.count()) + ' ' +
                    PlainJson::parse(sent.text)["t"].get<std::string>());
  };
  duel.skip();
  t.world.run_for(Time{1'500});
  return heard;
}

TEST(Thinking, NOPE_9_ABotsAnswerLeavesAtItsTimeHoweverLongItThought) {
  for (const char* bot : {"counting", "hard", "net"}) {
    EXPECT_EQ(times_of(bot, Time{1}), times_of(bot, Time{400})) << bot;
  }
  // A bot that is not ready in time lets the careful bot answer, at the same moment.
  const auto quick = times_of("counting", Time{1});
  const auto late = times_of("counting", Time{3'600'000});
  const std::size_t answer = 2;  // after events and window
  ASSERT_GT(quick.size(), answer);
  ASSERT_GT(late.size(), answer);
  EXPECT_EQ(quick[answer].substr(0, 10), late[answer].substr(0, 10));
}

TEST(Thinking, NOPE_9_AWindowGoesWithItsEventsAndOnlyThenBotsThink) {
  std::vector<std::string> order;
  WorldOptions options = quick_world();
  options.thinking = [&](const BotJob&) {
    order.emplace_back("think");
    return Time{7};
  };
  Duel duel("medium", options);
  duel.t.world.on_sent = [&](const SimWorld::Sent& sent) {
    order.push_back(PlainJson::parse(sent.text)["t"]);
  };
  duel.skip();
  const auto events = std::find(order.begin(), order.end(), "events");
  const auto window = std::find(order.begin(), order.end(), "window");
  const auto think = std::find(events, order.end(), "think");
  ASSERT_NE(window, order.end());
  ASSERT_NE(think, order.end());
  EXPECT_LT(events, window);
  EXPECT_LT(window, think);
  EXPECT_EQ(std::find(events, window, "think"), window);
}

TEST(Thinking, BOT_1_TheThoughtIsPlayedIfItComesInTime) {
  const auto plays_as = [](const std::string& bot, Time thinking) {
    TestTable t(1, {{"seats", 2}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}},
                thinking_for(thinking));
    t.says(0, {{"t", "add_bot"}, {"bot", bot}});
    t.start();
    t.says(0, {{"t", "forfeit"}});  // nothing is left to do, but the game is a game
    return t.world.thoughts();
  };
  EXPECT_EQ(plays_as("careful", Time{1}), 0) << "the careful bot needs no search";
  Duel duel("medium", thinking_for(Time{1}));
  duel.skip();
  duel.t.world.run_for(Time{4'000});
  EXPECT_GT(duel.t.world.thoughts(), 0);
}

TEST(Thinking, BOT_1_BotsThatAreNeverReadyPlayTheGameToItsEnd) {
  TestTable t(2, {{"seats", 4}, {"turn_s", 3}, {"window_ms", 500}, {"rules", {{"hand", 2}}}},
              thinking_for(Time{1'000'000'000}));
  t.says(0, {{"t", "add_bot"}, {"bot", "hard"}});
  t.says(0, {{"t", "add_bot"}, {"bot", "net+search"}});
  t.start();
  for (int i = 0; i < 4'000 && !t.game().over(); ++i) t.world.run_for(Time{1'000});
  EXPECT_TRUE(t.game().over());
  EXPECT_EQ(t.world.thoughts(), 0);
  EXPECT_EQ(t.world.fault, "");
}

TEST(Thinking, BOT_1_WhereNobodyIsThereNobodySearches) {
  TestTable t(1, {{"seats", 3}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}});
  t.says(0, {{"t", "add_bot"}, {"bot", "medium"}});
  t.says(0, {{"t", "add_bot"}, {"bot", "medium"}});
  t.start();
  t.says(0, {{"t", "forfeit"}});
  t.world.run_for(Time{3'000});
  EXPECT_GT(t.world.thoughts(), 0) << "the host watches";
  t[0].disconnect();
  t.world.run_for(Time{8'000});
  const int so_far = t.world.thoughts();
  const std::size_t events = t.game().events(kWatcher).size();
  t.world.run_for(Time{20'000});
  EXPECT_EQ(t.world.thoughts(), so_far);
  EXPECT_TRUE(t.game().over() || t.game().events(kWatcher).size() > events) << "they do play";
}

TEST(Thinking, HINT_1_WhileAHintIsThoughtOverEverybodyIsServed) {
  TestTable t(1, {{"bots", 2}, {"practice", true}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}},
              thinking_for(Time{5'000}));
  t.start();
  EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "");
  EXPECT_TRUE(t[0].last_of("hint").is_null());
  t.says(0, {{"t", "ping"}, {"id", 5}});
  EXPECT_EQ(t[0].last_of("pong")["id"], 5);
  t.world.run_for(Time{6'000});
  EXPECT_FALSE(t[0].last_of("hint").is_null());
}

TEST(Thinking, HINT_1_AHintThatComesAfterTheAnswerIsNotTold) {
  TestTable t(1, {{"bots", 2}, {"practice", true}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}},
              thinking_for(Time{5'000}));
  t.start();
  t.says(0, {{"t", "hint"}});
  t.answers(0, "draw");
  t.world.run_for(Time{6'000});
  EXPECT_TRUE(t[0].last_of("hint").is_null());
  EXPECT_EQ(t.world.fault, "");
}

}  // namespace
}  // namespace nl
