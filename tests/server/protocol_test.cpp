// Tests of every message type: requests parse as documented, server messages fit the schema.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "protocol/request.h"
#include "server/bench_table.h"
#include "server/room_event.h"

namespace nl {
namespace {

std::vector<std::string> client_examples() {
  std::ifstream in(std::string(NINELIVES_SOURCE_DIR) + "/docs/reference/protocol.md");
  std::vector<std::string> lines;
  bool client = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) client = line == "## From the client";
    if (client && line.starts_with("{")) lines.push_back(line);
  }
  return lines;
}

TEST(Protocol, EveryDocumentedRequestIsReadAndFitsTheSchema) {
  std::set<std::string> types;
  for (const std::string& line : client_examples()) {
    const ParsedRequest parsed = parse_request(line);
    ASSERT_TRUE(parsed.request) << line << ": " << parsed.field;
    EXPECT_EQ(Schema::protocol().fault("client", PlainJson::parse(line)), "") << line;
    types.insert(parsed.type);
  }
  EXPECT_EQ(types.size(), std::variant_size_v<Request>);
}

TEST(Protocol, ARequestWithAFieldMissingNamesIt) {
  for (const std::string& line : client_examples()) {
    const PlainJson whole = PlainJson::parse(line);
    for (const auto& [key, value] : whole.items()) {
      PlainJson part = whole;
      part.erase(key);
      const ParsedRequest parsed = parse_request(part.dump());
      EXPECT_TRUE(parsed.request || parsed.field == key) << line << " " << parsed.field;
      part = whole;
      part[key] = PlainJson::array({1});
      // Settings are checked when the room is made.
      const bool settings =
          whole["t"] == "create" || whole["t"] == "settings" || whole["t"] == "find";
      EXPECT_TRUE(key == "id" || !parse_request(part.dump()).request || settings)
          << line << " " << key;
    }
  }
}

