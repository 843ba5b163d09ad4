// Tests of seats and tables that a player returns to.
#include <gtest/gtest.h>

#include "client/plain_player.h"

namespace nl {
namespace {

using Page = NetSession::Page;

const Json kTwo = {
    {"seats", 2}, {"turn_s", 0}, {"rules", {{"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}};
const Json kThree = {{"seats", 3}};

// Ann hosts a server in her program; Bob sits at her table.
struct Hosted {
  Hosted() : world(3, {}), ann(world, creating("Ann", kTwo, true), folder.path) {
    bob = std::make_unique<PlainPlayer>(world, joining("Bob", code()));
  }
  std::string code() { return ann.net.model.room().code; }
  void start() {
    ann.chooses("Start the game");
    world.run_for(Time{3'000});
  }
  // The whole program is gone; the server starts again with the same games.
  void ends() {
    ann.net.comes_back = false;
    ann.net.lose();
    ann.session.terminated();
    world.run_for(Time{500});
  }
  PlainPlayer host_again(const Json& settings) {
    return {world, creating("Ann", settings, true), folder.path};
  }
  SeatFolder folder;
  SimWorld world;
  PlainPlayer ann;
  std::unique_ptr<PlainPlayer> bob;
};

TEST(Hosting, NET_4_NET_9_ASecondWindowOfTheHostIsAskedAndNeverStopsTheServer) {
  Hosted table;
  table.start();
  PlainPlayer again(table.world, joining("Ann", table.code()), table.folder.path);
  EXPECT_EQ(again.session.page(), Page::InUse);
  EXPECT_TRUE(again.said("Ann sits at table " + table.code() + " already"));
  EXPECT_EQ(table.ann.session.end(), NetEnd::No);
  again.chooses("Take that seat over");
  EXPECT_EQ(again.session.page(), Page::Game);
  table.ann.update();
  EXPECT_EQ(table.ann.session.end(), NetEnd::Replaced);
  EXPECT_TRUE(server_goes_on(NetEnd::Replaced));
  // The new window has it: a third window is asked as well.
  PlainPlayer third(table.world, joining("Ann", table.code()), table.folder.path);
  EXPECT_EQ(third.session.page(), Page::InUse);
}

TEST(Hosting, NET_4_NET_9_TheServerGoesOnWhileSomebodyMaySitAtIt) {
  for (const NetEnd end : {NetEnd::Left, NetEnd::Forfeited, NetEnd::SentAway, NetEnd::Replaced}) {
    EXPECT_TRUE(server_goes_on(end));
  }
  for (const NetEnd end : {NetEnd::StopServer, NetEnd::Terminated, NetEnd::EndOfInput}) {
    EXPECT_FALSE(server_goes_on(end));
  }
}

TEST(Hosting, ASecondWindowMaySitDownUnderAnotherName) {
  Hosted table;
  table.bob->chooses("Leave");
  PlainPlayer second(table.world, joining("Ann", table.code()), table.folder.path);
  second.chooses("Sit down under another name");
  EXPECT_EQ(second.session.page(), Page::Name);
  second.types("Cho");
  EXPECT_EQ(second.session.page(), Page::Lobby);
  EXPECT_EQ(second.net.model.room().players.size(), 2U);
  EXPECT_EQ(table.ann.session.end(), NetEnd::No);
}

TEST(Hosting, NET_4_WhoReturnsByTheCodeIsNotAskedForTheName) {
  const SeatFolder folder;
  Hosted table;
  auto cho = std::make_unique<PlainPlayer>(table.world, joining("Cho", table.code()), folder.path);
  EXPECT_EQ(cho->session.page(), Page::Refused);  // full
  table.bob->chooses("Leave");
  cho = std::make_unique<PlainPlayer>(table.world, joining("Cho", table.code()), folder.path);
  table.start();
  cho->net.comes_back = false;
  cho->net.lose();
  cho->session.terminated();
  PlainPlayer again(table.world, joining("", table.code()), folder.path);
  EXPECT_EQ(again.session.page(), Page::Game);
  EXPECT_EQ(again.net.model.room().seat, 1);
  // While that window is open, a second one may be somebody else's.
  PlainPlayer other(table.world, joining("", table.code()), folder.path);
  EXPECT_EQ(other.session.page(), Page::Name);
}

TEST(Hosting, NET_4_TheSameCommandGoesOnWithTheGameThatWasBrokenOff) {
  Hosted table;
  table.start();
  table.ends();
  PlainPlayer again = table.host_again(kTwo);
  EXPECT_EQ(again.session.page(), Page::Game);
}

TEST(Hosting, NET_9_OtherOptionsAreAskedAboutWhileAGameWaits) {
  Hosted table;
  table.start();
  table.ends();
  PlainPlayer again = table.host_again(kThree);
  EXPECT_EQ(again.session.page(), Page::Found);
  EXPECT_TRUE(again.said("Your last table " + table.bob->net.model.room().code));
  again.chooses("Open a new table");
  EXPECT_EQ(again.session.page(), Page::Lobby);
  EXPECT_EQ(again.net.model.room().settings.seats, 3);
  EXPECT_NE(again.net.model.room().code, table.bob->net.model.room().code);
}

TEST(Hosting, NET_9_AfterAFinishedGameNewOptionsMakeANewRoomAndTheSameOnesAsk) {
  Hosted table;
  table.start();
  table.bob->interrupts();
  table.bob->interrupts();  // gives up
  table.world.run_for(Time{3'000});
  ASSERT_TRUE(table.ann.net.model.over());
  table.ends();
  {
    PlainPlayer same = table.host_again(kTwo);
    EXPECT_EQ(same.session.page(), Page::Found);
    EXPECT_TRUE(same.said("its game is over"));
    EXPECT_TRUE(has(same.chooses("Go back"), "Play again"));
    same.net.comes_back = false;
    same.net.lose();
    same.session.terminated();
  }
  PlainPlayer other = table.host_again(kThree);
  EXPECT_EQ(other.session.page(), Page::Lobby);
  EXPECT_EQ(other.net.model.room().settings.seats, 3);
}

TEST(Hosting, AStrangerAtARunningGameIsToldWhatCanBeDone) {
  Hosted table;
  table.start();
  PlainPlayer carl(table.world, joining("Carl", table.code()));
  EXPECT_TRUE(carl.said("A game is on at that table. You can watch it"));
  EXPECT_FALSE(carl.said("That can't be done now."));
  EXPECT_NE(carl.choice("Watch that room"), 0);
}

TEST(Hosting, NET_4_BackLeavesTheQuestionAndItsSecondsAreCounted) {
  Hosted table;
  table.start();
  EXPECT_TRUE(has(table.bob->interrupts(), "5 seconds left."));
  EXPECT_TRUE(has(table.bob->waits(Time{1'000}), "4 seconds left."));
  EXPECT_TRUE(has(table.bob->waits(Time{1'000}), "3 seconds left."));
  table.bob->types("back");
  EXPECT_EQ(table.bob->session.page(), Page::Game);
  table.bob->waits(Time{9'000});
  EXPECT_EQ(table.bob->session.end(), NetEnd::No);
}

TEST(Hosting, TheEndOfInputIsSaid) {
  Hosted table;
  table.start();
  table.bob->session.end_of_input();
  EXPECT_EQ(table.bob->session.end_text(), "The input has ended.");
}

}  // namespace
}  // namespace nl
