#include "protocol/request.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

#include "text/nesting.h"

namespace nl {
namespace {

constexpr int kMostId = 1'000'000'000;
constexpr std::size_t kMostText = 1'000;
constexpr std::size_t kMostSeats = 30;  // that a browser keeps

// Reads fields one by one and remembers the first that is missing or of the wrong type.
class Fields {
 public:
  explicit Fields(const Json& json) : json_(json) {}

  std::string text(const char* key, const char* otherwise = nullptr) {
    const auto found = json_.find(key);
    if (found == json_.end() && otherwise != nullptr) return otherwise;
    if (found == json_.end() || !found->is_string()) return wrong(key);
    const auto& value = found->get_ref<const std::string&>();
    return value.size() <= kMostText ? value : wrong(key);
  }
  int number(const char* key, int low, int high) {
    const auto found = json_.find(key);
    const bool fits = found != json_.end() && found->is_number_unsigned() &&
                      found->get<std::uint64_t>() >= static_cast<std::uint64_t>(low) &&
                      found->get<std::uint64_t>() <= static_cast<std::uint64_t>(high);
    if (fits) return found->get<int>();
    wrong(key);
    return low;
  }
  int number_or(const char* key, int otherwise, int low, int high) {
    return json_.contains(key) ? number(key, low, high) : otherwise;
  }
  bool flag(const char* key) {
    const auto found = json_.find(key);
    if (found == json_.end()) return false;
    if (!found->is_boolean()) wrong(key);
    return found->is_boolean() && found->get<bool>();
  }
  template <class Value = Bytes32>
  Value bytes(const char* key) {
    Value value{};
    if (!from_hex(text(key), value)) wrong(key);
    return value;
  }
  // Of objects.
  std::vector<Json> list(const char* key, std::size_t most) {
    const auto found = json_.find(key);
    const bool fits =
        found != json_.end() && found->is_array() && found->size() <= most &&
        std::all_of(found->begin(), found->end(), [](const Json& one) { return one.is_object(); });
    if (fits) return {found->begin(), found->end()};
    wrong(key);
    return {};
  }
  std::string wrong(const char* key) {
    if (fault_.empty()) fault_ = key;
    return {};
  }
  Seat seat() { return static_cast<Seat>(number("seat", 0, kMaxSeats - 1)); }

  const Json& all() const { return json_; }
  const std::string& fault() const { return fault_; }

