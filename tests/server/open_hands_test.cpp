// Tests of delayed hands for watchers.
#include <gtest/gtest.h>

#include "game/open_cards.h"
#include "protocol/fields.h"
#include "server/bench_table.h"

namespace nl {
namespace {

const PlainJson kOpen = {{"t", "open_hands"}, {"on", true}};
const PlainJson kShut = {{"t", "open_hands"}, {"on", false}};

PlainJson quick() { return {{"window_ms", 500}, {"rules", {{"first", "zero"}}}}; }

std::vector<std::string> heard_of(const SimClient& client, const std::string& type) {
  std::vector<std::string> found;
  for (const PlainJson& message : client.received) {
    if (message["t"] == type) found.push_back(message.dump());
  }
  return found;
}

PlainJson hands_now(const TestTable& t) {
  PlainJson hands = PlainJson::array();
  for (Seat seat = 0; seat < t.game().seats(); ++seat) {
    hands.push_back(PlainJson::parse(counts_json(t.game().view(seat).hand).dump()));
  }
  return hands;
}

int turns(const TestTable& t) {
  int count = 0;
  for (const Event& event : t.game().events(kWatcher)) {
    count += event.kind == EventKind::TurnStarted ? 1 : 0;
  }
  return count;
}

// The first answer there is, until another turn has begun or all is over.
void play_a_turn(TestTable& t) {
  const int before = turns(t);
  while (!t.game().over() && turns(t) == before) {
    const Seat seat = t.game().next_asked();
    const PlainJson legal = t[seat].last_of("question")["legal"];
    t.answers(seat, TestTable::has(legal, "draw") ? "draw" : legal[0].get<std::string>());
  }
}

// State at each turn's begin, by its number; all of it as the truth has it.
std::vector<PlainJson> play_to_the_end(TestTable& t) {
  std::vector<PlainJson> began = {nullptr, hands_now(t)};
  while (!t.game().over()) {
    play_a_turn(t);
    if (!t.game().over()) began.push_back(hands_now(t));
  }
  return began;
}

TEST(OpenHands, NET_5_WhereAllAgreeAWatcherSeesThemAsTheyWereATurnBefore) {
  TestTable t(3, quick());
  SimClient& eve = t.watch();
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(t.reason(i, kOpen), "");
  EXPECT_EQ(eve.lobby["open"], PlainJson({0, 1, 2}));
  t.start();
  EXPECT_EQ(eve.lobby["hands_open"], true);
  EXPECT_TRUE(heard_of(eve, "hands").empty()) << "the first turn has none before it";
  const auto began = play_to_the_end(t);
  const auto heard = heard_of(eve, "hands");
  ASSERT_EQ(heard.size() + 2, began.size());
  for (std::size_t i = 0; i < heard.size(); ++i) {
    const PlainJson message = PlainJson::parse(heard[i]);
    EXPECT_EQ(message["turn"], i + 1);
    EXPECT_EQ(message["hands"], began[i + 1]);
    EXPECT_FALSE(message.contains("pile"));
  }
  for (std::size_t seat = 0; seat < 3; ++seat) EXPECT_TRUE(heard_of(t[seat], "hands").empty());
}

// All messages of a game to everybody, but for the rooms'.
std::vector<std::string> messages_of_a_game(const std::vector<std::size_t>& agree) {
  TestTable t(2, quick());
  t.watch();
  for (const std::size_t seat : agree) t.says(seat, kOpen);
  t.world.run_for(Time{3'000 - t.world.now().count() % 1'000});
  std::vector<std::string> all;
  t.world.on_sent = [&](const SimWorld::Sent& sent) {
    if (sent.text.find(R"("t":"room")") == std::string::npos) all.push_back(sent.text);
  };
  t.world.entropy().reseed(7);
  t.start();
  play_to_the_end(t);
  return all;
}

std::string without_times(std::string text) {
  PlainJson json = PlainJson::parse(text);
  json.erase("now");
  json.erase("deadline");
  return json.dump();
}

TEST(OpenHands, NET_5_WhereOneDoesNotEveryMessageIsWhatItWas) {
  auto nobody = messages_of_a_game({});
  auto one = messages_of_a_game({1});
  ASSERT_EQ(nobody.size(), one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(without_times(one[i]), without_times(nobody[i]));
  }
  EXPECT_GT(messages_of_a_game({0, 1}).size(), one.size());
}

TEST(OpenHands, NET_5_WhoSitsDownLaterVoidsItAndWhoLeavesDoesNot) {
  TestTable t(2, {{"seats", 4}});
  t.says(0, kOpen);
  t.says(1, kOpen);
  t.join("Cid");
  EXPECT_FALSE(t[0].lobby.contains("open")) << "they agreed to other company";
  for (std::size_t i : {0u, 2u}) t.says(i, kOpen);
  t.says(1, {{"t", "leave"}});
  EXPECT_EQ(t[0].lobby["open"], PlainJson({0, 1})) << "the later one has moved up";
  t.says(0, {{"t", "add_bot"}});
  EXPECT_EQ(t[0].lobby["open"], PlainJson({0, 1}));
  t.start();
  EXPECT_EQ(t[0].lobby["hands_open"], true) << "a bot doesn't mind";
}

TEST(OpenHands, NET_5_SendingAwayWhoHasNotAgreedOpensNothing) {
  TestTable t(3, quick());
  SimClient& eve = t.watch();
  t.says(0, kOpen);
  t.says(2, kOpen);
  t.start();
  t.says(0, {{"t", "kick"}, {"seat", 1}});
  t.world.run_for(Time{30'000});
  EXPECT_TRUE(t.room().state().players()[1].bot != "");
  EXPECT_FALSE(eve.lobby.contains("hands_open"));
  EXPECT_TRUE(heard_of(eve, "hands").empty());
}

TEST(OpenHands, NET_5_AgreedInTheLobbyTakenBackAtAnyTimeByPlayersAlone) {
  TestTable t(2, quick());
  SimClient& eve = t.watch();
  EXPECT_EQ(t.reason(2, kOpen), "watching");
  t.says(0, kOpen);
  t.start();
  EXPECT_EQ(t.reason(1, kOpen), "not_now");
  t.says(0, {{"t", "forfeit"}});
  t.says(0, {{"t", "rematch"}});
  EXPECT_EQ(t[1].lobby["open"], PlainJson::array({0})) << "those who stayed have agreed still";
  t.says(1, kOpen);
  t.start();
  play_a_turn(t);
  ASSERT_EQ(heard_of(eve, "hands").size(), 1u);
  EXPECT_EQ(t.reason(1, kShut), "");
  EXPECT_FALSE(eve.lobby.contains("hands_open"));
  play_a_turn(t);
  EXPECT_EQ(heard_of(eve, "hands").size(), 1u);
  EXPECT_EQ(t.reason(1, kOpen), "not_now");
}

TEST(OpenHands, NET_5_ARestartKeepsTheConsentAndTheDelay) {
  TestTable t(2, quick());
  for (std::size_t i = 0; i < 2; ++i) t.says(i, kOpen);
  t.world.crash();
  t.world.restart();
  for (std::size_t i = 0; i < 2; ++i) t[i].connect();
  t.world.run_for(Time{1'100});
  ASSERT_EQ(t[1].lobby["open"], PlainJson({0, 1}));
  t.start();
  play_a_turn(t);
  const PlainJson second = hands_now(t);
  play_a_turn(t);
  t.world.crash();
  t.world.restart();
  for (std::size_t i = 0; i < 2; ++i) t[i].connect();
  SimClient& eve = t.watch();  // one who comes late is told the same
  t.world.run_for(Time{1'100});
  const auto heard = heard_of(eve, "hands");
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(PlainJson::parse(heard[0])["turn"], 2);
  EXPECT_EQ(PlainJson::parse(heard[0])["hands"], second);
}

}  // namespace
}  // namespace nl
