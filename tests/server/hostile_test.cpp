// Tests with hostile or broken clients: the server refuses or disconnects each, and nobody else
// notices.
#include <gtest/gtest.h>

#include "names/names.h"
#include "protocol/request.h"
#include "server/bench_table.h"
#include "server/voided_game.h"

namespace nl {
namespace {

TEST(Hostile, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  const std::vector<std::string> nonsense = {
      "",
      "{",
      "nonsense",
      "null",
      "[]",
      "7",
      "\"hello\"",
      "{}",
      R"({"t":null})",
      R"({"t":{"t":"start"}})",
      R"({"t":"no_such_type"})",
      R"({"t":"answer"})",
      R"({"t":"answer","game":1,"decision":-1,"action":"draw"})",
      R"({"t":"answer","game":1,"decision":1.5,"action":"draw"})",
      R"({"t":"answer","game":1,"decision":1e400,"action":"draw"})",
      R"({"t":"answer","game":1,"decision":18446744073709551615,"action":"draw"})",
      R"({"t":"answer","game":1,"decision":1,"action":["draw"]})",
      R"({"t":"kick","seat":255})",
      R"({"t":"kick","seat":"0"})",
      R"({"t":"hello","version":"1"})",
      R"({"t":"reveal","share":"zz"})",
      R"({"t":"commit","commitment":"00"})",
      R"({"t":"join","room":"x","name":7})",
      "{\"t\":\"chat\",\"text\":\"\xff\xfe\"}",
      std::string("{\"t\":\"chat\"\0}", 13),
      std::string(4'000, '['),
      std::string(4'000, '{'),
      "{\"t\":\"chat\",\"text\":\"" + std::string(2'000, 'a') + "\"}",
  };
  TestTable t(2, TestTable::rich());
  t.start();
  const auto record = t.game().record();
  for (const std::string& bytes : nonsense) {
    SimClient& client = t.add();
    client.connect();
    client.say_bytes(bytes);
    t.world.run_for(Time{50});
    EXPECT_EQ(client.last_of("refused")["reason"], "bad_message") << bytes.substr(0, 80);
    client.disconnect();
  }
  EXPECT_EQ(t.game().record(), record);
  EXPECT_EQ(t.world.fault, "");
}

TEST(Hostile, AHugeMessageCutsTheConnection) {
  TestTable t(2);
  t[1].say_bytes("{\"t\":\"chat\",\"text\":\"" + std::string(9'000, 'x') + "\"}");
  t.world.run_for(Time{200});
  EXPECT_EQ(t[1].closed_for, "too_large");
  EXPECT_TRUE(t[0].connected());
}

TEST(Hostile, AFloodIsSlowedAndThenCut) {
  TestTable t(2);
  for (int i = 0; i < 500; ++i) t[1].say({{"t", "list"}});
  t.world.run_for(Time{200});
  EXPECT_EQ(t[1].closed_for, "strikes");
  std::size_t answers = 0;
  for (const auto& message : t[1].received) answers += message["t"] == "rooms";
  EXPECT_LE(answers, 70u) << "the burst and no more";
  EXPECT_EQ(t.reason(0, {{"t", "list"}}), "") << "others are served";
}

TEST(Hostile, ASlowReaderIsCutAndComesBackToAWholeView) {
  WorldOptions options = quick_world();
  options.limits.outbound_bytes = 15'000;
  PlainJson create = TestTable::rich();
  create["window_ms"] = 500;
  create["turn_s"] = 1;
  create["rules"]["copies.nope"] = 15;
  create["rules"]["copies.skip"] = 30;
  TestTable t(3, create, options);
  t.start();
  const SessionId slow = t[2].session();
  t.world.stop_reading(slow, true);
  for (int i = 0; i < 600 && t[2].closed_for.empty() && !t.game().over(); ++i) {
    t.world.run_for(Time{1'000});
  }
  ASSERT_EQ(t[2].closed_for, "slow");
  t[2].connect();
  t.world.run_for(Time{200});
  EXPECT_EQ(t[2].last, static_cast<int>(t.game().events(2).size()));
  EXPECT_EQ(t.world.fault, "");
}

TEST(Hostile, WithoutAHelloNothingIsDone) {
  TestTable t(1, {{"seats", 3}});
  const SessionId id = t.world.connect(&t[0], 1);
  std::vector<std::string> heard;
  t.world.on_sent = [&](const SimWorld::Sent& sent) {
    if (sent.to == id) heard.push_back(sent.text);
  };
  t.world.to_server(id, R"({"t":"list","id":4})");
  t.world.to_server(id, R"({"t":"hello","version":999})");
  t.world.run_for(Time{50});
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_EQ(
      heard[0],
      R"({"t":"refused","re":"list","id":4,"reason":"hello_first","key":"ui/net_hello_first"})");
  EXPECT_NE(heard[1].find("bad_version"), std::string::npos);
}

// Two hundred names made of what terminals, browsers and logs trip over.
std::vector<std::string> hostile_names() {
  const std::vector<std::string> parts = {
      "\x1b[31m",
      "\x1b]0;title\x07",
      "\x1bP1$r\x1b\\",
      "<script>alert(1)</script>",
      "\u202e",
      "\u2066",
      "\u200b",
      "\ufeff",
      "\r\n",
      "\t",
      "\x01\x02\x7f",
      "\xc2\x9b"
      "31m",
      "\xff\xfe",
      "\xc0\xaf",
      "\xed\xa0\x80",
      "\u0301\u0301\u0301\u0301",
      "'; DROP TABLE rooms;--",
      "{name}",
      "%s%n",
      "\u3164",
  };
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < 10; ++k) {
      const std::string& other = parts[(i + k * 7 + 1) % parts.size()];
      names.push_back(k % 2 == 0 ? parts[i] + "Eve" + other : "김" + parts[i] + other + "z");
    }
  }
  return names;
}

TEST(Hostile, TwoHundredNamesAreHarmlessInEveryMessageAndEntry) {
  const auto names = hostile_names();
  ASSERT_GE(names.size(), 200u);
  for (const std::string& name : names) {
    const std::string clean = clean_name(name);
    for (const char c : clean) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << name;
    }
    EXPECT_LE(columns_of(clean), kMaxNameColumns);
    EXPECT_EQ(clean_name(clean), clean) << name;
    for (const char* bad : {"\u202e", "\u2066", "\u200b", "\ufeff", "\xc2\x9b"}) {
      EXPECT_EQ(clean.find(bad), std::string::npos) << name;
    }
  }
  TestTable t(1, {{"seats", 5}});
  for (std::size_t i = 0; i < names.size(); i += 20) {
    SimClient& client = t.add();
    const std::string utf8 = Json(names[i]).dump(-1, ' ', true, Json::error_handler_t::replace);
    client.connect();
    client.say_bytes(R"({"t":"join","room":")" + t.code() + R"(","name":)" + utf8 + "}");
    t.world.run_for(Time{50});
    client.say({{"t", "leave"}});
    t.world.run_for(Time{50});
  }
  EXPECT_EQ(t.world.fault, "");
}

// Bytes with a bit flipped or cut off anywhere: no crash, and what is taken is a known type.
TEST(Hostile, DamagedMessagesAreReadOrRefused) {
  const std::vector<std::string> good = {
      R"({"t":"answer","game":1,"decision":7,"action":"play favor"})",
      R"({"t":"create","name":"x","preset":"srs","rules":{"hand":3},"seats":3,"bots":1})",
      R"({"t":"resume","room":"abcdefghjk","token":"00","game":1,"last":3})"};
  Dice dice(5);
  for (int i = 0; i < in_builds(200'000, 5'000); ++i) {
    std::string bytes = good[static_cast<std::size_t>(i) % good.size()];
    for (int flips = 1 + dice.below(3); flips > 0; --flips) {
      char& c = bytes[static_cast<std::size_t>(dice.below(static_cast<int>(bytes.size())))];
      c = static_cast<char>(c ^ (1 << dice.below(8)));
    }
    if (dice.once_in(4))
      bytes.resize(static_cast<std::size_t>(dice.below(static_cast<int>(bytes.size()))));
    const ParsedRequest parsed = parse_request(bytes);
    EXPECT_TRUE(!parsed.request || !parsed.type.empty());
  }
}

TEST(Hostile, DamagedEntriesAreNoticed) {
  TestTable t(2, TestTable::rich());
  t.start();
  for (int i = 0; i < 6; ++i) {
    const PlainJson question = t[t.game().next_asked()].last_of("question");
    t.answers(t.game().next_asked(), question["legal"][0]);
  }
  const StoredRoom whole{t.room().id(), 0, t.world.log(t.room().id())};
  SeededEntropy entropy(9);
  SimWorld quiet(9, quick_world());
  for (std::size_t i = 0; i < whole.entries.size(); ++i) {
    StoredRoom damaged = whole;
    damaged.entries[i].state[3] ^= 1;
    ServerCore core(quiet, entropy);
    EXPECT_THROW(core.restore(damaged, Time{5}), RoomFault) << "entry " << i;
    damaged = whole;
    damaged.entries[i].data = damaged.entries[i].data.substr(1);
    EXPECT_THROW(core.restore(damaged, Time{5}), RoomFault) << "entry " << i;
    EXPECT_EQ(core.rooms(), 0u);
  }
  ServerCore core(quiet, entropy);
  core.restore(whole, Time{5});
  EXPECT_EQ(core.rooms(), 1u);
}

TEST(Hostile, AVoidedGameTellsItsSeedAndTheEngineToCheckItWith) {
  TestTable t(2, TestTable::rich());
  t.start();
  const StoredRoom room{t.room().id(), 0xC0FFEE, t.world.log(t.room().id())};
  const PlainJson note = PlainJson::parse(voided_game_report(room, "it went another way"));
  EXPECT_EQ(note["engine"], "0000000000c0ffee");
  EXPECT_EQ(note["voided"], "it went another way");
  EXPECT_EQ(note["room"], room_code(room.id));
  EXPECT_EQ(note["joined"].size(), 2u);
  ASSERT_EQ(note["games"].size(), 1u);
  EXPECT_EQ(note["games"][0]["seed"].get<std::string>().size(), 64u);
}

}  // namespace
}  // namespace nl
