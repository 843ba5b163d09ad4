// Tests of matchmaking: the queue by settings, filled with bots after a time.
#include <gtest/gtest.h>

#include <set>

#include "server/bench_table.h"
#include "server/table_queue.h"

namespace nl {
namespace {

// Strangers who look for a table; none of them made a room.
class Strangers : public ::testing::Test {
 protected:
  SimClient& comes(const std::string& address = {}) {
    SimClient& one = t_.add();
    one.address = address;
    one.connect();
    t_.world.run_for(Time{20});
    return one;
  }
  void finds(SimClient& one, PlainJson wish) {
    if (!wish.contains("name")) wish["name"] = "Stranger";
    wish["t"] = "find";
    one.say(wish);
    t_.world.run_for(Time{20});
  }
  static std::size_t bots_at(const SimClient& one) {
    std::size_t bots = 0;
    for (const PlainJson& player : one.lobby["players"]) bots += player.contains("bot");
    return bots;
  }
  std::string refusal(SimClient& one) { return one.last_of("refused").value("reason", ""); }
  static bool plays(const SimClient& one) { return !one.last_of("view").is_null(); }

  TestTable t_{1, {{"seats", 2}}};
};

TEST_F(Strangers, WEB_12_AFullTableBeginsByItselfWhateverTheNumber) {
  for (int seats = 2; seats <= 5; ++seats) {
    std::vector<SimClient*> people;
    for (int i = 0; i < seats; ++i) {
      people.push_back(&comes());
      finds(*people.back(), {{"seats", seats}, {"wait_s", 600}});
      if (i + 1 < seats) {
        t_.world.run_for(Time{1'100});
        EXPECT_EQ(people.front()->last_of("finding")["waiting"], i + 1);
      }
    }
    t_.world.run_for(Time{200});
    for (const SimClient* one : people) {
      EXPECT_TRUE(plays(*one)) << seats;
      EXPECT_EQ(one->room, people.front()->room);
      EXPECT_FALSE(one->token.empty());
      EXPECT_EQ(bots_at(*one), 0u);
    }
  }
  EXPECT_EQ(t_.world.fault, "");
}

TEST_F(Strangers, WEB_12_BotsFillTheTableWhenTheFirstHasWaitedLongEnough) {
  SimClient& ann = comes();
  SimClient& bob = comes();
  finds(ann, {{"seats", 4}, {"wait_s", 30}});
  finds(bob, {{"seats", 4}, {"wait_s", 10}});
  EXPECT_EQ(ann.last_of("finding")["waiting"], 2);
  EXPECT_EQ(ann.last_of("finding")["seats"], 4);
  t_.world.run_for(Time{9'800});
  EXPECT_FALSE(plays(ann)) << "nobody has waited long enough";
  t_.world.run_for(Time{500});
  EXPECT_TRUE(plays(ann) && plays(bob));
  EXPECT_EQ(ann.room, bob.room);
  EXPECT_EQ(bots_at(bob), 2u);
}

TEST_F(Strangers, WEB_12_WhoWantsToWaitForNobodyPlaysAtOnce) {
  SimClient& ann = comes();
  finds(ann, {{"seats", 3}, {"wait_s", 0}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(ann));
  EXPECT_EQ(bots_at(ann), 2u);
}

TEST_F(Strangers, WEB_12_OnlyTheSameRulesAndNumberSitTogether) {
  SimClient& ann = comes();
  SimClient& bob = comes();
  SimClient& cid = comes();
  finds(ann, {{"seats", 2}, {"wait_s", 60}});
  finds(bob, {{"seats", 3}, {"wait_s", 60}});
  finds(cid, {{"seats", 2}, {"preset", "family"}, {"wait_s", 60}});
  t_.world.run_for(Time{1'000});
  EXPECT_FALSE(plays(ann) || plays(bob) || plays(cid));
  SimClient& dan = comes();
  finds(dan, {{"seats", 2}, {"preset", "family"}, {"wait_s", 60}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(cid) && plays(dan));
  EXPECT_FALSE(plays(ann) || plays(bob));
  EXPECT_EQ(cid.lobby["settings"]["preset"], "family");
}

// A table that others accept is enough: nobody has to guess the same one of 128 combinations.
TEST_F(Strangers, WEB_12_TheyMeetInWhatAllOfThemAccept) {
  SimClient& ann = comes();
  SimClient& bob = comes();
  SimClient& cid = comes();
  finds(ann,
        {{"seats", 4}, {"wait_s", 60}, {"accept", {{"presets", {"family"}}, {"seats", {2, 3}}}}});
  finds(bob, {{"seats", 3}, {"preset", "srs"}, {"wait_s", 60}});
  t_.world.run_for(Time{1'200});
  EXPECT_FALSE(plays(ann) || plays(bob)) << "different rules";
  EXPECT_EQ(ann.last_of("finding")["seats"], 2) << "the table that lacks the fewest";
  finds(cid, {{"seats", 4},
              {"preset", "srs"},
              {"wait_s", 60},
              {"accept",
               {{"presets", {"family"}},
                {"expansions", PlainJson::array({PlainJson::array({"imploding"})})},
                {"seats", {3, 2}}}}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(ann) && plays(cid));
  EXPECT_EQ(ann.room, cid.room);
  EXPECT_EQ(ann.lobby["settings"]["preset"], "family");
  EXPECT_EQ(ann.lobby["settings"]["seats"], 2);
  EXPECT_EQ(ann.lobby["settings"]["expansions"], PlainJson::array());
  EXPECT_FALSE(plays(bob));
}

TEST_F(Strangers, WEB_12_WhoHasWaitedGetsTheTableWithTheFewestBots) {
  SimClient& ann = comes();
  SimClient& bob = comes();
  finds(ann, {{"seats", 5}, {"wait_s", 5}, {"accept", {{"seats", {3, 4}}}}});
  finds(bob, {{"seats", 5}, {"wait_s", 60}, {"accept", {{"seats", {3}}}}});
  t_.world.run_for(Time{5'300});
  EXPECT_TRUE(plays(ann) && plays(bob));
  EXPECT_EQ(ann.room, bob.room);
  EXPECT_EQ(ann.lobby["settings"]["seats"], 3);
  EXPECT_EQ(bots_at(bob), 1u);
}

// Clients from before `accept` name one combination, and old servers read no more than that.
TEST_F(Strangers, SHIP_3_AnOldClientMeetsANewOneInItsOnlyChoice) {
  SimClient& old_client = comes();
  SimClient& new_client = comes();
  finds(old_client, {{"seats", 3}, {"preset", "family"}, {"wait_s", 60}});
  finds(new_client,
        {{"seats", 2}, {"wait_s", 1}, {"accept", {{"presets", {"family"}}, {"seats", {3}}}}});
  t_.world.run_for(Time{1'300});
  EXPECT_TRUE(plays(old_client) && plays(new_client)) << "two of three, and no two of two";
  EXPECT_EQ(old_client.room, new_client.room);
}

TEST_F(Strangers, WEB_12_TablesThatCantBeAreLeftOut) {
  SimClient& ann = comes();
  finds(ann, {{"seats", 5},
              {"wait_s", 0},
              {"accept", {{"presets", {"family", "srs"}}, {"seats", {6, 6}}}}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(ann));
  EXPECT_EQ(ann.lobby["settings"]["seats"], 5);
  SimClient& eve = comes();
  finds(eve, {{"seats", 4}, {"wait_s", 60}, {"accept", {{"seats", {1}}}}});
  EXPECT_EQ(refusal(eve), "bad_message");
}

TEST_F(Strangers, WEB_12_WhoStopsOrLosesTheLineOrFindsAnotherRoomWaitsNoMore) {
  SimClient& ann = comes();
  SimClient& bob = comes();
  SimClient& cid = comes();
  SimClient& dan = comes();
  for (SimClient* one : {&ann, &bob, &cid}) finds(*one, {{"seats", 4}, {"wait_s", 60}});
  ann.say({{"t", "stop_finding"}});
  bob.disconnect();
  cid.say({{"t", "create"}, {"name", "Cid"}});
  t_.world.run_for(Time{5'100});
  finds(dan, {{"seats", 4}, {"wait_s", 1}});
  EXPECT_EQ(dan.last_of("finding")["waiting"], 1);
  t_.world.run_for(Time{1'500});
  EXPECT_TRUE(plays(dan));
  EXPECT_EQ(bots_at(dan), 3u);
  EXPECT_FALSE(plays(ann) || plays(cid));
  finds(ann, {{"seats", 4}, {"wait_s", 60}});
  finds(ann, {{"seats", 5}, {"wait_s", 60}});
  EXPECT_EQ(ann.last_of("finding")["seats"], 5) << "a second wish takes the place of the first";
}

TEST_F(Strangers, NET_5_WhoComesAndGoesDisturbsTheOthersOnceASecond) {
  SimClient& ann = comes();
  SimClient& eve = comes();
  const auto told = [](const SimClient& one) {
    return std::count_if(one.received.begin(), one.received.end(),
                         [](const PlainJson& message) { return message["t"] == "finding"; });
  };
  finds(ann, {{"seats", 4}, {"wait_s", 60}});
  t_.world.run_for(Time{2'000});
  const auto before = told(ann);
  for (int i = 0; i < 40; ++i) {
    finds(eve, {{"seats", 4}, {"wait_s", 60}});
    eve.say({{"t", "stop_finding"}});
    t_.world.run_for(Time{30});
  }
  EXPECT_EQ(told(eve), 40) << "who asks is answered";
  EXPECT_LE(told(ann), before + 4);
  t_.world.run_for(Time{2'000});
  EXPECT_EQ(ann.last_of("finding")["waiting"], 1) << "and in the end they know";
}

TEST_F(Strangers, WEB_12_NonsenseIsRefused) {
  SimClient& ann = comes();
  finds(ann, {{"seats", 4}, {"wait_s", 60}, {"name", "\u200b"}});
  EXPECT_EQ(refusal(ann), "bad_name");
  finds(ann, {{"seats", 9}, {"wait_s", 60}});
  EXPECT_EQ(refusal(ann), "bad_settings");
  finds(ann, {{"seats", 4}, {"wait_s", 601}});
  EXPECT_EQ(refusal(ann), "bad_message");
  EXPECT_EQ(t_.reason(0, {{"t", "find"}, {"name", "Ann"}, {"wait_s", 1}}), "already_in_room");
  t_.world.run_for(Time{2'000});
  EXPECT_TRUE(ann.last_of("finding").is_null());
}

TEST_F(Strangers, WEB_12_AnAddressWithAllItsRoomsOpensNoneButMaySitDown) {
  SimClient& poor = comes("poor");
  for (int i = 0; i < ServerLimits{}.rooms_per_address; ++i) {
    SimClient& one = comes("poor");
    one.say({{"t", "create"}, {"name", "P"}});
    t_.world.run_for(Time{20});
  }
  finds(poor, {{"seats", 2}, {"wait_s", 0}});
  t_.world.run_for(Time{200});
  EXPECT_EQ(refusal(poor), "too_many_rooms");
  SimClient& rich = comes("rich");
  finds(rich, {{"seats", 2}, {"wait_s", 60}});
  finds(poor, {{"seats", 2}, {"wait_s", 60}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(rich) && plays(poor));
}

TEST_F(Strangers, WEB_12_AnAddressWithoutBotsLeftIsNotLeftAtHalfATable) {
  const int tables = ServerLimits{}.bots_per_address / 5;
  for (int i = 0; i < tables; ++i) {
    SimClient& one = comes("poor");
    one.say({{"t", "create"},
             {"name", "P"},
             {"preset", "implosion"},
             {"expansions", {"imploding"}},
             {"seats", 6},
             {"bots", 5}});
    t_.world.run_for(Time{20});
  }
  SimClient& poor = comes("poor");
  finds(poor, {{"seats", 3}, {"wait_s", 0}});
  t_.world.run_for(Time{200});
  EXPECT_EQ(refusal(poor), "too_many_bots");
  EXPECT_TRUE(poor.last_of("joined").is_null());
  SimClient& rich = comes("rich");
  finds(rich, {{"seats", 3}, {"wait_s", 0}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(rich));
}

TEST_F(Strangers, LAD_1_OneAddressHasOneSeatUnlessAllAgree) {
  SimClient& ann = comes("203.0.113.9");
  SimClient& bob = comes("203.0.113.9");
  SimClient& cid = comes("198.51.100.1");
  finds(ann, {{"seats", 2}, {"wait_s", 60}});
  finds(bob, {{"seats", 2}, {"wait_s", 60}});
  t_.world.run_for(Time{1'000});
  EXPECT_FALSE(plays(ann) || plays(bob));
  finds(cid, {{"seats", 2}, {"wait_s", 60}});
  t_.world.run_for(Time{200});
  EXPECT_TRUE(plays(cid));
  EXPECT_NE(plays(ann), plays(bob));
  EXPECT_EQ(cid.lobby["settings"].value("matched", false), true);
  SimClient& dan = comes("192.0.2.1");
  SimClient& eve = comes("192.0.2.1");
  finds(dan, {{"seats", 3}, {"wait_s", 60}, {"together", true}});
  finds(eve, {{"seats", 3}, {"wait_s", 2}, {"together", true}});
  t_.world.run_for(Time{2'500});
  EXPECT_TRUE(plays(dan) && plays(eve));
  EXPECT_EQ(dan.room, eve.room);
  EXPECT_FALSE(dan.lobby["settings"].value("matched", false)) << "not rated";
}

TEST_F(Strangers, LAD_1_NobodyClaimsThatTheirOwnRoomCameFromTheQueue) {
  SimClient& eve = comes();
  eve.say({{"t", "create"}, {"name", "Eve"}, {"seats", 2}, {"matched", true}});
  t_.world.run_for(Time{100});
  EXPECT_FALSE(eve.lobby["settings"].value("matched", false));
}

// Seats are drawn: of eight players who wait, no pair is sure to meet.
TEST(TableQueueTest, LAD_1_SeatsAreDrawnAtRandomAmongThoseWhoWait) {
  SeededEntropy entropy(7);
  std::set<std::pair<SessionId, SessionId>> tables;
  for (int round = 0; round < 40; ++round) {
    TableQueue queue;
    for (SessionId id = 1; id <= 8; ++id) {
      Seeker one{.session = id, .address = "203.0.113." + std::to_string(id)};
      one.kinds = {{.seats = 2}};
      one.until = Time{1'000};
      queue.add(one);
    }
    const auto table = queue.take(Time{0}, entropy).people;
    ASSERT_EQ(table.size(), 2u);
    tables.emplace(table[0].session, table[1].session);
  }
  EXPECT_GE(tables.size(), 20u);
}

}  // namespace
}  // namespace nl
