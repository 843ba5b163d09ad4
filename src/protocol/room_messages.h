// Messages of the server about rooms and their members. docs/reference/protocol.md describes each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/room_info.h"

namespace nl {

// Public rooms, or the requested one.
struct RoomsMessage {
  static constexpr std::string_view kType = "rooms";
  std::vector<ListedRoom> rooms{};

  friend bool operator==(const RoomsMessage&, const RoomsMessage&) = default;
};
void write_fields(Json& json, const RoomsMessage& message);
void read_fields(const JsonReader& json, RoomsMessage& message);

// The connection is in a room: at a seat, or with a number as a watcher.
struct JoinedMessage {
  static constexpr std::string_view kType = "joined";
  std::string room{};
  Seat seat = kNoSeat;  // kNoSeat: a watcher
  int watcher = 0;
  std::string token{};  // token that takes the seat again; empty: the client has it

  friend bool operator==(const JoinedMessage&, const JoinedMessage&) = default;
};
bool is_sound(const JoinedMessage& message);
void write_fields(Json& json, const JoinedMessage& message);
void read_fields(const JsonReader& json, JoinedMessage& message);

// A room's message for all its members, written once except for the reader's seat.
class RoomText {
 public:
  explicit RoomText(const RoomInfo& room);  // without a seat
  std::string to(Seat seat) const;

 private:
  std::string text_;
};

// From a player (seat, name), a watcher (number) or the operator (name only).
struct ChatMessage {
  static constexpr std::string_view kType = "chat";
  Seat seat = kNoSeat;
  int watcher = 0;
  std::string name{};
  std::string text{};

  friend bool operator==(const ChatMessage&, const ChatMessage&) = default;
};
// Name of the operator in chat.
inline constexpr std::string_view kOperatorName = "ninelives";
void write_fields(Json& json, const ChatMessage& message);
void read_fields(const JsonReader& json, ChatMessage& message);

struct EmoteMessage {
  static constexpr std::string_view kType = "emote";
  Seat seat = 0;
  std::string emote{};

  friend bool operator==(const EmoteMessage&, const EmoteMessage&) = default;
};
bool is_sound(const EmoteMessage& message);
void write_fields(Json& json, const EmoteMessage& message);
void read_fields(const JsonReader& json, EmoteMessage& message);

// The operator has a player's report.
struct ReportedMessage {
  static constexpr std::string_view kType = "reported";

  friend bool operator==(const ReportedMessage&, const ReportedMessage&) = default;
};

// Number of players looking for a table of `seats`; bots fill it at the deadline.
struct FindingMessage {
  static constexpr std::string_view kType = "finding";
  std::size_t waiting = 0;
  int seats = 0;
  ServerTime deadline{};
  ServerTime now{};

  friend bool operator==(const FindingMessage&, const FindingMessage&) = default;
};
void write_fields(Json& json, const FindingMessage& message);
void read_fields(const JsonReader& json, FindingMessage& message);

// The clock answers for a player.
struct TimeoutMessage {
  static constexpr std::string_view kType = "timeout";
  Seat seat = 0;
  std::optional<std::size_t> after{};  // the event before, for a player who was away

  friend bool operator==(const TimeoutMessage&, const TimeoutMessage&) = default;
};
bool is_sound(const TimeoutMessage& message);
void write_fields(Json& json, const TimeoutMessage& message);
void read_fields(const JsonReader& json, TimeoutMessage& message);

// The slow tables at which a player sits.
struct TablesMessage {
  static constexpr std::string_view kType = "tables";
  std::vector<OwnTable> tables{};
  ServerTime now{};

  friend bool operator==(const TablesMessage&, const TablesMessage&) = default;
};
void write_fields(Json& json, const TablesMessage& message);
void read_fields(const JsonReader& json, TablesMessage& message);

// The next stage of the shuffle.
struct FairMessage {
  static constexpr std::string_view kType = "fair";
  bool reveals = false;  // else the players must commit
  int game = 0;
  GameId id{};
  std::string terms{};
  Bytes32 commitment{};  // the server's
  ServerTime deadline{};
  ServerTime now{};
  std::vector<Bytes32> commitments{};  // commitments of the players, when they must reveal
  SeatMask supplied{};                 // seats whose share the server derives

  friend bool operator==(const FairMessage&, const FairMessage&) = default;
};
bool is_sound(const FairMessage& message);
void write_fields(Json& json, const FairMessage& message);
void read_fields(const JsonReader& json, FairMessage& message);

}  // namespace nl
