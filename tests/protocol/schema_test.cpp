// Tests of message types against docs/reference/protocol.schema.json, in both directions.
#include "server/schema.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "protocol/request.h"
#include "protocol/server_message.h"
#include "protocol/watched.h"

namespace nl {
namespace {

using Names = std::set<std::string>;

// ---- samples: every field of every message is in one of them ------------------------------------

RoomSettings slow_family() {
  RoomSettings settings{.preset = Preset::Family, .expansions = kStreaking, .seats = 3};
  settings.house_rules["hand"] = "5";
  settings.hours = std::chrono::hours(24);
  return settings;
}

std::vector<Request> some_requests() {
  return {
      HelloRequest{1, true},
      PingRequest{},
      ListRequest{},
      CreateRequest{"Ann",
                    {slow_family()},
                    2,
                    {.game = "AAAAAAAAAAAAAAAAAAAAAA", .step = 12, .seat = 1, .bot = "careful"}},
      JoinRequest{"4f0c2m8k1q", "Bob"},
      WatchRequest{"4f0c2m8k1q"},
      ResumeRequest{"4f0c2m8k1q", "00ff", 2, 57},
      SyncRequest{},
      StartRequest{},
      KickRequest{2},
      KickRequest{.watcher = 3},
      AddBotRequest{"counting"},
      RemoveBotRequest{3},
      HandOverRequest{1},
      RematchRequest{},
      AgainRequest{},
      CommitRequest{{0xAB}},
      RevealRequest{{0x0F}},
      AnswerRequest{1, 7, "play favor"},
      HintRequest{},
      ForfeitRequest{},
      RecordRequest{40, 3},
      ChatRequest{"\"안녕\"\n"},
      LeaveRequest{true},
      BackRequest{},
      LookRequest{"4f0c2m8k1q"},
      PaceRequest{50},
      WatchersRequest{3, true},
      SettingsRequest{{slow_family()}},
      EmoteRequest{"hello"},
      FindRequest{"Cem", {RoomSettings{.preset = Preset::Srs, .seats = 3}}, 30, true},
      FindRequest{"Cem",
                  {RoomSettings{.seats = 3}},
                  30,
                  false,
                  {{Preset::Family}, {kBase, kImploding | kStreaking}, {4, 5}}},
      StopFindingRequest{},
      OpenHandsRequest{true},
      WebhookRequest{"https://chat.example/1"},
      SubscribeRequest{{"https://push.example/1", "BCVx", "BTBZ"}},
      UnsubscribeRequest{},
      HiddenRequest{true},
      LadderRequest{{0xA5}, {0x5A}},
      AutoPassRequest{true},
      ListenRequest{true},
      ReportRequest{"rude", "\"안녕\""},
      TablesRequest{{{"4f0c2m8k1q", "00ff"}}}};
}

RoomInfo full_room() {
  return {.code = "4f0c2m8k1q",
          .phase = RoomPhase::Playing,
          .game = 3,
          .settings = slow_family(),
          .players = {{.name = "Ann", .connected = false, .held = true},
                      {.name = "Bob", .listens = true},
                      {.name = "Careful", .bot = "careful"}},
          .host = 1,
          .watchers = 2,
          .watching = {1, 4},
          .watchers_muted = true,
          .most_watchers = 5,
          .open = 3,
          .hands_open = true,
          .ladder = 2,
          .webhook = true,
          .origin = "AAAAAAAAAAAAAAAAAAAAAA",
          .seat = 1};
}

ViewMessage some_view(const Watched& game) {
  const View v = game.view_of(0);
  const Event drew{.kind = EventKind::Drew, .seat = 0, .knows = seat_bit(0), .secrets = 1};
  return {.game = 1,
          .n = 5,
          .from = 5,
          .voice = 4'000'000'000,
          .hidden = 2,
          .events = {drew},
          .rules = game.rules,
          .view = SentView(table_of(v), own_of(game.rules, v))};
}

std::vector<ServerMessage> some_messages(const Watched& game) {
  const ServerTime now{1'700'000'000'000};
  const ServerTime later = now + ServerTime{3'000};
  const ListedRoom listed{.code = "4f0c2m8k1q", .seats = 4, .taken = 2, .host = "Ann", .hours = 24};
  const OwnTable table{
      .code = "4f0c2m8k1q", .hours = 24, .names = {"Ann"}, .turn = 1, .deadline = later};
  return {
      WelcomeMessage{.message_bytes = 65'536,
                     .now = now,
                     .features = {"find"},
                     .address = "10.0.0.2:9009",
                     .nodes = {"ws://a/"},
                     .push = "BF"},
      NodesMessage{{"ws://a/", "ws://b/"}},
      ElsewhereMessage{"ws://b/"},
      PongMessage{now, 3},
      RefusedMessage{.re = "create", .id = 4, .net = NetRefusal::BadSettings, .field = "seats"},
      RefusedMessage{.re = "answer", .rule = Refused{.why = Refusal::NotHeld, .card = Card::Favor}},
      RefusedMessage{.rule = Refused{.why = Refusal::TargetDead, .seat = 2}},
      LeftMessage{},
      LeftMessage{"kicked"},
      RoomsMessage{{listed}},
      JoinedMessage{.room = "4f0c2m8k1q", .seat = 1, .token = std::string(32, '0')},
      JoinedMessage{.room = "4f0c2m8k1q", .watcher = 4},
      full_room(),
      RoomInfo{.code = "4f0c2m8k1q", .players = {{.name = "Ann"}}, .host = 0},
      ChatMessage{.seat = 1, .name = "Ann", .text = "hi"},
      ChatMessage{.watcher = 3, .text = "hi"},
      EmoteMessage{1, "nice"},
      ReportedMessage{},
      FindingMessage{2, 4, later, now},
      TimeoutMessage{1},
      TimeoutMessage{1, 12},
      TablesMessage{{table}, now},
      FairMessage{.game = 1, .terms = "{}", .deadline = later, .now = now},
      FairMessage{.reveals = true,
                  .game = 1,
                  .terms = "{}",
                  .deadline = later,
                  .now = now,
                  .commitments = {{1}, {2}},
                  .supplied = 2},
      some_view(game),
      EventsMessage{.game = 1, .from = 6},
      EventsMessage{.game = 1, .from = 6, .view = ViewPatch(Json{{"pile", 3}})},
      HandsMessage{1, 2, {Counts{}, Counts{}}},
      QuestionMessage{1, 7, Phase::Turn, {"draw"}, now, later},
      QuestionMessage{1, 7, Phase::Turn, {"draw"}, now, std::nullopt},
      WindowMessage{1, 0, later, now},
      ClockMessage{1, 2, later, now},
      HintMessage{1, 7, {{"draw", 40, 60}}, "ui/why_draw", 60},
      HintMessage{1, 7, {{"draw", 40, 60}, {"play skip", 40, 60}}, "ui/why_draw", 60, true},
      OverMessage{1, 2, {0, 1}, 40},
      RecordMessage{1, 0, 1, {"{}"}},
  };
}

// ---- checks -------------------------------------------------------------------------------------

Names keys_of(const PlainJson& object) {
  Names keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

// The texts of one side, by title.
using Written = std::map<std::string, std::vector<PlainJson>>;

Written written_by_clients() {
  Written all;
  for (const Request& request : some_requests()) {
    PlainJson json = PlainJson::parse(request_text(request));
    json["id"] = 12;  // any request may have one
    all["client_" + std::string(message_type(request))].push_back(std::move(json));
  }
  return all;
}

Written written_by_servers() {
  Written all;
  const Watched game(game_kind(3), 1);
  for (const ServerMessage& message : some_messages(game)) {
    all["server_" + std::string(message_type(message))].push_back(
        PlainJson::parse(server_text(message)));
  }
  return all;
}

template <class... Messages>
Names types_of(const std::string& side, std::type_identity<std::variant<Messages...>>) {
  Names names;
  for (const std::string_view type : {Messages::kType...}) {
    if (!type.empty()) names.insert(side + std::string(type));  // OtherMessage is none
  }
  return names;
}

TEST(Schema, NET_3_ListsEachTypeOnceAndNoOther) {
  Names types = types_of("client_", std::type_identity<Request>());
  types.merge(types_of("server_", std::type_identity<ServerMessage>()));
  EXPECT_EQ(keys_of(Schema::protocol().messages()), types);
  EXPECT_EQ(types.size(), std::variant_size_v<Request> + std::variant_size_v<ServerMessage> - 1);
}

void expect_fields_of_schema(const std::string& side, const Written& written) {
  for (const auto& [title, texts] : written) {
    Names fields;
    for (const PlainJson& text : texts) {
      EXPECT_EQ(Schema::protocol().fault(side, text), "") << text;
      fields.merge(keys_of(text));
    }
    EXPECT_EQ(fields, keys_of(Schema::protocol().messages()[title]["properties"])) << title;
  }
}

TEST(Schema, NET_3_EveryFieldIsWrittenAndNoOther) {
  expect_fields_of_schema("client", written_by_clients());
  expect_fields_of_schema("server", written_by_servers());
  EXPECT_EQ(written_by_clients().size() + written_by_servers().size(),
            Schema::protocol().messages().size())
      << "a sample of each";
}

template <class IsRead>
void expect_what_is_required(const std::string& title, const PlainJson& text,
                             const Names& exceptions, IsRead is_read) {
  ASSERT_TRUE(is_read(text)) << text;
  const PlainJson& required = Schema::protocol().messages()[title]["required"];
  for (const std::string& key : keys_of(text)) {
    if (exceptions.contains(title + "." + key)) continue;
    PlainJson part = text;
    part.erase(key);
    const bool needed = std::find(required.begin(), required.end(), key) != required.end();
    EXPECT_EQ(is_read(part), !needed) << title << " without " << key;
  }
}

TEST(Schema, NET_3_AReaderNeedsWhatTheSchemaRequires) {
  // A kick names a seat or a watcher. A server takes a missing `on` for false.
  const Names lenient = {"client_kick.seat", "client_kick.watcher", "client_open_hands.on",
                         "client_auto_pass.on", "client_listen.on"};
  for (const auto& [title, texts] : written_by_clients()) {
    for (const PlainJson& text : texts) {
      expect_what_is_required(title, text, lenient, [](const PlainJson& json) {
        return parse_request(json.dump()).request.has_value();
      });
    }
  }
  for (const auto& [title, texts] : written_by_servers()) {
    for (const PlainJson& text : texts) {
      expect_what_is_required(title, text, {}, [](const PlainJson& json) {
        try {
          (void)parse_server_message(json.dump());
          return true;
        } catch (const JsonError&) {
          return false;
        }
      });
    }
  }
}

TEST(Requests, NET_3_EachIsReadAsItWasWritten) {
  for (const Request& request : some_requests()) {
    const std::string text = request_text(request);
    const ParsedRequest parsed = parse_request(text);
    ASSERT_TRUE(parsed.request) << text << ": " << parsed.field;
    EXPECT_EQ(parsed.request->index(), request.index()) << text;
    EXPECT_EQ(parsed.type, message_type(request));
    EXPECT_EQ(request_text(*parsed.request), text);
  }
}

TEST(Messages, NET_3_EachIsReadAsItWasWritten) {
  const Watched game(game_kind(3), 1);
  for (const ServerMessage& message : some_messages(game)) {
    const std::string text = server_text(message);
    const ServerMessage read = parse_server_message(text);
    EXPECT_EQ(read.index(), message.index()) << text;
    EXPECT_EQ(server_text(read), text);
  }
}

// ---- earlier releases ---------------------------------------------------------------------------

// All that stands in `was` stands in `is`, which may have more.
bool has_all_of(const PlainJson& is, const PlainJson& was) {
  if (!was.is_object()) return is == was;
  for (const auto& [key, value] : was.items()) {
    if (!is.contains(key) || !has_all_of(is[key], value)) return false;
  }
  return true;
}

// One message of each type in both directions, as this build writes them, a line each.
void record_messages(const std::filesystem::path& file) {
  std::ofstream out(file);
  for (const Request& request : some_requests()) out << "client " << request_text(request) << '\n';
  const Watched game(game_kind(3), 1);
  for (const ServerMessage& message : some_messages(game)) {
    out << "server " << server_text(message) << '\n';
  }
}

void expect_messages_read(const std::filesystem::path& file) {
  std::ifstream in(file);
  int lines = 0;
  for (std::string side, text; in >> side && std::getline(in >> std::ws, text); ++lines) {
    SCOPED_TRACE(text);
    if (side == "server") {
      const std::string again = server_text(parse_server_message(text));
      EXPECT_TRUE(has_all_of(PlainJson::parse(again), PlainJson::parse(text))) << again;
      continue;
    }
    const ParsedRequest parsed = parse_request(text);
    ASSERT_TRUE(parsed.request) << parsed.field;
    const std::string again = request_text(*parsed.request);
    EXPECT_TRUE(has_all_of(PlainJson::parse(again), PlainJson::parse(text))) << again;
  }
  EXPECT_GE(lines, 60);
}

TEST(Messages, SHIP_3_ThoseOfEarlierReleasesAreReadWithAllTheirFields) {
  const std::filesystem::path folder =
      std::filesystem::path(NINELIVES_SOURCE_DIR) / "tests/upgrade";
  int releases = 0;
  for (const auto& release : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path messages = release.path() / "messages.txt";
    if (!std::filesystem::exists(messages)) continue;  // 0.9.0 kept none
    expect_messages_read(messages);
    ++releases;
  }
  EXPECT_GE(releases, 1);
}

TEST(Messages, SHIP_3_ThoseOfThisReleaseCanBeKept) {
  const char* const wanted = std::getenv("NINELIVES_RECORD_MESSAGES");
  const std::filesystem::path file =
      wanted != nullptr ? std::filesystem::path(wanted)
                        : std::filesystem::path(testing::TempDir()) / "messages.txt";
  record_messages(file);
  expect_messages_read(file);
}

// Questions, windows and events are written without a tree, and say the same.
TEST(Messages, NET_3_ShortcutsWriteTheSameBytes) {
  const QuestionMessage question{
      1, 7, Phase::Turn, {"draw", "play skip"}, ServerTime{5}, ServerTime{9}};
  QuestionMessage plain = question;
  plain.legal.clear();
  EXPECT_EQ(question_text(plain, R"(["draw","play skip"])"), message_text(question));
  const WindowMessage window{1, 2, ServerTime{9}, ServerTime{5}};
  EXPECT_EQ(window_text(window), message_text(window));
  const Event event{.kind = EventKind::TurnStarted, .seat = 1, .number = 1};
  const EventsMessage events{1, 6, {event}, ViewPatch(Json{{"pile", 3}, {"may_act", true}})};
  EXPECT_EQ(message_text(
                EventsText{1, 6, events_text(events.events), R"("pile":3)", R"("may_act":true)"}),
            message_text(events));
  const RoomInfo room = full_room();
  RoomInfo for_watchers = room;
  for_watchers.seat = kWatcher;
  EXPECT_EQ(RoomText(for_watchers).to(room.seat), message_text(room));
  EXPECT_EQ(RoomText(for_watchers).to(kWatcher), message_text(for_watchers));
}

}  // namespace
}  // namespace nl
