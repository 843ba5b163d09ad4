// Tests of undisturbed tables: kicks that hold, limited and muted watchers, and presence messages
// at a limited rate.
#include <gtest/gtest.h>

#include "server/bench_table.h"

namespace nl {
namespace {

SimClient& from(TestTable& t, const std::string& address, const PlainJson& opening) {
  SimClient& client = t.add();
  client.address = address;
  client.open_with(opening);
  client.connect();
  t.world.run_for(Time{50});
  return client;
}
PlainJson to_join(const TestTable& t, const std::string& name) {
  return {{"t", "join"}, {"room", t.code()}, {"name", name}};
}
PlainJson to_watch(const TestTable& t) { return {{"t", "watch"}, {"room", t.code()}}; }
std::string reason_for(const SimClient& client) {
  const PlainJson refused = client.last_of("refused");
  return refused.is_null() ? "" : refused["reason"].get<std::string>();
}
// Number of messages of a type that a client has got.
std::size_t heard(const SimClient& client, const std::string& type) {
  return static_cast<std::size_t>(
      std::count_if(client.received.begin(), client.received.end(),
                    [&](const PlainJson& message) { return message["t"] == type; }));
}

TEST(Kicks, NET_1_AKickLastsOverNewConnectionsAndNames) {
  TestTable t(1, {{"seats", 4}});
  from(t, "203.0.113.9", to_join(t, "Eve"));
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_join(t, "Eva"))), "kicked");
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_watch(t))), "kicked");
  EXPECT_EQ(reason_for(from(t, "198.51.100.1", to_join(t, "Eve"))), "") << "another Eve";
}

TEST(Kicks, NET_1_AnAnswerInTheGameDoesNotHideTheAddress) {
  TestTable t(1, {{"seats", 2}, {"turn_s", 0}, {"rules", {{"first", "zero"}}}});
  SimClient& eve = from(t, "203.0.113.9", to_join(t, "Eve"));
  t.start();
  t.answers(0, "draw");
  t.world.run_for(Time{100});
  eve.answer(eve.last_of("question"), "draw");
  t.world.run_for(Time{100});
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_watch(t))), "kicked");
}

TEST(Kicks, NET_1_WhoSharesTheHostsAddressIsKnownByName) {
  TestTable t(1, {{"seats", 4}});
  t.join("Eve");
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(t.join("Eve").last_of("refused")["reason"], "kicked");
  EXPECT_EQ(reason_for(t.join("Bob")), "") << "the rest of the household may come";
}

TEST(Kicks, NET_1_AKickOutlivesTheServerAndTheRematch) {
  TestTable t(2, {{"seats", 4}});
  from(t, "203.0.113.9", to_join(t, "Eve"));
  t.says(0, {{"t", "kick"}, {"seat", 2}});
  t.start();
  t.says(1, {{"t", "forfeit"}});
  t.says(0, {{"t", "rematch"}});
  t.world.crash();
  t.world.restart();
  t[0].connect();
  t.world.run_for(Time{100});
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_join(t, "Eva"))), "kicked");
}

TEST(Kicks, NET_1_InAGameTheSeatIsABotsAndAllAreTold) {
  TestTable t(3, {{"turn_s", 0}});
  SimClient& watcher = t.watch();
  t.start();
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(t[1].last_of("left")["reason"], "kicked");
  for (const SimClient* client : {&t[0], &t[2], &watcher}) {
    EXPECT_EQ(client->lobby["players"][1]["bot"], "careful");
    EXPECT_EQ(client->lobby["players"][1]["name"], "P1") << "it is said whose seat it was";
  }
  EXPECT_EQ(t.reason(1, {{"t", "resume"}, {"room", t.code()}, {"token", t[1].token}}), "bad_token");
}

TEST(Kicks, NET_1_OneWhoIsAwayWhenKickedDoesNotComeBackEither) {
  TestTable t(1, {{"seats", 4}});
  from(t, "203.0.113.9", to_join(t, "Eve")).disconnect();
  t.world.run_for(Time{50});
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(t[0].lobby["players"].size(), 1u);
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_join(t, "Eva"))), "kicked");
}

