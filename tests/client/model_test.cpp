// Tests of the client model against a simulated server.
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "client/net_player.h"
#include "game/film.h"
#include "protocol/room_settings.h"
#include "text/notation.h"

namespace nl {
namespace {

using Topic = ClientNotice::Topic;

// TERM-15: the public number of each event, and of the game, is the same for everybody, in the
// record too. Hidden events of one player don't move those of the others.
void expect_one_voice(NetTable& table) {
  std::map<int, std::pair<EventKind, Seat>> events;
  const ClientModel& first = table.players.front()->model;
  for (const auto& player : table.players) {
    EXPECT_TRUE(player->model.voice());
    EXPECT_EQ(player->model.voice(), first.voice());
    for (const ClientNotice& told : player->model.notices()) {
      if (told.kind != Topic::Happened || told.event.hidden) continue;
      const std::pair<EventKind, Seat> said = {told.event.kind, told.event.seat};
      EXPECT_EQ(events.emplace(told.told, said).first->second, said) << told.told;
    }
  }
  EXPECT_GT(events.size(), 5U);
  Film film;
  int number = 0;
  for (const std::string& line : first.record()) film.feed(++number, parse_record_line(line));
  EXPECT_EQ(film.voice(), first.voice());
}

void expect_a_fair_end(NetTable& table, int shares) {
  EXPECT_TRUE(table.play_to_end());
  EXPECT_EQ(table.world.fault, "");
  for (const auto& player : table.players) {
    EXPECT_TRUE(player->told_all());
    ASSERT_TRUE(player->model.verdict());
    EXPECT_FALSE(player->model.verdict()->difference)
        << player->model.verdict()->difference->reason;
    EXPECT_EQ(player->model.verdict()->shares[static_cast<int>(ShareStatus::Given)], shares);
    EXPECT_TRUE(was_told(player->model, Topic::Verified));
    EXPECT_FALSE(was_told(player->model, Topic::ServerFault));
    for (const ClientNotice& told : player->model.notices()) {
      // Somebody without a Nope said yes, two said it at once, or a window was over meanwhile.
      const Refusal why = told.rule.why;
      EXPECT_TRUE(told.kind != Topic::Refused || why == Refusal::NoNope ||
                  why == Refusal::LateNope || why == Refusal::Cursed || why == Refusal::Stale ||
                  why == Refusal::NotYourTurn);
    }
  }
}

// The whole way through the protocol, in every preset with none, one and all of the expansions:
// what a client shows is what the server would show that seat, at every question.
TEST(ClientModel, NET_1_NET_3_FAIR_1_WholeGamesInEveryPreset) {
  int questions = 0;
  for (int preset = 0; preset < kPresets; ++preset) {
    const int one_of_them = 1 << preset % 3;
    for (const int expansions : {0, one_of_them, kExpansionSets - 1}) {
      const Json settings = {{"preset", preset_name(static_cast<Preset>(preset))},
                             {"expansions", box_names(static_cast<Expansions>(expansions))},
                             {"window_ms", 500},
                             {"bots", 1}};
      SCOPED_TRACE(settings.dump());
      NetTable table(settings, 3, 1, static_cast<std::uint64_t>(10 * preset + expansions + 1));
      table.start();
      expect_a_fair_end(table, 3);
      expect_one_voice(table);
      for (const auto& player : table.players) questions += player->questions;
      EXPECT_EQ(table[3].model.room().seat, kWatcher);  // NET-5: a watcher has no hand to see
      EXPECT_EQ(table[3].questions, 0);
    }
  }
  EXPECT_GT(questions, 500);
}

// Connections break in the lobby, while shares are shown, at questions and in windows: everything
// is told, in order, once.
TEST(ClientModel, NET_4_NothingIsLostHoweverOftenAConnectionBreaks) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    NetTable table({{"window_ms", 2'000}, {"bots", 1}, {"expansions", {"imploding"}}}, 3, 1, seed);
    table.start();
    for (const auto& player : table.players) player->lost_in = 25;
    EXPECT_TRUE(table.play_to_end());
    EXPECT_EQ(table.world.fault, "");
    expect_one_voice(table);
    for (const auto& player : table.players) {
      EXPECT_TRUE(player->told_all());
      EXPECT_FALSE(player->model.verdict()->difference);
      EXPECT_TRUE(was_told(player->model, Topic::LostServer));
      EXPECT_TRUE(was_told(player->model, Topic::FoundServer));
    }
  }
}

// In each phase of the room once, exactly.
TEST(ClientModel, NET_4_ComesBackInEveryPhase) {
  for (const RoomPhase phase : {RoomPhase::Lobby, RoomPhase::Committing, RoomPhase::Revealing,
                                RoomPhase::Playing, RoomPhase::Over}) {
    SCOPED_TRACE(kRoomPhaseNames[phase]);
    NetTable table({{"window_ms", 500}}, 2);
    bool lost = false;
    NetPlayer& player = table[1];
    const auto lose_once = [&] {
      if (player.model.room().phase == phase && !std::exchange(lost, true)) player.lose();
    };
    player.on_change = lose_once;
    lose_once();
    table.world.run_for(Time{2'000});
    table.start();
    EXPECT_TRUE(table.play_to_end());
    EXPECT_TRUE(lost);
    EXPECT_TRUE(player.told_all());
    EXPECT_FALSE(player.model.verdict()->difference) << player.model.verdict()->difference->reason;
    EXPECT_EQ(table.world.fault, "");
  }
}

TEST(ClientModel, AGapIsNoticedAndFilled) {
  NetTable table({{"window_ms", 500}}, 3, 1);
  for (const auto& player : table.players) player->dropped_in = 6;
  table.start();
  EXPECT_TRUE(table.play_to_end());
  EXPECT_EQ(table.world.fault, "");
  for (const auto& player : table.players) EXPECT_TRUE(player->told_all());
}

TEST(ClientModel, NET_7_AGameGoesOnAfterTheServerWasKilled) {
  NetTable table({{"window_ms", 2'000}, {"bots", 1}}, 2, 1);
  table.start();
  int kills = 0;
  for (int i = 0; i < 400 && kills < 5; ++i) {
    table.world.run_for(Time{500});
    if (!table.world.running() || table[0].model.window() == nullptr) continue;
    ++kills;
    table.world.crash();
    table.world.run_for(Time{800});
    table.world.restart();
  }
  EXPECT_EQ(kills, 5);
  EXPECT_TRUE(table.play_to_end());
  EXPECT_EQ(table.world.fault, "");
  for (const auto& player : table.players) {
    EXPECT_TRUE(player->told_all());
    EXPECT_FALSE(player->model.verdict()->difference);
  }
}

TEST(ClientModel, NET_8_ALateNopeIsRefusedWithItsReason) {
  NetTable table(
      {{"window_ms", 500},
       {"rules", {{"copies.nope", 22}, {"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}},
      2);
  for (const auto& player : table.players) player->answers = false;
  table.start();
  table.world.run_for(Time{12'000});
  NetPlayer& first = table[0];
  NetPlayer& second = table[1];
  ASSERT_NE(first.model.question(), nullptr);
  first.does([](ClientModel& model) { model.answer(play(Card::Skip)); });
  ASSERT_NE(second.model.question(), nullptr);
  EXPECT_EQ(second.model.question()->phase, Phase::Window);
  ASSERT_NE(second.model.window(), nullptr);
  EXPECT_EQ(first.model.question(), nullptr);
  ASSERT_NE(first.model.window(), nullptr);  // NOPE-8: everybody sees the time that is left
  EXPECT_LE(first.model.window()->deadline - table.world.now(), Time{500});
  // The answer is said in time, and arrives too late.
  second.passes = [](const PlainJson& message) { return message["t"] == "refused"; };
  table.world.run_for(Time{700});
  second.does([](ClientModel& model) { model.answer(word(Verb::Nope)); });
  ASSERT_TRUE(was_told(second.model, Topic::Refused));
  const Refusal why = second.model.notices().back().rule.why;
  EXPECT_TRUE(why == Refusal::LateNope || why == Refusal::Stale);
}

// A request refused unread may have been an answer: the question is open again.
TEST(ClientModel, TERM_4_AnAnswerThatCameTooFastCanBeGivenAgain) {
  NetTable table({{"turn_s", 0}, {"rules", {{"first", "zero"}}}}, 2);
  for (const auto& player : table.players) player->answers = false;
  table.start();
  table.world.run_for(Time{12'000});
  NetPlayer& first = table[0];
  ASSERT_NE(first.model.question(), nullptr);
  const Decision decision = first.model.question()->decision;
  first.does([](ClientModel& model) {
    for (int i = 0; i < 70; ++i) model.list();
    model.answer(word(Verb::Draw));
  });
  ASSERT_NE(first.model.question(), nullptr);
  ASSERT_EQ(first.model.question()->decision, decision) << "the server has read all of it";
  EXPECT_FALSE(first.model.question()->answered);
  table.world.run_for(Time{5'000});
  first.does([](ClientModel& model) { model.answer(word(Verb::Draw)); });
  const NetQuestion* const open = first.model.question();
  EXPECT_TRUE(open == nullptr || open->decision != decision);
}

TEST(ClientModel, TheHostSendsAwayHandsOverAndAddsBots) {
  NetTable table({{"window_ms", 500}}, 4);
  NetPlayer& ann = table[0];
  ann.does([](ClientModel& model) { model.hand_over(1); });
  EXPECT_FALSE(ann.model.is_host());
  EXPECT_TRUE(table[1].model.is_host());
  EXPECT_TRUE(was_told(table[2].model, Topic::Host));
  ann.does([](ClientModel& model) { model.remove(2); });
  EXPECT_EQ(ann.model.notices().back().net, NetRefusal::NotHost);
  table[1].does([](ClientModel& model) { model.remove(2); });
  EXPECT_FALSE(table[2].model.in_room());
  EXPECT_TRUE(was_told(table[2].model, Topic::Kicked));
  EXPECT_TRUE(was_told(ann.model, Topic::Left));
  EXPECT_EQ(table[3].model.room().seat, 2);  // seats move up
  table[1].does([](ClientModel& model) { model.add_bot("careful"); });
  EXPECT_EQ(ann.model.bots(), seat_bit(3));
  table[1].does([](ClientModel& model) { model.remove(3); });
  EXPECT_EQ(ann.model.room().players.size(), 3U);
}

TEST(ClientModel, NET_4_WhoIsAwayAndWhoseSeatIsHeldIsTold) {
  NetTable table({{"window_ms", 500}, {"turn_s", 0}}, 3);
  table.start();
  table.world.run_for(Time{2'000});
  NetPlayer& gone = table[2];
  gone.comes_back = false;
  gone.lose();
  table.world.run_for(Time{10'000});
  EXPECT_EQ(table[0].model.away(), seat_bit(2));
  EXPECT_TRUE(was_told(table[0].model, Topic::Away));
  table.world.run_for(Time{70'000});
  if (!table[0].model.over()) {
    EXPECT_EQ(table[0].model.held(), seat_bit(2));
    gone.comes_back = true;
    gone.connect();
    table.world.run_for(Time{1'000});
    EXPECT_EQ(table[0].model.held(), SeatMask{0});
    EXPECT_TRUE(gone.told_all());
  }
}

// The seat is taken back by another process that has nothing but the token.
TEST(ClientModel, NET_4_ATokenAloneTakesTheSeatBack) {
  NetTable table({{"window_ms", 2'000}}, 2);
  for (const auto& player : table.players) player->answers = false;
  table.start();
  table.world.run_for(Time{2'000});
  const OwnSeat seat = table[1].model.own_seat();
  NetPlayer& again = table.add(
      {.kind = Errand::Goal::Join, .room = seat.room, .name = seat.name, .token = seat.token});
  again.answers = false;
  EXPECT_EQ(again.model.room().seat, 1);
  EXPECT_EQ(again.model.own_seat().token, seat.token);
  EXPECT_TRUE(again.told_all());
  table.world.run_for(Time{500});
  EXPECT_TRUE(table[1].model.ended());  // one seat, one client
  EXPECT_EQ(table[1].model.end_reason(), "replaced");
}

TEST(ClientModel, AnOldTokenIsNoObstacle) {
  NetTable table(Json::object(), 2);
  NetPlayer& other = table.add({.kind = Errand::Goal::Browse,
                                .room = table.code(),
                                .name = "Z",
                                .token = std::string(32, 'a')});
  EXPECT_TRUE(other.model.rooms_known());
  EXPECT_FALSE(other.model.in_room());
}

TEST(ClientModel, ARefusedWayInIsTold) {
  NetTable table(Json::object(), 2);
  NetPlayer& third = table.add({.kind = Errand::Goal::Join, .room = table.code(), .name = "C"});
  EXPECT_TRUE(third.model.refused_entry());
  EXPECT_EQ(third.model.notices().back().net, NetRefusal::RoomFull);
  third.does([&](ClientModel& model) {
    model.set_errand({.kind = Errand::Goal::Watch, .room = table.code()});
  });
  EXPECT_TRUE(third.model.in_room());
  EXPECT_TRUE(third.model.watching());
}

TEST(ClientModel, TalkIsHeardByAllAndARematchBegins) {
  NetTable table({{"window_ms", 500}}, 2, 1);
  table[2].does([](ClientModel& model) { model.chat("hello"); });
  EXPECT_EQ(table[0].model.notices().back().kind, Topic::Chat);
  EXPECT_EQ(table[0].model.notices().back().text, "hello");
  table.start();
  ASSERT_TRUE(table.play_to_end());
  table[0].does([](ClientModel& model) { model.rematch(); });
  EXPECT_EQ(table[1].model.room().phase, RoomPhase::Lobby);
  table.start();
  table.world.run_for(Time{3'000});
  EXPECT_EQ(table[1].model.game(), 2);
  ASSERT_TRUE(table.play_to_end());
  expect_a_fair_end(table, 2);
}

// A server that goes back on its commitment gets no share.
TEST(ClientModel, FAIR_1_NoShareForAServerThatChangesItsMind) {
  SeededEntropy entropy(7);
  FairPart part;
  FairMessage message{.terms = "{}", .commitment = {1}};
  const auto commit = part.answer(message, 1, entropy);
  ASSERT_TRUE(commit);
  const Bytes32 own = std::get<CommitRequest>(*commit).commitment;
  const auto again = part.answer(message, 1, entropy);
  EXPECT_EQ(std::get<CommitRequest>(*again).commitment, own);
  message.reveals = true;
  message.commitments = {{2}, own};
  FairMessage changed = message;
  changed.commitment = {3};
  EXPECT_THROW(part.answer(changed, 1, entropy), JsonError);
  changed = message;
  changed.commitments[1] = {4};  // supplied in our place
  EXPECT_FALSE(part.answer(changed, 1, entropy));
  EXPECT_FALSE(part.shared());
  changed = message;
  changed.terms = "{\"other\":1}";
  EXPECT_FALSE(part.answer(changed, 1, entropy));
  EXPECT_TRUE(part.answer(message, 1, entropy));
  EXPECT_TRUE(part.shared());
}

}  // namespace
}  // namespace nl
