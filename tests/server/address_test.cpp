// Tests of per-address limits: the server counts resources and refuses with a reason.
#include <gtest/gtest.h>

#include "server/address_quota.h"
#include "server/bench_table.h"

namespace nl {
namespace {

WorldOptions limited(void (*set)(ServerLimits&)) {
  WorldOptions options = quick_world();
  set(options.limits);
  return options;
}

// Somebody who connects from an address and says one thing; the reason if it is refused.
std::string refused(TestTable& t, const std::string& address, const PlainJson& message) {
  SimClient& client = t.add();
  client.address = address;
  client.connect();
  t.world.run_for(Time{20});
  return t.reason(t.clients.size() - 1, message);
}

const PlainJson kCreate = {{"t", "create"}, {"name", "Eve"}, {"seats", 2}};

TEST(Addresses, NET_2_OneAddressHasSoManyRoomsAndTheOthersHaveTheirs) {
  TestTable t(1, {{"seats", 2}},
              limited([](ServerLimits& limits) { limits.rooms_per_address = 3; }));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(refused(t, "203.0.113.9", kCreate), "") << i;
  EXPECT_EQ(refused(t, "203.0.113.9", kCreate), "too_many_rooms");
  EXPECT_EQ(refused(t, "203.0.113.9", kCreate), "too_many_rooms");
  EXPECT_EQ(refused(t, "198.51.100.1", kCreate), "");
  EXPECT_EQ(t.world.core().rooms(), 5u);
  // A room that is closed makes way for another.
  t.says(1, {{"t", "leave"}});
  EXPECT_EQ(refused(t, "203.0.113.9", kCreate), "");
}

TEST(Addresses, NET_2_RoomsThatComeAndGoAreCountedToo) {
  TestTable t(1, {{"seats", 2}}, limited([](ServerLimits& limits) {
                limits.room_burst = 4;
                limits.room_every = Time{10'000};
              }));
  SimClient& eve = t.add();
  eve.address = "203.0.113.9";
  eve.connect();
  t.world.run_for(Time{20});
  std::vector<std::string> answers;
  for (int i = 0; i < 6; ++i) {
    answers.push_back(t.reason(1, kCreate));
    t.says(1, {{"t", "leave"}});
  }
  EXPECT_EQ(answers[3], "");
  EXPECT_EQ(answers[4], "too_many_rooms");
  t.world.run_for(Time{11'000});
  EXPECT_EQ(t.reason(1, kCreate), "") << "a while later there is room again";
}

TEST(Addresses, NET_2_BotsSeatsAreCountedForWhoMadeTheRoom) {
  const WorldOptions options = limited([](ServerLimits& limits) { limits.bots_per_address = 5; });
  TestTable t(1, {{"seats", 5}, {"bots", 4}}, options);
  const PlainJson with_bots = {{"t", "create"}, {"name", "Eve"}, {"seats", 3}, {"bots", 2}};
  EXPECT_EQ(refused(t, "", with_bots), "too_many_bots") << "the table's address has four";
  EXPECT_EQ(refused(t, "203.0.113.9", with_bots), "");
  EXPECT_EQ(refused(t, "", {{"t", "create"}, {"name", "Eve"}, {"seats", 4}}), "");
  const std::size_t eve = t.clients.size() - 1;
  EXPECT_EQ(t.reason(eve, {{"t", "add_bot"}}), "");
  EXPECT_EQ(t.reason(eve, {{"t", "add_bot"}}), "too_many_bots");
  t.says(0, {{"t", "remove_bot"}, {"seat", 4}});
  EXPECT_EQ(t.reason(eve, {{"t", "add_bot"}}), "");
}

TEST(Addresses, NET_2_StartForfeitAndRematchInALoopEndsSoon) {
  TestTable t(1, {{"seats", 2}, {"bots", 1}},
              limited([](ServerLimits& limits) { limits.game_burst = 5; }));
  int games = 0;
  std::string reason;
  for (; games < 40 && reason.empty(); ++games) {
    reason = t.reason(0, {{"t", "start"}});
    t.says(0, {{"t", "forfeit"}});
    t.says(0, {{"t", "rematch"}});
  }
  EXPECT_EQ(reason, "too_many_games");
  EXPECT_EQ(games, 6);
}

TEST(Addresses, NET_2_HintsAreCounted) {
  TestTable t(1,
              {{"bots", 1},
               {"seats", 2},
               {"practice", true},
               {"turn_s", 0},
               {"rules", {{"first", "zero"}, {"copies.skip", 30}}}},
              limited([](ServerLimits& limits) {
                limits.hint_burst = 1;
                limits.hint_every = Time{100'000};
              }));
  t.start();
  EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "");
  EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "") << "the same question is thought over once";
  const Decision first = t.game().decision(0);
  for (int i = 0; i < 60 && !t.game().over(); ++i) {
    if (holds(t.game().acting_seats(), 0) && t.game().decision(0) != first) break;
    if (holds(t.game().acting_seats(), 0)) t.answers(0, "draw");
    t.world.run_for(Time{1'000});
  }
  if (t.game().over()) GTEST_SKIP() << "drew the kitten at once";
  EXPECT_EQ(t.reason(0, {{"t", "hint"}}), "too_many_hints");
}

TEST(Addresses, NET_2_ComingAndGoingIsCountedOverAllConnections) {
  TestTable t(1, {{"seats", 2}}, limited([](ServerLimits& limits) { limits.enter_burst = 6; }));
  std::vector<std::string> answers;
  for (int i = 0; i < 10; ++i) {
    answers.push_back(refused(t, "203.0.113.9", {{"t", "watch"}, {"room", t.code()}}));
  }
  EXPECT_EQ(answers[3], "");
  EXPECT_EQ(answers[9], "too_fast");
  EXPECT_EQ(refused(t, "198.51.100.1", {{"t", "watch"}, {"room", t.code()}}), "");
}

TEST(Addresses, AccountsThatNobodyUsesAreForgotten) {
  ServerLimits limits;
  AddressQuotas book(limits);
  for (int i = 0; i < 10'000; ++i) {
    AddressAccount account = book.of(std::to_string(i), Time{i * 1'000});
    EXPECT_TRUE(account.take(&AddressQuota::entries, Time{i * 1'000}));
  }
  EXPECT_LT(book.size(), 2'500u);
}

// ---- what is left of a room ---------------------------------------------------------------------

TEST(History, NET_7_ARematchCutsIt) {
  TestTable t(2);
  std::size_t longest = 0;
  for (int i = 0; i < 12; ++i) {
    t.start();
    t.says(1, {{"t", "forfeit"}});
    t.says(0, {{"t", "rematch"}});
    longest = std::max(longest, t.world.log(t.room().id()).size());
  }
  EXPECT_LE(longest, 9u) << "the room, and the records of eight games";
  EXPECT_EQ(t.world.fault, "");
}

TEST(History, NET_7_WEB_6_TheRoomGoesOnFromWhatIsLeftAndHasItsRecords) {
  TestTable t(2, {{"seats", 4}});
  t.says(0, {{"t", "add_bot"}, {"bot", "medium"}});
  t.says(0, {{"t", "hand_over"}, {"seat", 1}});
  std::vector<std::string> first;
  for (int i = 0; i < 3; ++i) {
    t.says(1, {{"t", "start"}});
    t.says(0, {{"t", "forfeit"}});
    t.says(1, {{"t", "forfeit"}});
    if (i == 0) first = t.game().record();
    t.says(1, {{"t", "rematch"}});
  }
  t.world.crash();
  t.world.restart();
  for (auto& client : t.clients) client->connect();
  t.world.run_for(Time{3'000});
  ASSERT_EQ(t[0].lobby["phase"], "lobby");
  EXPECT_EQ(t[0].lobby["host"], 1);
  EXPECT_EQ(t[0].lobby["game"], 3);
  EXPECT_EQ(t[0].lobby["players"][2]["bot"], "medium");
  t.says(0, {{"t", "record"}, {"game", 1}});
  const PlainJson record = t[0].last_of("record");
  EXPECT_EQ(record["total"], first.size());
  EXPECT_EQ(record["lines"][0], first[0]);
  t.says(1, {{"t", "start"}});
  EXPECT_EQ(t[0].game, 4);
  EXPECT_EQ(t.world.fault, "");
}

TEST(History, ALobbyInWhichPeopleComeAndGoDoesNotGrow) {
  TestTable t(1, {{"seats", 3}});
  for (int i = 0; i < 300; ++i) {
    t.says(0, {{"t", "add_bot"}});
    t.says(0, {{"t", "remove_bot"}, {"seat", 1}});
    t.world.run_for(Time{1'000});
  }
  EXPECT_LE(t.world.log(t.room().id()).size(), 101u);
  EXPECT_EQ(t.world.fault, "");
}

TEST(History, WEB_6_AHostWhoForfeitsAndBeginsAnewDeniesNobodyTheRecord) {
  TestTable t(2);
  t.start();
  const int lines = static_cast<int>(t.game().record().size());
  t[0].say({{"t", "forfeit"}});
  t[0].say({{"t", "rematch"}});
  t[0].say({{"t", "start"}});
  t.world.run_for(Time{200});
  ASSERT_EQ(t.room().state().games(), 2);
  EXPECT_EQ(t.reason(1, {{"t", "record"}, {"game", 1}}), "");
  EXPECT_GT(t[1].last_of("record")["total"], lines);
  EXPECT_EQ(t[1].last_of("record")["game"], 1);
}

// ---- nobody there -------------------------------------------------------------------------------

TEST(Unattended, AGameThatBotsPlayAloneIsClosed) {
  PlainJson create = {{"bots", 3}, {"seats", 4}, {"turn_s", 0}};
  WorldOptions options = quick_world();
  options.times.bot = Time{3'600'000};  // bots that would never come to an end
  TestTable t(1, create, options);
  t.start();
  t[0].disconnect();
  t.world.run_for(Time{9 * 60'000});
  EXPECT_EQ(t.world.core().rooms(), 1u) << "its player may still come back";
  t.world.run_for(Time{2 * 60'000});
  EXPECT_EQ(t.world.core().rooms(), 0u);
}

TEST(Unattended, WhoComesBackInTimeHasTheGame) {
  TestTable t(2, {{"turn_s", 0}});
  t.start();
  t[0].disconnect();
  t[1].disconnect();
  t.world.run_for(Time{9 * 60'000});
  t[0].connect();
  t.world.run_for(Time{20 * 60'000});
  EXPECT_EQ(t.world.core().rooms(), 1u);
}

// ---- blocks of addresses ------------------------------------------------------------------------

std::string household(int n) { return "2001:db8:0:" + std::to_string(n) + "::"; }   // of one /56
std::string customer(int n) { return "2001:db8:0:" + std::to_string(n) + "00::"; }  // of one /48

TEST(AddressBlocks, LIM_1_AnAddressIsInBlocksOfSeveralSizes) {
  const auto six = enclosing_blocks("2001:db8:1:2345::");
  ASSERT_EQ(six.size(), 3u);
  EXPECT_EQ(six[0].name, "2001:db8:1:2345::");
  EXPECT_EQ(six[1].name, "2001:db8:1:2300::/56");
  EXPECT_EQ(six[2].name, "2001:db8:1::/48");
  const auto four = enclosing_blocks("203.0.113.9");
  ASSERT_EQ(four.size(), 2u);
  EXPECT_EQ(four[1].name, "203.0.113.0/24");
  EXPECT_EQ(enclosing_blocks("").size(), 1u);
}

TEST(AddressBlocks, LIM_1_AHouseholdTakesItsShareOfTheRoomsAndNoMore) {
  const WorldOptions options = limited([](ServerLimits& limits) {
    limits.rooms = 100;
    limits.rooms_per_address = 3;
  });
  TestTable t(1, {{"seats", 2}}, options);
  int rooms = 0;
  for (int n = 0; n < 20; ++n) rooms += refused(t, household(n), kCreate).empty() ? 1 : 0;
  EXPECT_EQ(rooms, 5) << "a /56 has a twentieth";
  for (int n = 1; n < 20; ++n) rooms += refused(t, customer(n), kCreate).empty() ? 1 : 0;
  EXPECT_EQ(rooms, 10) << "a /48 has a tenth";
  int four = 0;
  for (int n = 1; n < 40; ++n) {
    four += refused(t, "203.0.113." + std::to_string(n), kCreate).empty() ? 1 : 0;
  }
  EXPECT_EQ(four, 10) << "and so has an IPv4 /24";
  EXPECT_EQ(refused(t, "2001:db8:1::", kCreate), "") << "others have theirs";
}

TEST(AddressBlocks, LIM_1_WeekLongRoomsAreSharedOutAsWell) {
  const WorldOptions options = limited([](ServerLimits& limits) {
    limits.slow_rooms = 100;
    limits.slow_rooms_per_address = 2;
    limits.features.slow = true;
  });
  TestTable t(1, {{"seats", 2}}, options);
  PlainJson slow = kCreate;
  slow["hours"] = 168;
  int rooms = 0;
  for (int n = 0; n < 20; ++n) rooms += refused(t, household(n), slow).empty() ? 1 : 0;
  EXPECT_EQ(rooms, 5);
}

TEST(AddressBlocks, LIM_1_AWeekLongRoomThatNobodyJoinsIsClosedWithinMinutes) {
  WorldOptions options = limited([](ServerLimits& limits) { limits.features.slow = true; });
  TestTable t(1, {{"seats", 2}}, options);
  PlainJson slow = kCreate;
  slow["hours"] = 168;
  ASSERT_EQ(refused(t, household(1), slow), "");
  ASSERT_EQ(t.world.core().rooms(), 2u);
  t.clients.back()->disconnect();
  t.world.run_for(Time{15 * 60'000});
  EXPECT_EQ(t.world.core().rooms(), 1u);
}

TEST(AddressBlocks, LIM_1_UnusedEntriesAreForgottenWithinMinutes) {
  const ServerLimits limits;
  AddressQuotas quotas(limits);
  for (int n = 0; n < 500; ++n) {
    EXPECT_TRUE(quotas.of(customer(n % 90 + 1) + std::to_string(n), Time{0})
                    .take(&AddressQuota::entries, Time{0}));
  }
  EXPECT_GT(quotas.size(), 500u);
  quotas.of("203.0.113.9", Time{120'000});
  EXPECT_LE(quotas.size(), 2u);
}

// ---- chat ---------------------------------------------------------------------------------------

TEST(Addresses, LIM_1_WatchersOfOneAddressShareTheChatOfARoom) {
  TestTable t(2, {{"seats", 2}});
  int heard = 0;
  for (int n = 0; n < 20; ++n) {
    SimClient& watcher = t.add();
    watcher.address = "203.0.113.9";
    watcher.connect();
    t.world.run_for(Time{20});
    t.says(t.clients.size() - 1, {{"t", "watch"}, {"room", t.clients[0]->room}});
    for (int i = 0; i < 5; ++i) {
      heard += t.reason(t.clients.size() - 1, {{"t", "chat"}, {"text", "spam"}}).empty() ? 1 : 0;
    }
  }
  EXPECT_LE(heard, 20) << "of 100 that twenty watchers may say one by one";
  EXPECT_GE(heard, 10);
  EXPECT_EQ(t.reason(0, {{"t", "chat"}, {"text", "hello"}}), "");
}

}  // namespace
}  // namespace nl
