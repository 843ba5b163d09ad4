// Tests of the lobby: entering, the host's rights, starting and rematches.
#include <gtest/gtest.h>

#include "fair/fair_check.h"
#include "server/bench_table.h"

namespace nl {
namespace {

TEST(Lobby, NET_1_PlayersJoinUpToTheSeatsAndMoreMayWatch) {
  TestTable t(2, {{"seats", 3}, {"listed", true}});
  t.join("Third");
  SimClient& fourth = t.join("Fourth");
  EXPECT_EQ(fourth.last_of("refused")["reason"], "room_full");
  fourth.say({{"t", "watch"}, {"room", t.code()}});
  t.world.run_for(Time{50});
  EXPECT_EQ(t[0].lobby["watchers"], 1);
  EXPECT_EQ(t[0].lobby["players"].size(), 3u);
  t.start();
  fourth.say({{"t", "list"}});
  t.world.run_for(Time{50});
  const PlainJson rooms = fourth.last_of("rooms")["rooms"];
  ASSERT_EQ(rooms.size(), 1u);
  EXPECT_EQ(rooms[0]["taken"], 3);
  EXPECT_EQ(rooms[0]["host"], "Ann");
}

TEST(Lobby, APrivateRoomIsNotListed) {
  TestTable t(1, {{"seats", 3}});
  t.says(0, {{"t", "list"}});
  EXPECT_TRUE(t[0].last_of("rooms")["rooms"].empty());
}

TEST(Lobby, TheHostAddsBotsKicksAndHandsOver) {
  TestTable t(3, {{"seats", 5}});
  EXPECT_EQ(t.reason(1, {{"t", "add_bot"}}), "not_host");
  EXPECT_EQ(t.reason(0, {{"t", "add_bot"}}), "");
  EXPECT_EQ(t.reason(0, {{"t", "add_bot"}, {"bot", "nobody"}}), "unknown_bot");
  EXPECT_EQ(t.reason(0, {{"t", "add_bot"}, {"bot", "ismcts:999999999"}}), "unknown_bot");
  EXPECT_EQ(t[1].lobby["players"][3]["bot"], "careful");
  EXPECT_EQ(t.reason(0, {{"t", "remove_bot"}, {"seat", 1}}), "unknown_seat");
  EXPECT_EQ(t.reason(0, {{"t", "remove_bot"}, {"seat", 3}}), "");
  EXPECT_EQ(t.reason(0, {{"t", "hand_over"}, {"seat", 2}}), "");
  EXPECT_EQ(t[0].lobby["host"], 2);
  EXPECT_EQ(t.reason(0, {{"t", "kick"}, {"seat", 1}}), "not_host");
  EXPECT_EQ(t.reason(2, {{"t", "kick"}, {"seat", 5}}), "unknown_seat");
  EXPECT_EQ(t.reason(2, {{"t", "kick"}, {"seat", 0}}), "");
  EXPECT_EQ(t[0].last_of("left")["reason"], "kicked");
  EXPECT_EQ(t[2].lobby["host"], 1) << "seats moved up, the host with them";
  EXPECT_EQ(t.reason(0, {{"t", "start"}}), "not_in_room");
  // The secret of a seat that is no more opens nothing.
  EXPECT_EQ(t.reason(0, {{"t", "resume"}, {"room", t.code()}, {"token", t[0].token}}), "bad_token");
}

TEST(Lobby, ASecondStartIsRefusedAndDealsNothing) {
  TestTable t(2);
  t.start();
  const auto record = t.game().record();
  EXPECT_EQ(t.reason(0, {{"t", "start"}}), "not_now");
  EXPECT_EQ(t.game().record(), record);
  EXPECT_EQ(t.join("Late").last_of("refused")["reason"], "not_now");
}

TEST(Lobby, TooFewPlayersCantStart) {
  TestTable t(1, {{"seats", 3}});
  EXPECT_EQ(t.reason(0, {{"t", "start"}}), "too_few_players");
}

TEST(Lobby, SettingsThatCantBeAreRefusedWithTheirField) {
  const std::vector<std::pair<PlainJson, std::string>> cases = {
      {{{"preset", "mine"}}, "preset"},
      {{{"seats", 9}}, "seats"},
      {{{"window_ms", 1}}, "window_ms"},
      {{{"turn_s", -3}}, "turn_s"},
      {{{"expansions", "x"}}, "expansions"},
      {{{"rules", {{"no_rule", 1}}}}, "no_rule"},
      {{{"rules", {{"hand", 400}}}}, "hand"},
      {{{"preset", "srs"}, {"seats", 5}}, "seats"},
      {{{"seats", 18446744073709551615u}}, "seats"}};
  for (auto [create, field] : cases) {
    TestTable t(1, {{"seats", 2}});
    create["t"] = "create";
    create["name"] = "Bob";
    SimClient& bob = t.add();
    bob.open_with(create);
    bob.connect();
    t.world.run_for(Time{50});
    EXPECT_EQ(bob.last_of("refused")["reason"], "bad_settings") << create;
    EXPECT_EQ(bob.last_of("refused")["field"], field) << create;
  }
}

TEST(Lobby, ASeatIsTakenBackByItsSecretAlone) {
  TestTable t(2);
  t.start();
  SimClient& thief = t.add();
  thief.open_with({{"t", "resume"}, {"room", t.code()}, {"token", "Ann"}});
  thief.connect();
  t.world.run_for(Time{50});
  EXPECT_EQ(thief.last_of("refused")["reason"], "bad_token");
  EXPECT_GE(t[0].token.size() * 4, 128u);
  for (const Entry& entry : t.world.log(t.room().id())) {
    EXPECT_EQ(entry.data.find(t[0].token), std::string::npos) << "tokens are stored as hashes";
  }
  // The same player at another device: the first connection is closed.
  SimClient& phone = t.add();
  phone.open_with({{"t", "resume"}, {"room", t.code()}, {"token", t[0].token}});
  phone.connect();
  t.world.run_for(Time{200});
  EXPECT_EQ(phone.seat, Seat{0});
  EXPECT_EQ(t[0].closed_for, "replaced");
}

TEST(Lobby, ChatIsCleanedAndLimited) {
  TestTable t(2);
  t.says(0, {{"t", "chat"}, {"text", "hi \u001b[31mred\u202e\n there"}});
  EXPECT_EQ(t[1].last_of("chat")["text"], "hi red there");
  EXPECT_EQ(t[1].last_of("chat")["name"], "Ann");
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    refused += t.reason(0, {{"t", "chat"}, {"text", "spam"}}) == "too_fast";
  }
  EXPECT_GT(refused, 10);
}

TEST(Lobby, NamesAreCleanedAndToldApart) {
  TestTable t(1, {{"seats", 4}});
  t.join("Ann");
  t.join("\u001b]0;x\u0007Bob<script>");
  EXPECT_EQ(t[0].lobby["players"][1]["name"], "Ann 2");
  EXPECT_EQ(t[0].lobby["players"][2]["name"], "Bob<script>");
  EXPECT_EQ(t.join("\u202e\u200b").last_of("refused")["reason"], "bad_name");
}

TEST(Lobby, FAIR_1_ThePlayersSharesAreInTheDealAndTheRecordVerifies) {
  TestTable t(0, {{"seats", 2}, {"turn_s", 5}, {"rules", {{"hand", 1}, {"faster", true}}}});
  // Nobody sits yet but the creator, who takes no part in the shuffle; the other does.
  SimClient& fair = t.add({.delay_ms = 1, .comes_back = false});
  fair.open_with({{"t", "join"}, {"room", t.code()}, {"name", "Fay"}});
  fair.connect();
  t.world.run_for(Time{50});
  t.start();
  ASSERT_FALSE(fair.last_of("fair").is_null());
  ASSERT_EQ(t.room().state().phase(), RoomPhase::Playing);
  for (int i = 0; i < 2'000 && !t.game().over(); ++i) t.world.run_for(Time{5'000});
  ASSERT_TRUE(t.game().over());
  t.world.run_for(Time{1'000});
  std::vector<NumberedLine> lines;
  for (const std::string& line : fair.record)
    lines.push_back({static_cast<int>(lines.size() + 1), line});
  const FairVerdict verdict = check_fair(lines);
  EXPECT_FALSE(verdict.difference) << verdict.difference->reason;
  EXPECT_EQ(verdict.shares[0], 1);
  EXPECT_EQ(verdict.shares[1], 1);
}

TEST(Lobby, ARematchIsANewGameWithTheSamePlayers) {
  TestTable t(2);
  t.start();
  EXPECT_EQ(t.reason(0, {{"t", "rematch"}}), "not_now");
  t.says(1, {{"t", "forfeit"}});
  EXPECT_EQ(t[0].over["winner"], 0);
  EXPECT_EQ(t.reason(1, {{"t", "rematch"}}), "not_host");
  EXPECT_EQ(t.reason(0, {{"t", "rematch"}}), "");
  EXPECT_EQ(t[1].lobby["phase"], "lobby");
  t.start();
  EXPECT_EQ(t[1].game, 2);
  EXPECT_EQ(t[1].view["alive"].size(), 2u);
  EXPECT_EQ(t.world.fault, "");
}

TEST(Lobby, NET_1_AVoteOfAllWhoAreThereStartsTheNextGameAtOnce) {
  TestTable t(3, {{"turn_s", 0}});
  EXPECT_EQ(t.reason(1, {{"t", "again"}}), "not_now") << "no game is over";
  t.start();
  t.says(1, {{"t", "forfeit"}});
  t.says(2, {{"t", "forfeit"}});
  SimClient& eve = t.watch();
  eve.say({{"t", "again"}});
  t.world.run_for(Time{30});
  EXPECT_EQ(eve.last_of("refused")["reason"], "watching");
  t.says(1, {{"t", "again"}});
  EXPECT_EQ(t[0].lobby["players"][1]["again"], true) << "everybody sees who has voted";
  EXPECT_EQ(t.room().state().phase(), RoomPhase::Over);
  t[2].disconnect();
  t.world.run_for(Time{6'000});
  t.says(0, {{"t", "again"}});
  EXPECT_EQ(t.room().state().phase(), RoomPhase::Playing) << "who is away has no vote";
  EXPECT_EQ(t[1].game, 2);
  EXPECT_FALSE(t[0].lobby["players"][1].contains("again"));
  EXPECT_EQ(t.world.fault, "");
}

TEST(Lobby, AnEmptyRoomIsClosedAfterAWhile) {
  TestTable t(1, {{"seats", 3}});
  const RoomId id = t.room().id();
  t.says(0, {{"t", "leave"}});
  EXPECT_EQ(t.world.core().room(id), nullptr) << "a lobby without players is closed at once";
  TestTable u(2);
  u.start();
  u.says(1, {{"t", "forfeit"}});
  u[0].disconnect();
  u[1].disconnect();
  u.world.run_for(Time{11 * 60'000});
  EXPECT_EQ(u.world.core().rooms(), 0u);
}

TEST(Lobby, AKickInMidGameHandsTheSeatToABot) {
  TestTable t(3, {{"turn_s", 0}});
  t.start();
  EXPECT_EQ(t.reason(0, {{"t", "kick"}, {"seat", 1}}), "");
  EXPECT_EQ(t[0].lobby["players"][1]["bot"], "careful");
  EXPECT_TRUE(holds(t.game().alive(), 1));
}

}  // namespace
}  // namespace nl