TEST(Protocol, NET_3_EveryMessageOfTheServerIsSeenAndFitsTheSchema) {
  std::set<std::string> types;
  TestTable t(1, {{"seats", 2}, {"listed", true}, {"turn_s", 5}, {"rules", {{"copies.skip", 40}}}});
  t.world.on_sent = [&](const SimWorld::Sent& sent) {
    types.insert(PlainJson::parse(sent.text)["t"]);
  };
  SimClient& fair = t.add({.delay_ms = 1, .comes_back = false});
  fair.open_with({{"t", "join"}, {"room", t.code()}, {"name", "Fay"}});
  fair.connect();
  t.world.run_for(Time{50});
  t.says(0, {{"t", "ping"}, {"id", 3}});
  t.says(0, {{"t", "list"}});
  t.says(0, {{"t", "chat"}, {"text", "hi"}});
  t.says(0, {{"t", "emote"}, {"emote", "nice"}});
  t.add().connect();
  t.says(2, {{"t", "find"}, {"name", "Cid"}, {"wait_s", 600}});
  t.says(1, {{"t", "start"}});
  t.start();
  t.play_when_held("skip");
  t.world.run_for(Time{3'100});
  t.says(1, {{"t", "forfeit"}});
  t.says(0, {{"t", "leave"}});
  TestTable open(2);
  open.world.on_sent = t.world.on_sent;
  open.watch();
  for (std::size_t seat : {0u, 1u}) open.says(seat, {{"t", "open_hands"}, {"on", true}});
  open.start();
  open.play_when_held("");
  TestTable practice(1, {{"bots", 1}, {"practice", true}, {"rules", {{"first", "zero"}}}});
  practice.world.on_sent = t.world.on_sent;
  practice.start();
  practice.says(0, {{"t", "hint"}});
  TestTable slow(2, {{"hours", 1}});
  slow.world.on_sent = t.world.on_sent;
  slow.start();
  slow.world.run_for(Time{3'700'000});
  const PlainJson seat = {{"room", slow.code()}, {"token", slow[0].token}};
  slow.says(0, {{"t", "tables"}, {"seats", PlainJson::array({seat})}});
  const std::set<std::string> all = {
      "welcome", "pong",     "rooms",   "joined", "room",   "fair",   "view", "events",
      "window",  "question", "refused", "chat",   "over",   "record", "left", "hint",
      "emote",   "finding",  "hands",   "clock",  "tables", "timeout"};
  EXPECT_EQ(types, all);
  EXPECT_EQ(t.world.fault, "");
  EXPECT_EQ(practice.world.fault, "");
  EXPECT_EQ(slow.world.fault, "");
}

// Each with its bytes as version 0.9.0 stored them.
std::vector<std::pair<StoredChange, std::string>> one_of_each_event() {
  using namespace stored;
  const std::string zeros(64, '0');
  const Bytes32 bytes{0xAB};
  const std::string hex = "ab" + std::string(62, '0');
  RoomSettings settings;
  settings.house_rules["hand"] = "3";
  const std::string written =
      R"({"preset":"official","expansions":[],"seats":5,"window_ms":3000,"turn_s":60,)"
      R"("listed":false,"practice":false,"rules":{"hand":"3"}})";
  const PushTarget push{"https://a", "B", "C"};
  const std::string pushed = R"("push":{"endpoint":"https://a","p256dh":"B","auth":"C"})";
  const CarriedRoom room{
      .events = 9,
      .games = 2,
      .host = 1,
      .players = {{.name = "Ann", .token = bytes, .push = push, .ladder = bytes, .auto_pass = true},
                  {.name = "Careful", .bot = "careful"}},
      .banned = {bytes},
      .watchers = {.most = 4, .muted = true},
      .open = 5,
      .webhook = "https://b"};
  const auto line = [](const std::string& kind, const std::string& fields) {
    return R"({"k":")" + kind + R"(","at":77)" + (fields.empty() ? "" : "," + fields) + "}";
  };
  return {
      {Created{settings}, line("created", R"("settings":)" + written)},
      {Joined{"김\"\\x", bytes}, line("joined", R"("text":"김\"\\x","v":")" + hex + '"')},
      {BotAdded{"careful"}, line("bot", R"("text":"careful")")},
      {Removed{3}, line("removed", R"("s":3)")},
      {HostChanged{1}, line("host", R"("s":1)")},
      {Started{bytes, {4}, "{}"}, line("started", R"("v":")" + hex + R"(","game":"04)" +
                                                      std::string(30, '0') + R"(","header":"{}")")},
      {Committed{2, bytes}, line("committed", R"("s":2,"v":")" + hex + '"')},
      {CommitsClosed{}, line("commits_closed", "")},
      {Revealed{2, bytes}, line("revealed", R"("s":2,"v":")" + hex + '"')},
      {Dealt{}, line("dealt", "")},
      {Answered{3, make_action(7), AnsweredBy::StandIn}, line("answer", R"("s":3,"a":7,"by":2)")},
      {Expired{}, line("expired", "")},
      {Forfeited{3}, line("forfeit", R"("s":3)")},
      {Replaced{3}, line("replaced", R"("s":3)")},
      {Rematch{}, line("rematch", "")},
      {Closed{}, line("closed", "")},
      {Carried{settings, room},
       line("carried",
            R"("settings":)" + written + R"(,"events":9,"games":2,"host":1,"players":[)" +
                R"({"name":"Ann","bot":"","v":")" + hex + R"(",)" + pushed +
                R"(,"auto_pass":true,"ladder":")" + hex + R"("},)" +
                R"({"name":"Careful","bot":"careful","v":")" + zeros + R"("}],"banned":[")" + hex +
                R"("],"most":4,"muted":true,"open":5,"webhook":"https://b")")},
      {Kept{{"{}", "[]"}}, line("kept", R"("lines":["{}","[]"])")},
      {Banned{bytes}, line("banned", R"("v":")" + hex + '"')},
      {stored::Watched{{.most = 0, .muted = true}}, line("watched", R"("most":0,"muted":true)")},
      {Changed{settings}, line("changed", R"("settings":)" + written)},
      {HandOpened{3}, line("open", R"("s":3)")},
      {HandClosed{3}, line("shut", R"("s":3)")},
      {Hooked{"https://b"}, line("hooked", R"("text":"https://b")")},
      {Subscribed{3, push}, line("subscribed", R"("s":3,)" + pushed)},
      {Laddered{3, bytes}, line("laddered", R"("s":3,"v":")" + hex + '"')},
      {AutoPass{3, true}, line("autopass", R"("s":3,"on":true)")},
      {CameBack{3}, line("back", R"("s":3)")},
      {PlaysOn{{"0123456789abcdef", 7, {"{}", "[]"}}},
       line("plays_on", R"("origin":{"game":"0123456789abcdef","step":7,"lines":["{}","[]"]})")},
  };
}

TEST(Protocol, StoredEventsAreReadAsTheyWereWritten) {
  const auto all = one_of_each_event();
  ASSERT_EQ(all.size(), std::variant_size_v<StoredChange>);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].first.index(), i) << "one of each, in order";
    const RoomEvent event{Time{77}, all[i].first};
    EXPECT_EQ(stored_text(event), all[i].second) << "the bytes never change";
    EXPECT_EQ(parse_stored(all[i].second), event) << all[i].second;
  }
}

TEST(Protocol, WhatIsNoStoredEventIsNone) {
  for (const auto& [change, text] : one_of_each_event()) {
    const PlainJson whole = PlainJson::parse(text);
    const std::set<std::string> may_be_missing = {"push", "most", "muted", "open", "webhook", "on"};
    for (const auto& [key, value] : whole.items()) {
      PlainJson part = whole;
      part.erase(key);
      EXPECT_EQ(parse_stored(part.dump()).has_value(), may_be_missing.contains(key))
          << key << " of " << text;
      part[key] = nullptr;
      EXPECT_FALSE(parse_stored(part.dump())) << key << " of " << text;
    }
  }
}

}  // namespace
}  // namespace nl
