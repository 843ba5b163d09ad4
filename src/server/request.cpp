#include "server/request.h"

#include <algorithm>
#include <array>

#include "bots/bot.h"

namespace nl {
namespace {

constexpr int kMostId = 1'000'000'000;
constexpr std::size_t kMostText = 1'000;

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
  Bytes32 bytes(const char* key) {
    Bytes32 value{};
    if (!from_hex(text(key), value)) wrong(key);
    return value;
  }
  Seat seat() { return static_cast<Seat>(number("seat", 0, kMaxSeats - 1)); }

  const Json& all() const { return json_; }
  const std::string& fault() const { return fault_; }

 private:
  std::string wrong(const char* key) {
    if (fault_.empty()) fault_ = key;
    return {};
  }

  const Json& json_;
  std::string fault_;
};

// One entry a type: what it is called and how it is read.
struct Reader {
  std::string_view type;
  Request (*read)(Fields&);
};

constexpr auto kReaders = std::to_array<Reader>({
    {"hello",
     [](Fields& f) -> Request {
       return HelloRequest{f.number("version", 0, 1'000), f.flag("fair")};
     }},
    {"ping", [](Fields&) -> Request { return PingRequest{}; }},
    {"list", [](Fields&) -> Request { return ListRequest{}; }},
    {"create",
     [](Fields& f) -> Request {
       return CreateRequest{f.text("name"), f.all(), f.number_or("bots", 0, 0, kMaxSeats - 1)};
     }},
    {"join",
     [](Fields& f) -> Request {
       return JoinRequest{f.text("room"), f.text("name")};
     }},
    {"watch", [](Fields& f) -> Request { return WatchRequest{f.text("room")}; }},
    {"resume",
     [](Fields& f) -> Request {
       return ResumeRequest{f.text("room"), f.text("token"), f.number_or("game", 0, 0, kMostId),
                            f.number_or("last", 0, 0, kMostId)};
     }},
    {"sync", [](Fields&) -> Request { return SyncRequest{}; }},
    {"start", [](Fields&) -> Request { return StartRequest{}; }},
    {"kick", [](Fields& f) -> Request { return KickRequest{f.seat()}; }},
    {"add_bot",
     [](Fields& f) -> Request { return AddBotRequest{f.text("bot", kDefaultBot.data())}; }},
    {"remove_bot", [](Fields& f) -> Request { return RemoveBotRequest{f.seat()}; }},
    {"hand_over", [](Fields& f) -> Request { return HandOverRequest{f.seat()}; }},
    {"rematch", [](Fields&) -> Request { return RematchRequest{}; }},
    {"commit", [](Fields& f) -> Request { return CommitRequest{f.bytes("commitment")}; }},
    {"reveal", [](Fields& f) -> Request { return RevealRequest{f.bytes("share")}; }},
    {"answer",
     [](Fields& f) -> Request {
       return AnswerRequest{f.number("game", 0, kMostId),
                            static_cast<Decision>(f.number("decision", 0, kMostId)),
                            f.text("action")};
     }},
    {"hint", [](Fields&) -> Request { return HintRequest{}; }},
    {"forfeit", [](Fields&) -> Request { return ForfeitRequest{}; }},
    {"record",
     [](Fields& f) -> Request { return RecordRequest{f.number_or("from", 0, 0, kMostId)}; }},
    {"chat", [](Fields& f) -> Request { return ChatRequest{f.text("text")}; }},
    {"leave", [](Fields&) -> Request { return LeaveRequest{}; }},
});

static_assert(kReaders.size() == std::variant_size_v<Request>);

const Reader* reader_of(const Json& json) {
  const auto type = json.find("t");
  if (type == json.end() || !type->is_string()) return nullptr;
  const auto& name = type->get_ref<const std::string&>();
  const auto found = std::find_if(kReaders.begin(), kReaders.end(),
                                  [&](const Reader& reader) { return reader.type == name; });
  return found == kReaders.end() ? nullptr : &*found;
}

}  // namespace

ParsedRequest parse_request(std::string_view bytes) {
  ParsedRequest parsed;
  const Json json = Json::parse(bytes, nullptr, false);
  if (!json.is_object()) return parsed;
  parsed.field = "t";
  if (const auto id = json.find("id"); id != json.end() && id->is_number_unsigned()) {
    parsed.id = std::min<std::uint64_t>(id->get<std::uint64_t>(), kMostId);
  }
  const Reader* reader = reader_of(json);
  if (reader == nullptr) return parsed;
  parsed.type = reader->type;
  Fields fields(json);
  Request request = reader->read(fields);
  parsed.field = fields.fault();
  if (parsed.field.empty()) parsed.request = std::move(request);
  return parsed;
}

}  // namespace nl
