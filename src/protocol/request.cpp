// Writers and readers of requests.
#include "protocol/request.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

#include "text/notation.h"

namespace nl {
namespace {

constexpr int kMostId = 1'000'000'000;
constexpr std::size_t kMostText = 1'000;
constexpr std::size_t kMostReport = 2'000;
constexpr std::size_t kMostSeats = 30;  // seats that a browser remembers

// These choices match players; the other settings have defaults.
constexpr std::array kFoundBy = {"preset", "expansions", "seats"};

// Settings are mixed with the other fields of a message.
RequestedSettings read_requested(const JsonReader& json) {
  const JsonFaults faults;
  RequestedSettings asked{.wanted = read_settings(json)};
  asked.wanted.matched = false;  // only set by the matchmaking queue
  if (faults.first()) return {.fault = faults.first()->field()};
  return asked;
}

}  // namespace

void write_fields(Json& json, const HelloRequest& request) {
  json["version"] = request.version;
  json["fair"] = request.fair;
}
void read_fields(const JsonReader& json, HelloRequest& request) {
  request = {json["version"].number(0, 1'000), json["fair"].flag_or(false)};
}

void write_fields(Json& json, const CreateRequest& request) {
  json["name"] = request.name;
  json.update(settings_json(request.settings.wanted));
  json["bots"] = request.bots;
  const PlayOnWish& from = request.from;
  if (from.game.empty()) return;
  json["from"] = {{"game", from.game}, {"step", from.step}, {"seat", from.seat}};
  if (!from.bot.empty()) json["from"]["bot"] = from.bot;
}
static PlayOnWish read_play_on_wish(const JsonReader& from) {
  if (!from.exists()) return {};
  return {.game = from["game"].text(kMostText),
          .step = from["step"].number(0, kMostId),
          .seat = from["seat"].seat(),
          .bot = from["bot"].text_or("", kMostText)};
}
void read_fields(const JsonReader& json, CreateRequest& request) {
  request = {.name = json["name"].text(kMostText),
             .settings = read_requested(json),
             .bots = json["bots"].number_or(0, 0, kMaxSeats - 1),
             .from = read_play_on_wish(json["from"])};
}

void write_fields(Json& json, const JoinRequest& request) {
  json["room"] = request.room;
  json["name"] = request.name;
}
void read_fields(const JsonReader& json, JoinRequest& request) {
  request = {json["room"].text(kMostText), json["name"].text(kMostText)};
}

void write_fields(Json& json, const WatchRequest& request) { json["room"] = request.room; }
void read_fields(const JsonReader& json, WatchRequest& request) {
  request = {json["room"].text(kMostText)};
}

void write_fields(Json& json, const ResumeRequest& request) {
  json["room"] = request.room;
  json["token"] = request.token;
  json["game"] = request.game;
  json["last"] = request.last;
}
void read_fields(const JsonReader& json, ResumeRequest& request) {
  request = {json["room"].text(kMostText), json["token"].text(kMostText),
             json["game"].number_or(0, 0, kMostId), json["last"].number_or(0, 0, kMostId)};
}

template <class OfSeat>
concept SaysSeat = std::same_as<OfSeat, RemoveBotRequest> || std::same_as<OfSeat, HandOverRequest>;
template <SaysSeat OfSeat>
void write_fields(Json& json, const OfSeat& request) {
  json["seat"] = request.seat;
}
template <SaysSeat OfSeat>
void read_fields(const JsonReader& json, OfSeat& request) {
  request = {json["seat"].seat()};
}

void write_fields(Json& json, const KickRequest& request) {
  if (request.watcher == 0) {
    json["seat"] = request.seat;
  } else {
    json["watcher"] = request.watcher;
  }
}
void read_fields(const JsonReader& json, KickRequest& request) {
  request.watcher = json["watcher"].number_or(0, 1, kMostId);
  if (request.watcher == 0) request.seat = json["seat"].seat();
}

void write_fields(Json& json, const AddBotRequest& request) {
  if (!request.bot.empty()) json["bot"] = request.bot;
}
void read_fields(const JsonReader& json, AddBotRequest& request) {
  request = {json["bot"].text_or("", kMostText)};
}

void write_fields(Json& json, const CommitRequest& request) {
  json["commitment"] = to_hex(request.commitment);
}
void read_fields(const JsonReader& json, CommitRequest& request) {
  request = {json["commitment"].hex()};
}

void write_fields(Json& json, const RevealRequest& request) {
  json["share"] = to_hex(request.share);
}
void read_fields(const JsonReader& json, RevealRequest& request) {
  request = {json["share"].hex()};
}

void write_fields(Json& json, const AnswerRequest& request) {
  json["game"] = request.game;
  json["decision"] = request.decision;
  json["action"] = request.action;
}
void read_fields(const JsonReader& json, AnswerRequest& request) {
  request = {json["game"].number(0, kMostId),
             static_cast<Decision>(json["decision"].number(0, kMostId)),
             json["action"].text(kMostText)};
}

void write_fields(Json& json, const RecordRequest& request) {
  json["from"] = request.from;
  if (request.game != 0) json["game"] = request.game;
}
void read_fields(const JsonReader& json, RecordRequest& request) {
  request = {json["from"].number_or(0, 0, kMostId), json["game"].number_or(0, 0, kMostId)};
}

void write_fields(Json& json, const LookRequest& request) { json["room"] = request.room; }
void read_fields(const JsonReader& json, LookRequest& request) {
  request = {json["room"].text(kMostText)};
}

void write_fields(Json& json, const PaceRequest& request) { json["percent"] = request.percent; }
void read_fields(const JsonReader& json, PaceRequest& request) {
  request = {json["percent"].number(0, 400)};
}

void write_fields(Json& json, const WatchersRequest& request) {
  json["most"] = request.most;
  json["chat"] = request.chat;
}
void read_fields(const JsonReader& json, WatchersRequest& request) {
  request = {json["most"].number(0, 100'000), json["chat"].flag_or(false)};
}

void write_fields(Json& json, const SettingsRequest& request) {
  json.update(settings_json(request.settings.wanted));
}
void read_fields(const JsonReader& json, SettingsRequest& request) {
  request = {read_requested(json)};
}

void write_fields(Json& json, const EmoteRequest& request) { json["emote"] = request.emote; }
void read_fields(const JsonReader& json, EmoteRequest& request) {
  request = {json["emote"].text(kMostText)};
}

void write_fields(Json& json, const OpenHandsRequest& request) { json["on"] = request.on; }
void read_fields(const JsonReader& json, OpenHandsRequest& request) {
  request = {json["on"].flag_or(false)};
}

static Json accepted_json(const AcceptedTables& accepted) {
  Json presets = Json::array();
  for (const Preset preset : accepted.presets) presets.push_back(preset_name(preset));
  Json boxes = Json::array();
  for (const Expansions set : accepted.boxes) boxes.push_back(box_names(set));
  return {{"presets", presets}, {"expansions", boxes}, {"seats", accepted.seats}};
}
static AcceptedTables read_accepted(const JsonReader& json) {
  AcceptedTables accepted;
  if (!json.exists()) return accepted;
  if (json.has("presets")) {
    for (const JsonReader& one : json["presets"].items(kPresets)) {
      accepted.presets.push_back(one.preset());
    }
  }
  if (json.has("expansions")) {
    for (const JsonReader& one : json["expansions"].items(std::size_t{1} << kBoxes)) {
      accepted.boxes.push_back(one.expansions());
    }
  }
  if (json.has("seats")) {
    for (const JsonReader& one : json["seats"].items(kMaxSeats)) {
      accepted.seats.push_back(one.number(2, kMaxSeats));
    }
  }
  return accepted;
}
void write_fields(Json& json, const FindRequest& request) {
  const Json settings = settings_json(request.settings.wanted);
  json["name"] = request.name;
  json["wait_s"] = request.wait_s;
  if (request.together) json["together"] = true;
  for (const char* field : kFoundBy) json[field] = settings[field];
  if (!request.accepted.empty()) json["accept"] = accepted_json(request.accepted);
}
void read_fields(const JsonReader& json, FindRequest& request) {
  Json plain = Json::object();
  for (const char* field : kFoundBy) {
    if (json.has(field)) plain[field] = json[field].value();
  }
  request = {json["name"].text(kMostText), read_requested(JsonReader(plain)),
             json["wait_s"].number(0, 600), json["together"].flag_or(false),
             read_accepted(json["accept"])};
}

void write_fields(Json& json, const WebhookRequest& request) { json["url"] = request.url; }
void read_fields(const JsonReader& json, WebhookRequest& request) {
  request = {json["url"].text(kMostText)};
}

void write_fields(Json& json, const SubscribeRequest& request) {
  json["endpoint"] = request.target.endpoint;
  json["p256dh"] = request.target.p256dh;
  json["auth"] = request.target.auth;
}
void read_fields(const JsonReader& json, SubscribeRequest& request) {
  request = {{json["endpoint"].text(kMostText), json["p256dh"].text(kMostText),
              json["auth"].text(kMostText)}};
}

void write_fields(Json& json, const HiddenRequest& request) { json["hidden"] = request.hidden; }
void read_fields(const JsonReader& json, HiddenRequest& request) {
  request = {json["hidden"].flag_or(false)};
}

void write_fields(Json& json, const LeaveRequest& request) {
  if (request.keep) json["keep"] = true;
}
void read_fields(const JsonReader& json, LeaveRequest& request) {
  request = {json["keep"].flag_or(false)};
}

void write_fields(Json& json, const AutoPassRequest& request) { json["on"] = request.on; }
void read_fields(const JsonReader& json, AutoPassRequest& request) {
  request = {json["on"].flag_or(false)};
}

void write_fields(Json& json, const ListenRequest& request) { json["on"] = request.on; }
void read_fields(const JsonReader& json, ListenRequest& request) {
  request = {json["on"].flag_or(false)};
}

void write_fields(Json& json, const ReportRequest& request) {
  json["reason"] = request.reason;
  if (!request.text.empty()) json["text"] = request.text;
}
void read_fields(const JsonReader& json, ReportRequest& request) {
  request = {json["reason"].text(kMostText), json["text"].text_or("", kMostReport)};
}

void write_fields(Json& json, const TablesRequest& request) {
  json["seats"] = Json::array();
  for (const auto& seat : request.seats) {
    json["seats"].push_back({{"room", seat.room}, {"token", seat.token}});
  }
}
static std::optional<JsonError> read_seats(const JsonReader& list, TablesRequest& request) {
  const JsonFaults faults;
  for (const JsonReader& seat : list.items(kMostSeats)) {
    request.seats.push_back({seat["room"].text(kMostText), seat["token"].text(kMostText)});
  }
  return faults.first();
}
void read_fields(const JsonReader& json, TablesRequest& request) {
  if (const auto fault = read_seats(json["seats"], request)) {
    JsonFaults::report("seats", fault->what());  // the message has exactly one wrong field
  }
}

void write_fields(Json& json, const LadderRequest& request) {
  json["key"] = to_hex(request.key);
  json["signature"] = to_hex(request.signature);
}
void read_fields(const JsonReader& json, LadderRequest& request) {
  request = {json["key"].hex(), json["signature"].hex<Signature>()};
}

void write_fields(Json& json, const ChatRequest& request) { json["text"] = request.text; }
void read_fields(const JsonReader& json, ChatRequest& request) {
  request = {json["text"].text(kMostText)};
}

// ---- by type ------------------------------------------------------------------------------------

std::string request_text(const Request& request) {
  return std::visit([](const auto& said) { return message_text(said); }, request);
}

std::string wish_text(const CreateRequest& request) {
  Json json = settings_json(request.settings.wanted);
  json["bots"] = request.bots;
  return json.dump();
}

namespace {

void read_request(const JsonReader& json, ParsedRequest& parsed) {
  if (const auto id = json["id"].if_number(0, std::numeric_limits<std::int64_t>::max())) {
    parsed.id = static_cast<int>(std::min<std::int64_t>(*id, kMostId));
  }
  parsed.field = "t";
  auto request = blank_message<Request>(json["t"].text());
  if (!request) return;
  parsed.type = message_type(*request);
  read_message(json, *request);
  parsed.field.clear();
  parsed.request = std::move(request);
}

}  // namespace

ParsedRequest parse_request(std::string_view bytes) {
  ParsedRequest parsed;
  const JsonFaults faults;
  const Json json = parse_object(bytes);
  read_request(JsonReader(json), parsed);
  if (faults.first()) {
    parsed.field = faults.first()->field();
    parsed.request.reset();
  }
  return parsed;
}

}  // namespace nl
