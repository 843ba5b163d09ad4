// Tests of reloaded settings, connection shares, the core's clock and name lookups.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "net/connection_limit.h"
#include "net/live_settings.h"
#include "net/name_lookup.h"
#include "net/server_clock.h"

namespace nl {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

TEST(LiveSettings, NET_1_AReloadNamesWhatTakesEffectWithTheNextStartOnly) {
  const NetOptions before;
  NetOptions wanted;
  wanted.connections = 5;
  wanted.limits.rooms = 7;
  EXPECT_TRUE(restart_settings(before, wanted).empty()) << "these apply at once";
  wanted.threads = 9;
  wanted.ssh_port = 2222;
  wanted.void_after = Time{1'000};
  wanted.page_url = "https://cats.example";
  wanted.push_contact = "mailto:me@cats.example";
  wanted.limits.features.daily = true;
  const std::vector<std::string> names = {"threads",  "ssh_port",     "void_after_ms",
                                          "page_url", "push_contact", "features.daily"};
  EXPECT_EQ(restart_settings(before, wanted), names);
}

TEST(ConnectionShares, LIM_1_NoBlockTakesMoreThanItsShareOfTheConnections) {
  ConnectionLimit limit(10'000, 100);
  std::vector<ConnectionLimit::Place> held;
  const auto take = [&](const std::string& address) {
    auto taken = limit.take(address);
    if (taken.place) held.push_back(taken.place);
    return taken.why;
  };
  for (int i = 0; i < 10'000; ++i) take("2001:db8:0:" + std::to_string(i % 100) + "::");
  EXPECT_EQ(held.size(), 500u) << "of an IPv6 /56";
  for (int i = 1; i < 90; ++i) {
    for (int n = 0; n < 100; ++n) take("2001:db8:0:" + std::to_string(i) + "00::");
  }
  EXPECT_EQ(held.size(), 1'000u) << "of a /48";
  for (int i = 0; i < 10'000; ++i) take("203.0.113." + std::to_string(i % 200));
  EXPECT_EQ(held.size(), 2'000u) << "of an IPv4 /24";
  EXPECT_EQ(take("198.51.100.1"), ConnectionLimit::Why::Free);
  held.clear();
  EXPECT_EQ(limit.taken(), 0u);
  EXPECT_EQ(take("2001:db8:0:1::"), ConnectionLimit::Why::Free) << "freed places are free";
}

TEST(CoreClock, NET_8_DatesFollowTheWallClockAndDeadlinesDoNot) {
  Time wall{1'000'000'000};
  SteadyClock::time_point steady{};
  const ServerClock clock([&] { return wall; }, [&] { return steady; });
  steady += 5s;
  wall += Time{5'000};
  EXPECT_EQ(clock.now(), Time{1'000'005'000});
  EXPECT_EQ(clock.wall_of(clock.now()), clock.now());
  wall += Time{3 * 86'400'000};  // a suspend, or a clock that was wrong at the start
  EXPECT_EQ(clock.now(), Time{1'000'005'000}) << "no turn runs out by it";
  EXPECT_EQ(clock.wall_of(clock.now()), wall) << "a game that ends now ends today";
  wall -= Time{4 * 86'400'000};
  EXPECT_EQ(clock.wall_of(clock.now()), wall);
  EXPECT_EQ(clock.steady(clock.now()), steady);
}

TEST(NameLookup, WEB_13_ANameThatHangsIsAbandonedInTime) {
  const auto hangs = [](const std::string&) {
    std::this_thread::sleep_for(4s);
    return Addresses();
  };
  const auto before = SteadyClock::now();
  EXPECT_TRUE(look_up("dead.example", {before + 200ms, -1}, hangs).empty());
  EXPECT_LT(SteadyClock::now() - before, 2s);
}

TEST(NameLookup, WEB_13_AStopEndsTheWaitAtOnce) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  close(ends[1]);
  const auto hangs = [](const std::string&) {
    std::this_thread::sleep_for(4s);
    return Addresses();
  };
  const auto before = SteadyClock::now();
  EXPECT_TRUE(look_up("dead.example", {before + 60s, ends[0]}, hangs).empty());
  EXPECT_LT(SteadyClock::now() - before, 1s);
  close(ends[0]);
}

TEST(NameLookup, WEB_13_NamesAndLiteralsAreFound) {
  const LookupLimits limits{SteadyClock::now() + 10s, -1};
  EXPECT_EQ(look_up("127.0.0.1", limits).size(), 1u);
  EXPECT_FALSE(look_up("localhost", limits).empty());
}

}  // namespace
}  // namespace nl
