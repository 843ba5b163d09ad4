// What clients and servers say, written and read.
// Requirements: NET-3
#include "protocol/messages.h"

#include <gtest/gtest.h>

#include "protocol/request.h"
#include "protocol/room_info.h"
#include "text/nesting.h"

namespace nl {
namespace {

std::vector<Request> one_of_each() {
  CommitRequest commit;
  commit.commitment[3] = 0xAB;
  RevealRequest reveal;
  reveal.share[31] = 0x0F;
  LadderRequest ladder;
  ladder.key[0] = 0xA5;
  ladder.signature[63] = 0x5A;
  return {HelloRequest{1, true},
          PingRequest{},
          ListRequest{},
          CreateRequest{"Ann", {{"preset", "family"}, {"seats", 3}}, 2},
          JoinRequest{"4f0c2m8k1q", "Bob"},
          WatchRequest{"4f0c2m8k1q"},
          ResumeRequest{"4f0c2m8k1q", "00ff", 2, 57},
          SyncRequest{},
          StartRequest{},
          KickRequest{2},
          AddBotRequest{"counting"},
          RemoveBotRequest{3},
          HandOverRequest{1},
          RematchRequest{},
          commit,
          reveal,
          AnswerRequest{1, 7, "play favor"},
          HintRequest{},
          ForfeitRequest{},
          RecordRequest{40, 3},
          ChatRequest{"\"안녕\"\n"},
          LeaveRequest{},
          BackRequest{},
          LookRequest{"4f0c2m8k1q"},
          PaceRequest{50},
          WatchersRequest{},
          SettingsRequest{{{"seats", 4}}},
          EmoteRequest{"hello"},
          FindRequest{"Cem", {{"preset", "srs"}, {"seats", 3}}, 30},
          StopFindingRequest{},
          OpenHandsRequest{true},
          WebhookRequest{"https://chat.example/1"},
          SubscribeRequest{{"https://push.example/1", "BCVx", "BTBZ"}},
          UnsubscribeRequest{},
          HiddenRequest{true},
          ladder,
          AutoPassRequest{true},
          TablesRequest{{{"4f0c2m8k1q", "00ff"}}}};
}

TEST(Requests, NET_3_EachIsReadAsItWasWritten) {
  const auto all = one_of_each();
  ASSERT_EQ(all.size(), std::variant_size_v<Request>);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].index(), i) << "one of each, in order";
    const std::string text = request_text(all[i]);
    const ParsedRequest parsed = parse_request(text);
    ASSERT_TRUE(parsed.request) << text << ": " << parsed.field;
    EXPECT_EQ(parsed.request->index(), i) << text;
    EXPECT_EQ(parsed.type, request_type(all[i]));
    EXPECT_EQ(nlohmann::json::parse(request_text(*parsed.request)), nlohmann::json::parse(text));
  }
}

std::string nested(int depth) {
  const auto times = static_cast<std::size_t>(depth);
  return R"({"t":"create","name":"]]{{","settings":)" + std::string(times, '[') +
         std::string(times, ']') + '}';
}

TEST(Requests, NET_3_WhatNestsTooDeepIsRefusedBeforeATreeIsBuiltOfIt) {
  EXPECT_EQ(parse_request(nested(kMostNesting - 1)).type, "create");
  EXPECT_EQ(parse_request(nested(kMostNesting)).type, "") << "no field of it was read";
  EXPECT_EQ(parse_request(nested(400'000)).type, "");
  EXPECT_EQ(parse_request(std::string(400'000, '[')).type, "");
  EXPECT_FALSE(nests_too_deep(R"(["\"[[[["])", 1)) << "brackets in strings are text";
  EXPECT_TRUE(nests_too_deep(R"(["\\",[[[["])", 2));
}

TEST(Requests, NET_3_WhatIsNotSaidIsTheUsual) {
  EXPECT_EQ(std::get<AddBotRequest>(*parse_request(R"({"t":"add_bot"})").request).bot, "");
  EXPECT_EQ(std::get<RecordRequest>(*parse_request(R"({"t":"record"})").request).from, 0);
  EXPECT_FALSE(std::get<HelloRequest>(*parse_request(R"({"t":"hello","version":1})").request).fair);
}

// Names are clients' to clean, so that any text has to survive, and bytes that are none must not
// stop a message.
TEST(Requests, NET_3_TextThatIsNoTextIsStillAMessage) {
  const std::string text = request_text(ChatRequest{"\xFF\xFE"});
  EXPECT_TRUE(parse_request(text).request);
}

TEST(Messages, NET_3_ARoomIsReadAsItWasWritten) {
  RoomInfo room{.code = "4f0c2m8k1q", .phase = RoomPhase::Playing, .game = 3, .host = 1};
  room.settings.preset = Preset::Family;
  room.settings.expansions = kStreaking;
  room.settings.seats = 3;
  room.settings.turn = std::chrono::seconds(20);
  room.settings.house_rules["hand"] = "5";
  room.players = {{.name = "Ann", .connected = false, .held = true},
                  {.name = "Bob"},
                  {.name = "Careful", .bot = "careful"}};
  room.watchers = 4;
  room.seat = 1;
  const RoomInfo read = read_room(Json::parse(room_json(room).dump()));
  EXPECT_EQ(read.code, room.code);
  EXPECT_EQ(read.phase, room.phase);
  EXPECT_EQ(read.game, room.game);
  EXPECT_EQ(read.settings, room.settings);
  EXPECT_EQ(read.players, room.players);
  EXPECT_EQ(read.host, room.host);
  EXPECT_EQ(read.watchers, room.watchers);
  EXPECT_EQ(read.seat, room.seat);
  room.seat = kWatcher;
  EXPECT_EQ(read_room(room_json(room)).seat, kWatcher);
}

TEST(Messages, NET_3_AListOfRoomsIsReadAsItWasWritten) {
  const ListedRoom room{.code = "4f0c2m8k1q",
                        .phase = RoomPhase::Lobby,
                        .preset = Preset::Srs,
                        .expansions = kImploding,
                        .seats = 4,
                        .taken = 2,
                        .watchers = 1,
                        .host = "Ann"};
  const auto rooms = read_rooms({{"t", "rooms"}, {"rooms", {listed_room_json(room)}}});
  ASSERT_EQ(rooms.size(), 1u);
  EXPECT_EQ(listed_room_json(rooms[0]), listed_room_json(room));
  EXPECT_THROW(read_rooms({{"t", "rooms"}}), BadMessage);
}

TEST(Messages, NET_3_ARefusalSaysWhyAndOfWhat) {
  const auto of_rules = read_refused(Json::parse(
      refused_message("answer", 12, Refused{.why = Refusal::NotHeld, .card = Card::Favor})));
  EXPECT_EQ(of_rules.re, "answer");
  EXPECT_FALSE(of_rules.net);
  ASSERT_TRUE(of_rules.rule);
  EXPECT_EQ(of_rules.rule->why, Refusal::NotHeld);
  EXPECT_EQ(of_rules.rule->card, Card::Favor);
  const auto of_server =
      read_refused(Json::parse(refused_message("create", {}, NetRefusal::BadSettings, "seats")));
  EXPECT_EQ(of_server.net, NetRefusal::BadSettings);
  EXPECT_EQ(of_server.field, "seats");
  EXPECT_THROW(read_refused({{"t", "refused"}, {"reason", "mood"}}), BadMessage);
}

}  // namespace
}  // namespace nl
