// Messages of clients (requests), one type each. docs/reference/protocol.md describes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/seat.h"
#include "protocol/message_codec.h"
#include "protocol/push_target.h"
#include "protocol/room_settings.h"
#include "text/bytes.h"
#include "text/question_context.h"

namespace nl {

inline constexpr int kProtocolVersion = 1;

// Requested settings, parsed once. `fault` names the first invalid field; then `wanted` is
// undefined. Refusing the whole message would hide which field it is.
struct RequestedSettings {
  RoomSettings wanted{};
  std::string fault{};
};

struct HelloRequest {
  static constexpr std::string_view kType = "hello";
  int version = 0;
  bool fair = false;  // the client takes part in fair shuffles
};
struct PingRequest {
  static constexpr std::string_view kType = "ping";
};
struct ListRequest {
  static constexpr std::string_view kType = "list";
};
// A position of a finished game, from which the new room plays on.
struct PlayOnWish {
  std::string game{};  // its address; empty: the room deals its own games
  int step = 0;        // number of its steps played
  Seat seat = 0;       // for the creator
  std::string bot{};   // for the seats before that one, and for `bots`
  // The record up to that step, as the server found it; never part of the message.
  std::vector<std::string> lines{};
};
struct CreateRequest {
  static constexpr std::string_view kType = "create";
  std::string name{};
  RequestedSettings settings{};
  int bots = 0;
  PlayOnWish from{};
};
struct JoinRequest {
  static constexpr std::string_view kType = "join";
  std::string room{};
  std::string name{};
};
struct WatchRequest {
  static constexpr std::string_view kType = "watch";
  std::string room{};
};
struct ResumeRequest {
  static constexpr std::string_view kType = "resume";
  std::string room{};
  std::string token{};
  int game = 0;
  int last = 0;  // the number of the last event seen
};
struct SyncRequest {
  static constexpr std::string_view kType = "sync";
};
struct StartRequest {
  static constexpr std::string_view kType = "start";
};
struct KickRequest {
  static constexpr std::string_view kType = "kick";
  Seat seat = kNoSeat;
  int watcher = 0;  // … or the one with this number
};
struct AddBotRequest {
  static constexpr std::string_view kType = "add_bot";
  std::string bot{};  // empty: the default
};
struct RemoveBotRequest {
  static constexpr std::string_view kType = "remove_bot";
  Seat seat = 0;
};
struct HandOverRequest {
  static constexpr std::string_view kType = "hand_over";
  Seat seat = 0;
};
struct RematchRequest {
  static constexpr std::string_view kType = "rematch";
};
// A vote for another game: it begins when all present players have voted.
struct AgainRequest {
  static constexpr std::string_view kType = "again";
};
struct CommitRequest {
  static constexpr std::string_view kType = "commit";
  Bytes32 commitment{};
};
struct RevealRequest {
  static constexpr std::string_view kType = "reveal";
  Bytes32 share{};
};
struct AnswerRequest {
  static constexpr std::string_view kType = "answer";
  int game = 0;
  Decision decision = 0;
  std::string action{};
};
struct HintRequest {
  static constexpr std::string_view kType = "hint";
};
struct ForfeitRequest {
  static constexpr std::string_view kType = "forfeit";
};
struct RecordRequest {
  static constexpr std::string_view kType = "record";
  int from = 0;  // the first line wanted
  int game = 0;  // of the room's games; zero: the last finished one
};
struct ChatRequest {
  static constexpr std::string_view kType = "chat";
  std::string text{};
};
struct LeaveRequest {
  static constexpr std::string_view kType = "leave";
  bool keep = false;  // the seat waits, as after a lost connection
};
// The player whose seat a bot holds is back.
struct BackRequest {
  static constexpr std::string_view kType = "back";
};
// Asks for a room's public description, before taking a seat.
struct LookRequest {
  static constexpr std::string_view kType = "look";
  std::string room{};
};
// Delay of the bots' answers, in percent of the default.
struct PaceRequest {
  static constexpr std::string_view kType = "pace";
  int percent = 100;
};

// Limits how many may watch, and whether they may chat.
struct WatchersRequest {
  static constexpr std::string_view kType = "watchers";
  int most = 0;
  bool chat = false;
};

// The host has changed the room; all of its settings, as in `create`.
struct SettingsRequest {
  static constexpr std::string_view kType = "settings";
  RequestedSettings settings{};
};

// Lets watchers see this player's hand, a turn late, if all other players agree.
struct OpenHandsRequest {
  static constexpr std::string_view kType = "open_hands";
  bool on = false;
};

// One of kEmotes, shown at the player's seat.
struct EmoteRequest {
  static constexpr std::string_view kType = "emote";
  std::string emote{};
};

// A table with strangers: rules and number of players, as in `create`; after this time bots fill
// it.
struct AcceptedTables {
  std::vector<Preset> presets{};
  std::vector<Expansions> boxes{};
  std::vector<int> seats{};