 private:
  const Json& json_;
  std::string fault_;
};

// ---- each request, as it is written and as it is read -------------------------------------------

// Those that say nothing beyond their type.
template <class Plain>
void write(Json&, const Plain&) {
  static_assert(std::is_empty_v<Plain>);
}
template <class Plain>
void read(Fields&, Plain&) {
  static_assert(std::is_empty_v<Plain>);
}

void write(Json& json, const HelloRequest& request) {
  json["version"] = request.version;
  json["fair"] = request.fair;
}
void read(Fields& f, HelloRequest& request) {
  request = {f.number("version", 0, 1'000), f.flag("fair")};
}

void write(Json& json, const CreateRequest& request) {
  json["name"] = request.name;
  json.update(request.settings);
  if (request.bots != 0) json["bots"] = request.bots;
}
void read(Fields& f, CreateRequest& request) {
  request = {f.text("name"), f.all(), f.number_or("bots", 0, 0, kMaxSeats - 1)};
}

void write(Json& json, const JoinRequest& request) {
  json["room"] = request.room;
  json["name"] = request.name;
}
void read(Fields& f, JoinRequest& request) { request = {f.text("room"), f.text("name")}; }

void write(Json& json, const WatchRequest& request) { json["room"] = request.room; }
void read(Fields& f, WatchRequest& request) { request = {f.text("room")}; }

void write(Json& json, const ResumeRequest& request) {
  json["room"] = request.room;
  json["token"] = request.token;
  json["game"] = request.game;
  json["last"] = request.last;
}
void read(Fields& f, ResumeRequest& request) {
  request = {f.text("room"), f.text("token"), f.number_or("game", 0, 0, kMostId),
             f.number_or("last", 0, 0, kMostId)};
}

template <class OfSeat>
concept SaysSeat = std::same_as<OfSeat, RemoveBotRequest> || std::same_as<OfSeat, HandOverRequest>;
template <SaysSeat OfSeat>
void write(Json& json, const OfSeat& request) {
  json["seat"] = request.seat;
}
template <SaysSeat OfSeat>
void read(Fields& f, OfSeat& request) {
  request = {f.seat()};
}

void write(Json& json, const KickRequest& request) {
  if (request.watcher == 0) {
    json["seat"] = request.seat;
  } else {
    json["watcher"] = request.watcher;
  }
}
void read(Fields& f, KickRequest& request) {
  request.watcher = f.number_or("watcher", 0, 1, kMostId);
  if (request.watcher == 0) request.seat = f.seat();
}

void write(Json& json, const AddBotRequest& request) {
  if (!request.bot.empty()) json["bot"] = request.bot;
}
void read(Fields& f, AddBotRequest& request) { request = {f.text("bot", "")}; }

void write(Json& json, const CommitRequest& request) {
  json["commitment"] = to_hex(request.commitment);
}
void read(Fields& f, CommitRequest& request) { request = {f.bytes("commitment")}; }

void write(Json& json, const RevealRequest& request) { json["share"] = to_hex(request.share); }
void read(Fields& f, RevealRequest& request) { request = {f.bytes("share")}; }

void write(Json& json, const AnswerRequest& request) {
  json["game"] = request.game;
  json["decision"] = request.decision;
  json["action"] = request.action;
}
void read(Fields& f, AnswerRequest& request) {
  request = {f.number("game", 0, kMostId), static_cast<Decision>(f.number("decision", 0, kMostId)),
             f.text("action")};
}

void write(Json& json, const RecordRequest& request) {
  json["from"] = request.from;
  if (request.game != 0) json["game"] = request.game;
}
void read(Fields& f, RecordRequest& request) {
  request = {f.number_or("from", 0, 0, kMostId), f.number_or("game", 0, 0, kMostId)};
}

void write(Json& json, const LookRequest& request) { json["room"] = request.room; }
void read(Fields& f, LookRequest& request) { request = {f.text("room")}; }

void write(Json& json, const PaceRequest& request) { json["percent"] = request.percent; }
void read(Fields& f, PaceRequest& request) { request = {f.number("percent", 0, 400)}; }

void write(Json& json, const WatchersRequest& request) {
  json["most"] = request.most;
  json["chat"] = request.chat;
}
void read(Fields& f, WatchersRequest& request) {
  request = {f.number("most", 0, 100'000), f.flag("chat")};
}

void write(Json& json, const SettingsRequest& request) { json.update(request.settings); }
void read(Fields& f, SettingsRequest& request) { request = {f.all()}; }

void write(Json& json, const EmoteRequest& request) { json["emote"] = request.emote; }
void read(Fields& f, EmoteRequest& request) { request = {f.text("emote")}; }

void write(Json& json, const OpenHandsRequest& request) { json["on"] = request.on; }
void read(Fields& f, OpenHandsRequest& request) { request = {f.flag("on")}; }

void write(Json& json, const FindRequest& request) {
  json["name"] = request.name;
  json["wait_s"] = request.wait_s;
  json.update(request.settings);
}
void read(Fields& f, FindRequest& request) {
  request = {f.text("name"), f.all(), f.number("wait_s", 0, 600)};
}

void write(Json& json, const WebhookRequest& request) { json["url"] = request.url; }
void read(Fields& f, WebhookRequest& request) { request = {f.text("url")}; }

void write(Json& json, const SubscribeRequest& request) {
  json["endpoint"] = request.target.endpoint;
  json["p256dh"] = request.target.p256dh;
  json["auth"] = request.target.auth;
}
void read(Fields& f, SubscribeRequest& request) {
  request = {{f.text("endpoint"), f.text("p256dh"), f.text("auth")}};
}

void write(Json& json, const HiddenRequest& request) { json["hidden"] = request.hidden; }
void read(Fields& f, HiddenRequest& request) { request = {f.flag("hidden")}; }

void write(Json& json, const LeaveRequest& request) {
  if (request.keep) json["keep"] = true;
}
void read(Fields& f, LeaveRequest& request) { request = {f.flag("keep")}; }

void write(Json& json, const AutoPassRequest& request) { json["on"] = request.on; }
void read(Fields& f, AutoPassRequest& request) { request = {f.flag("on")}; }

void write(Json& json, const TablesRequest& request) {
  json["seats"] = Json::array();
  for (const auto& seat : request.seats) {
    json["seats"].push_back({{"room", seat.room}, {"token", seat.token}});
  }
}
void read(Fields& f, TablesRequest& request) {
  for (const Json& json : f.list("seats", kMostSeats)) {
    Fields seat(json);
    request.seats.push_back({seat.text("room"), seat.text("token")});
    if (!seat.fault().empty()) f.wrong("seats");
  }
}

void write(Json& json, const LadderRequest& request) {
  json["key"] = to_hex(request.key);
  json["signature"] = to_hex(request.signature);
}
void read(Fields& f, LadderRequest& request) {
  request = {f.bytes("key"), f.bytes<Signature>("signature")};
}

void write(Json& json, const ChatRequest& request) { json["text"] = request.text; }
void read(Fields& f, ChatRequest& request) { request = {f.text("text")}; }

// ---- by type ------------------------------------------------------------------------------------

// What a request calls itself, in the order of the variant.
constexpr auto kTypes = std::to_array<std::string_view>(
    {"hello",  "ping",         "list",       "create",  "join",       "watch",       "resume",
     "sync",   "start",        "kick",       "add_bot", "remove_bot", "hand_over",   "rematch",
     "commit", "reveal",       "answer",     "hint",    "forfeit",    "record",      "chat",
     "leave",  "back",         "look",       "pace",    "watchers",   "settings",    "emote",
     "find",   "stop_finding", "open_hands", "webhook", "subscribe",  "unsubscribe", "hidden",
     "ladder", "auto_pass",    "tables"});
static_assert(kTypes.size() == std::variant_size_v<Request>);

// Nothing said yet, of the type with that index.
template <std::size_t... kIndex>
Request blank_request(std::size_t index, std::index_sequence<kIndex...>) {
  using Maker = Request (*)();
  constexpr std::array<Maker, sizeof...(kIndex)> kMakers = {
      []() -> Request { return std::variant_alternative_t<kIndex, Request>{}; }...};
  return kMakers[index]();
}

std::optional<Request> blank_request(const Json& json) {
  const auto type = json.find("t");
  if (type == json.end() || !type->is_string()) return std::nullopt;
  const auto& name = type->get_ref<const std::string&>();
  const auto found = std::find(kTypes.begin(), kTypes.end(), name);
  if (found == kTypes.end()) return std::nullopt;
  return blank_request(static_cast<std::size_t>(found - kTypes.begin()),
                       std::make_index_sequence<kTypes.size()>());
}

}  // namespace

std::string_view request_type(const Request& request) { return kTypes[request.index()]; }

std::string request_text(const Request& request) {
  Json json = {{"t", request_type(request)}};
  std::visit([&](const auto& said) { write(json, said); }, request);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ParsedRequest parse_request(std::string_view bytes) {
  ParsedRequest parsed;
  if (nests_too_deep(bytes)) return parsed;
  const Json json = Json::parse(bytes, nullptr, false);
  if (!json.is_object()) return parsed;
  parsed.field = "t";
  if (const auto id = json.find("id"); id != json.end() && id->is_number_unsigned()) {
    parsed.id = std::min<std::uint64_t>(id->get<std::uint64_t>(), kMostId);
  }
  auto request = blank_request(json);
  if (!request) return parsed;
  parsed.type = request_type(*request);
  Fields fields(json);
  std::visit([&](auto& said) { read(fields, said); }, *request);
  parsed.field = fields.fault();
  if (parsed.field.empty()) parsed.request = std::move(request);
  return parsed;
}

}  // namespace nl
