// Tests of slow rooms in the terminal.
#include <gtest/gtest.h>

#include "client/plain_player.h"
#include "terminal/time_words.h"

namespace nl {
namespace {

const Json kSlow = {
    {"seats", 2},
    {"hours", 24},
    {"rules", {{"copies.nope", 22}, {"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}};

struct SlowTwo {
  SlowTwo() : ann(world, creating("Ann", kSlow), folder.path) {
    bob = std::make_unique<PlainPlayer>(world, joining("Bob", code()), folder.path);
  }
  std::string code() { return ann.net.model.room().code; }
  void start() {
    ann.chooses("Start the game");
    world.run_for(Time{11'000});
  }
  void bob_is_gone() {
    bob->net.comes_back = false;
    bob->net.lose();
    world.run_for(Time{6'000});
  }
  const SeatFolder folder;
  SimWorld world{3, {}};
  PlainPlayer ann;
  std::unique_ptr<PlainPlayer> bob;
};

TEST(SlowSession, WEB_13_SpansAreSaidInWords) {
  const auto english = [](Time span) { return span_words(span, words(Language::English)); };
  using std::chrono::hours;
  using std::chrono::minutes;
  EXPECT_EQ(english(hours(72)), "3 days");
  EXPECT_EQ(english(hours(25)), "1 day 1 hour");
  EXPECT_EQ(english(hours(23) + minutes(5)), "23 hours 5 minutes");
  EXPECT_EQ(english(hours(1)), "1 hour");
  EXPECT_EQ(english(minutes(1)), "1 minute");
  EXPECT_EQ(english(Time{0}), "0 minutes");
  EXPECT_EQ(left_words(Time{9'500}, words(Language::English)), "10 s left");
  EXPECT_EQ(left_words(hours(2), words(Language::English)), "2 hours left");
  EXPECT_EQ(span_words(hours(25), words(*find_language("ko"))), "1일 1시간");
}

TEST(SlowSession, WEB_13_TheClockIsSeenInTheLobbyAndAtTheTable) {
  SlowTwo two;
  EXPECT_TRUE(two.bob->said("Pace: 1 day for a decision; people come and go."));
  two.start();
  EXPECT_TRUE(two.ann.said("1 day left."));
  const auto& clock = two.bob->net.model.clock();
  ASSERT_TRUE(clock);
  EXPECT_EQ(clock->seat, 0);
  EXPECT_GT(clock->deadline - two.world.now(), Time(std::chrono::hours(23)));
  EXPECT_FALSE(two.ann.net.model.clock()) << "their own comes with the question";
  two.ann.types("skip");
  EXPECT_FALSE(two.bob->net.model.clock()) << "in a window nobody's clock runs";
  EXPECT_TRUE(two.bob->said("2 hours left."));
}

TEST(SlowSession, NET_4_WhoLeavesForTheDayGivesUpNothing) {
  SlowTwo two;
  two.start();
  EXPECT_TRUE(has(two.bob->interrupts(), "Leave for now?"));
  two.bob->waits(Time{60'000});
  EXPECT_EQ(two.bob->session.end(), NetEnd::No) << "silence means nothing here";
  two.bob->chooses("While you are away: Nope windows wait");
  EXPECT_TRUE(two.world.room(two.code())->state().players()[1].auto_pass);
  two.bob->interrupts();
  EXPECT_EQ(two.bob->session.end(), NetEnd::Left);
  two.bob_is_gone();
  two.ann.types("skip");
  two.world.run_for(std::chrono::minutes(3));
  EXPECT_EQ(two.ann.net.model.window(), nullptr) << "it was passed for Bob";
  PlainPlayer again(two.world, joining("Bob", two.code()), two.folder.path);
  EXPECT_EQ(again.net.model.room().seat, 1);
  EXPECT_TRUE(again.net.model.playing());
}

TEST(SlowSession, NET_4_TheSeatInALobbyWaitsUnlessItIsLeftForGood) {
  SlowTwo two;
  two.bob->interrupts();
  two.bob->chooses("Leave for now");
  two.bob_is_gone();
  EXPECT_EQ(two.world.room(two.code())->state().players().size(), 2u);
  PlainPlayer again(two.world, joining("Bob", two.code()), two.folder.path);
  EXPECT_EQ(again.net.model.room().seat, 1);
  again.interrupts();
  again.chooses("Leave for good");
  two.world.run_for(Time{100});
  EXPECT_EQ(two.world.room(two.code())->state().players().size(), 1u);
}

TEST(SlowSession, NET_10_WhatTheClockDidIsSaidToWhoWasNotThere) {
  SlowTwo two;
  two.start();
  two.bob_is_gone();
  two.world.run_for(std::chrono::hours(25));
  PlainPlayer again(two.world, joining("Bob", two.code()), two.folder.path);
  again.chooses("Take that seat over");  // the old window is still open
  EXPECT_TRUE(again.said("Ann ran out of time."));
}

}  // namespace
}  // namespace nl
