// Writers and readers of messages about rooms and members.
#include "protocol/room_messages.h"

#include <utility>

#include "protocol/emotes.h"

namespace nl {
namespace {

constexpr std::size_t kMostRooms = 1'000;
constexpr std::size_t kMostTables = 1'000;
constexpr int kMostNumber = 1'000'000'000;

}  // namespace

// ---- rooms --------------------------------------------------------------------------------------

void write_fields(Json& json, const RoomsMessage& message) {
  json["rooms"] = Json::array();
  for (const ListedRoom& room : message.rooms) json["rooms"].push_back(listed_room_json(room));
}
void read_fields(const JsonReader& json, RoomsMessage& message) {
  for (const JsonReader& room : json["rooms"].items(kMostRooms)) {
    message.rooms.push_back(read_listed_room(room));
  }
}

bool is_sound(const JoinedMessage& message) {
  return is_room_code(message.room) && (message.seat == kNoSeat || message.seat < kMaxSeats);
}
void write_fields(Json& json, const JoinedMessage& message) {
  json["room"] = message.room;
  put_seat(json, "seat", message.seat);
  if (message.watcher != 0) json["watcher"] = message.watcher;
  if (!message.token.empty()) json["token"] = message.token;
}
void read_fields(const JsonReader& json, JoinedMessage& message) {
  message = {.room = read_room_code(json["room"]),
             .seat = json["seat"].seat_or_none(),
             .watcher = json["watcher"].number_or(0, 1, kMostNumber),
             .token = json["token"].text_or("")};
}

RoomText::RoomText(const RoomInfo& room) : text_(message_text(room)) {
  assert(room.seat == kWatcher);
}

std::string RoomText::to(Seat seat) const {
  if (seat >= kMaxSeats) return text_;
  return text_.substr(0, text_.size() - 1) + ",\"seat\":" + std::to_string(seat) + '}';
}

// ---- talk ---------------------------------------------------------------------------------------

void write_fields(Json& json, const ChatMessage& message) {
  put_seat(json, "seat", message.seat);
  if (message.watcher != 0) json["watcher"] = message.watcher;
  if (!message.name.empty()) json["name"] = message.name;
  json["text"] = message.text;
}
void read_fields(const JsonReader& json, ChatMessage& message) {
  message = {.seat = json["seat"].seat_or_none(),
             .watcher = json["watcher"].number_or(0, 1, kMostNumber),
             .name = json["name"].text_or(""),
             .text = json["text"].text()};
}

bool is_sound(const EmoteMessage& message) {
  return message.seat < kMaxSeats && is_emote(message.emote);
}
void write_fields(Json& json, const EmoteMessage& message) {
  json["seat"] = message.seat;
  json["emote"] = message.emote;
}
void read_fields(const JsonReader& json, EmoteMessage& message) {
  message = {json["seat"].seat(), json["emote"].text()};
  if (!is_emote(message.emote)) json["emote"].fail("an emote");
}

// ---- waiting ------------------------------------------------------------------------------------

void write_fields(Json& json, const FindingMessage& message) {
  json["waiting"] = message.waiting;
  json["seats"] = message.seats;
  json["deadline"] = message.deadline.count();
  json["now"] = message.now.count();
}
void read_fields(const JsonReader& json, FindingMessage& message) {
  message = {.waiting = json["waiting"].number<std::size_t>(1, kMostNumber),
             .seats = json["seats"].number(2, kMaxSeats),
             .deadline = read_time(json["deadline"]),
             .now = read_time(json["now"])};
}

bool is_sound(const TimeoutMessage& message) { return message.seat < kMaxSeats; }
void write_fields(Json& json, const TimeoutMessage& message) {
  json["seat"] = message.seat;
  if (message.after) json["after"] = *message.after;
}
void read_fields(const JsonReader& json, TimeoutMessage& message) {
  message = {.seat = json["seat"].seat()};
  if (json.has("after")) message.after = json["after"].number<std::size_t>(0, kMostNumber);
}

void write_fields(Json& json, const TablesMessage& message) {
  json["tables"] = Json::array();
  for (const OwnTable& table : message.tables) json["tables"].push_back(own_table_json(table));
  json["now"] = message.now.count();
}
void read_fields(const JsonReader& json, TablesMessage& message) {
  for (const JsonReader& table : json["tables"].items(kMostTables)) {
    message.tables.push_back(read_own_table(table));
  }
  message.now = read_time(json["now"]);
}

// ---- the fair shuffle ---------------------------------------------------------------------------

bool is_sound(const FairMessage& message) {
  return message.reveals || (message.commitments.empty() && message.supplied == 0);
}
void write_fields(Json& json, const FairMessage& message) {
  json["stage"] = message.reveals ? "reveal" : "commit";
  json["game"] = message.game;
  json["id"] = to_hex(message.id);
  json["terms"] = message.terms;
  json["commitment"] = to_hex(message.commitment);
  json["deadline"] = message.deadline.count();
  json["now"] = message.now.count();
  if (!message.reveals) return;
  json["commitments"] = Json::array();
  for (const Bytes32& one : message.commitments) json["commitments"].push_back(to_hex(one));
  json["supplied"] = seat_list(message.supplied);
}
void read_fields(const JsonReader& json, FairMessage& message) {
  const std::string& stage = json["stage"].text();
  if (stage != "commit" && stage != "reveal") json["stage"].fail("commit or reveal");
  message = {.reveals = stage == "reveal",
             .game = json["game"].number(0, kMostNumber),
             .id = json["id"].hex<GameId>(),
             .terms = json["terms"].text(),
             .commitment = json["commitment"].hex(),
             .deadline = read_time(json["deadline"]),
             .now = read_time(json["now"])};
  if (!message.reveals) return;
  if (json.has("commitments")) {
    for (const JsonReader& one : json["commitments"].items(kMaxSeats)) {
      message.commitments.push_back(one.hex());
    }
  }
  if (json.has("supplied")) message.supplied = read_seats(json["supplied"], kMaxSeats);
}

}  // namespace nl