TEST(Kicks, NET_1_OneWhoWasNotSeenSinceTheStartIsKnownByName) {
  TestTable t(1, {{"seats", 4}});
  from(t, "203.0.113.9", to_join(t, "Eve"));
  t.world.crash();
  t.world.restart();
  t[0].connect();
  t.world.run_for(Time{100});
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_join(t, "Eve"))), "kicked");
}

TEST(Kicks, NET_1_ANameThatLooksTheSameIsTheSame) {
  TestTable t(1, {{"seats", 4}});
  t.join("Ian");
  t.join("Ian");
  t.says(0, {{"t", "kick"}, {"seat", 2}});
  EXPECT_EQ(reason_for(t.join("Ian")), "kicked") << "the second one of this name was sent away";
  EXPECT_EQ(reason_for(t.join("lan")), "kicked");
  EXPECT_EQ(reason_for(t.join("Ian 2")), "kicked");
  EXPECT_EQ(reason_for(t.join("Bob")), "");
}

// As `admin kick` gives it.
void operator_kicks(TestTable& t, Seat seat) {
  t.world.core().order(t.room().id(), OperatorOrder::Kick, seat, t.world.now());
  t.world.run_for(Time{50});
}

TEST(Kicks, NET_1_AnOperatorsKickLastsAsAHostsDoes) {
  TestTable t(1, {{"seats", 4}});
  SimClient& eve = from(t, "203.0.113.9", to_join(t, "Eve"));
  t.join("Fay");
  operator_kicks(t, 1);
  EXPECT_EQ(eve.last_of("left")["reason"], "kicked");
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_join(t, "Eva"))), "kicked");
  operator_kicks(t, 1);
  EXPECT_EQ(reason_for(t.join("Fay")), "kicked");
  EXPECT_EQ(reason_for(t.join("Bob")), "") << "who shares the host's address may come";
}

TEST(Kicks, NET_1_AnOperatorKicksTheHostForGood) {
  TestTable t(1, {{"seats", 4}});
  from(t, "203.0.113.9", to_join(t, "Eve"));
  t.says(0, {{"t", "hand_over"}, {"seat", 1}});
  operator_kicks(t, 1);
  EXPECT_EQ(t[0].lobby["host"], 0);
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_join(t, "Eva"))), "kicked");
}

TEST(Watchers, NET_5_OneAtTheHostsAddressDoesNotComeBackToWatch) {
  TestTable t(1, {{"seats", 4}});
  SimClient& eve = t.watch();
  SimClient& fay = t.watch();
  t.says(0, {{"t", "kick"}, {"watcher", 1}});
  EXPECT_EQ(eve.last_of("left")["reason"], "kicked");
  EXPECT_TRUE(fay.last_of("left").is_null()) << "who watches goes on";
  EXPECT_EQ(reason_for(t.watch()), "kicked");
  t.world.crash();
  t.world.restart();
  t[0].connect();
  t.world.run_for(Time{100});
  EXPECT_EQ(reason_for(t.watch()), "kicked") << "after a restart, too";
  EXPECT_EQ(reason_for(from(t, "198.51.100.1", to_watch(t))), "") << "others may watch";
  EXPECT_EQ(reason_for(t.join("Bob")), "") << "and the household may sit down";
}

