// Every type of message: those of clients are read as the page describes them, those of the server
// are all seen and fit the schema.
// Requirements: NET-3
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "protocol/request.h"
#include "server/bench_table.h"
#include "server/room_event.h"

namespace nl {
namespace {

std::vector<std::string> client_examples() {
  std::ifstream in(std::string(NINELIVES_SOURCE_DIR) + "/docs/protocol.md");
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

TEST(Protocol, StoredEventsAreReadAsTheyWereWritten) {
  RoomEvent event{
      .at = Time{77}, .seat = 3, .action = play(Card::Favor), .by = AnsweredBy::StandIn};
  event.text = "김\"\\x";
  event.value[5] = 9;
  event.game[2] = 4;
  event.settings.house_rules["hand"] = "3";
  event.carried.open = 5;
  event.on = true;
  for (int kind = 0; kind <= static_cast<int>(RoomEventKind::CameBack); ++kind) {
    event.kind = static_cast<RoomEventKind>(kind);
    const auto read = parse_stored(stored_text(event));
    ASSERT_TRUE(read) << kind;
    EXPECT_EQ(read->kind, event.kind);
    EXPECT_EQ(read->at, event.at);
    EXPECT_EQ(stored_text(*read), stored_text(event));
  }
}

}  // namespace
}  // namespace nl