  bool empty() const { return presets.empty() && boxes.empty() && seats.empty(); }
};
struct FindRequest {
  static constexpr std::string_view kType = "find";
  std::string name{};
  RequestedSettings settings{};  // preset, expansions and seats; the rest has defaults
  int wait_s = 0;
  bool together = false;  // others of the same address may sit there, if all agree
  // Other acceptable presets, boxes and numbers of players.
  AcceptedTables accepted{};
};
struct StopFindingRequest {
  static constexpr std::string_view kType = "stop_finding";
};

// From the host: webhook for turn notifications; empty: none.
struct WebhookRequest {
  static constexpr std::string_view kType = "webhook";
  std::string url{};
};
// Subscribes a browser to Web Push notifications.
struct SubscribeRequest {
  static constexpr std::string_view kType = "subscribe";
  PushTarget target{};
};
struct UnsubscribeRequest {
  static constexpr std::string_view kType = "unsubscribe";
};
// Rates this seat under the key; the player's signature proves consent.
struct LadderRequest {
  static constexpr std::string_view kType = "ladder";
  Bytes32 key{};
  Signature signature{};
};
// The page went into the background, or came back.
struct HiddenRequest {
  static constexpr std::string_view kType = "hidden";
  bool hidden = false;
};

// Passes Nope windows of a slow room for this player while they are away.
struct AutoPassRequest {
  static constexpr std::string_view kType = "auto_pass";
  bool on = false;
};
// This player listens to the game: Nope windows last longer where all people do.
struct ListenRequest {
  static constexpr std::string_view kType = "listen";
  bool on = false;
};
// A player reports this game to the operator. The answer is `reported`.
struct ReportRequest {
  static constexpr std::string_view kType = "report";
  std::string reason{};
  std::string text{};  // in the player's own words
};
// Requests the state of these slow tables, where the client has seats.
struct TablesRequest {
  static constexpr std::string_view kType = "tables";
  struct OwnSeat {
    std::string room{};
    std::string token{};
  };
  std::vector<OwnSeat> seats{};
};

using Request =
    std::variant<HelloRequest, PingRequest, ListRequest, CreateRequest, JoinRequest, WatchRequest,
                 ResumeRequest, SyncRequest, StartRequest, KickRequest, AddBotRequest,
                 RemoveBotRequest, HandOverRequest, RematchRequest, AgainRequest, CommitRequest,
                 RevealRequest, AnswerRequest, HintRequest, ForfeitRequest, RecordRequest,
                 ChatRequest, LeaveRequest, BackRequest, LookRequest, PaceRequest, WatchersRequest,
                 SettingsRequest, EmoteRequest, FindRequest, StopFindingRequest, OpenHandsRequest,
                 WebhookRequest, SubscribeRequest, UnsubscribeRequest, HiddenRequest, LadderRequest,
                 AutoPassRequest, ListenRequest, TablesRequest, ReportRequest>;

std::string request_text(const Request& request);
// Canonical text of requested settings: equal requests give equal texts.
std::string wish_text(const CreateRequest& request);

struct ParsedRequest {
  std::optional<Request> request{};  // empty: the message is invalid
  std::string type{};                // its type name, if known
  std::optional<int> id{};           // the client's number of the request
  std::string field{};               // the first invalid field
};

ParsedRequest parse_request(std::string_view bytes);

}  // namespace nl
