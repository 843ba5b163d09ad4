// What a client can say, written as a message and read from one. docs/protocol.md describes each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/seat.h"
#include "protocol/push_target.h"
#include "text/asked.h"
#include "text/bytes.h"
#include "text/rules_text.h"

namespace nl {

inline constexpr int kProtocolVersion = 1;

struct HelloRequest {
  int version = 0;
  bool fair = false;  // the client takes part in fair shuffles
};
struct PingRequest {};
struct ListRequest {};
struct CreateRequest {
  std::string name{};
  Json settings =
      Json::object();  // checked when the room is made, so that the refusal can name the field
  int bots = 0;
};
struct JoinRequest {
  std::string room{};
  std::string name{};
};
struct WatchRequest {
  std::string room{};
};
struct ResumeRequest {
  std::string room{};
  std::string token{};
  int game = 0;
  int last = 0;  // the number of the last event seen
};
struct SyncRequest {};
struct StartRequest {};
struct KickRequest {
  Seat seat = kNoSeat;
  int watcher = 0;  // … or the one with this number
};
struct AddBotRequest {
  std::string bot{};  // empty: the usual one
};
struct RemoveBotRequest {
  Seat seat = 0;
};
struct HandOverRequest {
  Seat seat = 0;
};
struct RematchRequest {};
struct CommitRequest {
  Bytes32 commitment{};
};
struct RevealRequest {
  Bytes32 share{};
};
struct AnswerRequest {
  int game = 0;
  Decision decision = 0;
  std::string action{};
};
struct HintRequest {};
struct ForfeitRequest {};
struct RecordRequest {
  int from = 0;  // the first line wanted
  int game = 0;  // of the room's games; zero: the last one that is over
};
struct ChatRequest {
  std::string text{};
};
struct LeaveRequest {
  bool keep = false;  // the seat waits, as after a lost connection
};
// The player whose seat a bot holds is back.
struct BackRequest {};
// What sort of room is it? Asked before one sits down.
struct LookRequest {
  std::string room{};
};
// How long the bots wait before they answer, in percent of the usual.
struct PaceRequest {
  int percent = 100;
};

// How many may watch, and whether they may talk.
struct WatchersRequest {
  int most = 0;
  bool chat = false;
};

// The host has changed their mind about the room; all of its settings, as in `create`.
struct SettingsRequest {
  Json settings = Json::object();
};

// Watchers may see this player's hand, a turn late, if all other players say so too.
struct OpenHandsRequest {
  bool on = false;
};

// One of kEmotes, shown at the player's seat.
struct EmoteRequest {
  std::string emote{};
};

// A table with strangers: the rules and how many, as in `create`; after so long bots fill it.
struct FindRequest {
  std::string name{};
  Json settings = Json::object();
  int wait_s = 0;
};
struct StopFindingRequest {};

// The host's: each turn is told to this address; empty: to none.
struct WebhookRequest {
  std::string url{};
};
// This browser wants to be called when its player is asked and not looking.
struct SubscribeRequest {
  PushTarget target{};
};
struct UnsubscribeRequest {};
// This seat is rated under that key, by whose signature its player says so.
struct LadderRequest {
  Bytes32 key{};
  Signature signature{};
};
// Nobody looks at the page, or somebody does again.
struct HiddenRequest {
  bool hidden = false;
};

// Nope windows of a slow room are passed for this player while nobody looks at the table.
struct AutoPassRequest {
  bool on = false;
};
// How do matters stand at these slow tables, of which the client has seats?
struct TablesRequest {
  struct OwnSeat {
    std::string room{};
    std::string token{};
  };
  std::vector<OwnSeat> seats{};
};

using Request =
    std::variant<HelloRequest, PingRequest, ListRequest, CreateRequest, JoinRequest, WatchRequest,
                 ResumeRequest, SyncRequest, StartRequest, KickRequest, AddBotRequest,
                 RemoveBotRequest, HandOverRequest, RematchRequest, CommitRequest, RevealRequest,
                 AnswerRequest, HintRequest, ForfeitRequest, RecordRequest, ChatRequest,
                 LeaveRequest, BackRequest, LookRequest, PaceRequest, WatchersRequest,
                 SettingsRequest, EmoteRequest, FindRequest, StopFindingRequest, OpenHandsRequest,
                 WebhookRequest, SubscribeRequest, UnsubscribeRequest, HiddenRequest, LadderRequest,
                 AutoPassRequest, TablesRequest>;

// The word in the field `t`.
std::string_view request_type(const Request& request);
std::string request_text(const Request& request);

struct ParsedRequest {
  std::optional<Request> request{};  // nothing: the message makes no sense
  std::string type{};                // what it called itself, if it is a type we know
  Json id{};                         // whatever number the client gave it; null: none
  std::string field{};               // where it stopped making sense
};

ParsedRequest parse_request(std::string_view bytes);

}  // namespace nl