TEST(Watchers, NET_5_TheHostRemovesOne) {
  TestTable t(2);
  SimClient& eve = from(t, "203.0.113.9", to_watch(t));
  SimClient& fay = from(t, "198.51.100.1", to_watch(t));
  t.world.run_for(Time{1'100});
  EXPECT_EQ(t[0].lobby["watching"], PlainJson({1, 2}));
  EXPECT_EQ(t.reason(1, {{"t", "kick"}, {"watcher", 1}}), "not_host");
  EXPECT_EQ(t.reason(0, {{"t", "kick"}, {"watcher", 9}}), "unknown_seat");
  EXPECT_EQ(t.reason(0, {{"t", "kick"}, {"watcher", 1}}), "");
  EXPECT_EQ(eve.last_of("left")["reason"], "kicked");
  EXPECT_TRUE(fay.last_of("left").is_null());
  EXPECT_EQ(reason_for(from(t, "203.0.113.9", to_watch(t))), "kicked");
  t.world.run_for(Time{1'100});
  EXPECT_EQ(t[0].lobby["watching"], PlainJson({2}));
}

TEST(Watchers, NET_5_TheHostMutesThem) {
  TestTable t(2);
  SimClient& eve = t.watch();
  t.says(2, {{"t", "chat"}, {"text", "he has a Nope"}});
  EXPECT_EQ(t[1].last_of("chat")["watcher"], 1) << "it is said which of them talks";
  t.says(0, {{"t", "watchers"}, {"most", 5}, {"chat", false}});
  EXPECT_EQ(eve.lobby["muted"], true);
  EXPECT_EQ(t.reason(2, {{"t", "chat"}, {"text", "he has a Nope"}}), "muted");
  EXPECT_EQ(heard(t[1], "chat"), 1u);
  EXPECT_EQ(t.reason(1, {{"t", "chat"}, {"text", "I have none"}}), "") << "players talk on";
  t.says(0, {{"t", "watchers"}, {"most", 5}, {"chat", true}});
  EXPECT_EQ(t.reason(2, {{"t", "chat"}, {"text", "hello"}}), "");
}

TEST(Watchers, NET_5_TheHostSaysHowMany) {
  TestTable t(2);
  SimClient& first = t.watch();
  SimClient& second = t.watch();
  EXPECT_EQ(t.reason(1, {{"t", "watchers"}, {"most", 0}}), "not_host");
  t.says(0, {{"t", "watchers"}, {"most", 1}, {"chat", true}});
  EXPECT_TRUE(first.last_of("left").is_null());
  EXPECT_EQ(second.last_of("left")["reason"], "kicked");
  EXPECT_EQ(reason_for(t.watch()), "room_full");
  t.says(0, {{"t", "watchers"}, {"most", 0}, {"chat", true}});
  EXPECT_EQ(first.last_of("left")["reason"], "kicked");
  EXPECT_EQ(t[1].lobby["watchers"], 0);
}

TEST(Watchers, NET_5_WhatTheHostWantsOfThemOutlivesTheServerAndTheRematch) {
  TestTable t(2, {{"seats", 4}});
  t.says(0, {{"t", "watchers"}, {"most", 1}, {"chat", false}});
  const auto still_so = [&](const std::string& when) {
    t.world.crash();
    t.world.restart();
    t[0].connect();
    t[1].connect();
    t.world.run_for(Time{1'100});
    EXPECT_EQ(t[0].lobby["muted"], true) << when;
    EXPECT_EQ(t[0].lobby["most_watchers"], 1) << when;
  };
  still_so("in the lobby");
  t.start();
  t.says(1, {{"t", "forfeit"}});
  t.says(0, {{"t", "rematch"}});
  still_so("after a rematch, which cuts the history");
  EXPECT_EQ(reason_for(t.watch()), "");
  EXPECT_EQ(t.reason(2, {{"t", "chat"}, {"text", "hello"}}), "muted");
  EXPECT_EQ(reason_for(t.watch()), "room_full");
  t.says(0, {{"t", "watchers"}, {"most", 100'000}, {"chat", true}});
  EXPECT_FALSE(t[0].lobby.contains("most_watchers"));
  EXPECT_FALSE(t[0].lobby.contains("muted"));
}

TEST(Peace, NET_5_ASyncIsAnsweredToItsSenderAlone) {
  TestTable t(2);
  SimClient& eve = t.watch();
  t.start();
  t.world.run_for(Time{2'000});
  const std::size_t before = t[0].received.size() + t[1].received.size();
  const std::size_t rooms = heard(eve, "room");
  for (int i = 0; i < 30; ++i) eve.say({{"t", "sync"}});
  t.world.run_for(Time{500});
  EXPECT_EQ(t[0].received.size() + t[1].received.size(), before);
  EXPECT_EQ(heard(eve, "room"), rooms + 30);
  EXPECT_GE(heard(eve, "view"), 30u);
}

TEST(Peace, NET_5_WhoComesAndGoesDisturbsTheOthersOnceASecond) {
  TestTable t(2);
  t.world.run_for(Time{2'000});
  SimClient& eve = t.add();
  eve.connect();
  t.world.run_for(Time{50});
  const std::size_t before = heard(t[0], "room");
  for (int i = 0; i < 40; ++i) {
    eve.say(to_watch(t));
    t.world.run_for(Time{50});
    eve.say({{"t", "leave"}});
    t.world.run_for(Time{50});
  }
  EXPECT_GE(heard(eve, "joined"), 20u);
  EXPECT_LE(heard(t[0], "room"), before + 6);
  t.world.run_for(Time{2'000});
  EXPECT_EQ(t[0].lobby["watchers"], 0) << "and in the end they know";
}

TEST(Peace, NET_5_APlayerWhoseLineFlapsDoesNeither) {
  TestTable t(3);
  t.start();
  t.world.run_for(Time{2'000});
  const std::size_t before = heard(t[0], "room");
  for (int i = 0; i < 20; ++i) {
    SimClient& again = t.add();
    again.open_with({{"t", "resume"}, {"room", t.code()}, {"token", t[2].token}});
    again.connect();
    t.world.run_for(Time{100});
  }
  EXPECT_LE(heard(t[0], "room"), before + 5);
}

TEST(Peace, NET_5_AHostWhoChangesTheRoomAllTheTimeIsSlowedDown) {
  TestTable t(2, {{"seats", 4}});
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    refused += t.reason(0, {{"t", "hand_over"}, {"seat", 0}}) == "too_fast";
  }
  EXPECT_GT(refused, 5);
}

// ---- what can be seen on the line ---------------------------------------------------------------

TEST(Sizes, NET_5_PaddedMessagesHaveAFewSizesAndSayTheSame) {
  WorldOptions options = quick_world();
  options.limits.padded = true;
  TestTable t(2, TestTable::rich(), options);
  std::set<std::size_t> sizes;
  std::set<std::string> types;
  t.world.on_sent = [&](const SimWorld::Sent& sent) {
    sizes.insert(sent.text.size());
    types.insert(PlainJson::parse(sent.text)["t"]);
  };
  t.start();
  for (int i = 0; i < 40 && !t.game().over(); ++i) {
    for (Seat seat = 0; seat < 2; ++seat) {
      if (holds(t.game().acting_seats(), seat)) {
        const PlainJson question = t[seat].last_of("question");
        t.answers(seat, question["legal"][0]);
      }
    }
    t.world.run_for(Time{500});
  }
  EXPECT_TRUE(types.contains("events"));
  EXPECT_TRUE(types.contains("question"));
  for (const std::size_t size : sizes)
    EXPECT_TRUE(size == 1'024 || size == 4'096 || size % 16'384 == 0) << size;
  EXPECT_LE(sizes.size(), 3u);
  EXPECT_EQ(t.world.fault, "");
}

// The message that tells a drawn card to its player has the same size for all cards.
TEST(Sizes, NET_5_TheDrawnCardIsNotToBeReadFromASize) {
  std::map<std::string, std::set<std::size_t>> sizes;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    WorldOptions options = quick_world();
    options.limits.padded = true;
    TestTable t(2, {{"turn_s", 0}, {"rules", {{"first", "zero"}}}}, options, seed);
    t.start();
    const SessionId own = t[0].session();
    t.world.on_sent = [&](const SimWorld::Sent& sent) {
      const PlainJson message = PlainJson::parse(sent.text);
      if (sent.to != own || message["t"] != "events") return;
      for (const PlainJson& event : message["events"]) {
        if (event["kind"] != "drew" || event["secret"].empty()) continue;
        sizes[event["secret"][0]].insert(sent.text.size());
      }
    };
    t.answers(0, "draw");
  }
  std::set<std::size_t> all;
  for (const auto& [card, of_card] : sizes) all.insert(of_card.begin(), of_card.end());
  EXPECT_GT(sizes.size(), 4u) << "cards of several names were drawn";
  EXPECT_EQ(all.size(), 1u);
}

}  // namespace
}  // namespace nl
