#include "protocol/room_info.h"

#include <algorithm>

#include "text/notation.h"

namespace nl {
namespace {

constexpr std::size_t kMostRooms = 1'000;
constexpr int kMostGames = 1'000'000'000;
constexpr int kMostWatchers = 1'000'000;

std::string code_of(const Json& json) {
  const std::string& code = text_of(json, "room");
  if (!is_room_code(code)) throw BadMessage("room");
  return code;
}

Json player_json(const RoomPlayer& player) {
  Json json = {{"name", player.name}};
  if (!player.bot.empty()) {
    json["bot"] = player.bot;
    return json;
  }
  json["connected"] = player.connected;
  if (player.held) json["held"] = true;
  return json;
}

RoomPlayer read_player(const Json& json) {
  RoomPlayer player{.name = text_of(json, "name")};
  if (json.contains("bot")) player.bot = text_of(json, "bot");
  if (json.contains("connected")) player.connected = flag_of(json, "connected");
  if (json.contains("held")) player.held = flag_of(json, "held");
  return player;
}

ListedRoom read_listed(const Json& json) {
  return {.code = code_of(json),
          .phase = named_of(json, "phase", kRoomPhaseNames),
          .preset = preset_from(json),
          .expansions = expansions_from(json),
          .seats = number_of(json, "seats", 2, kMaxSeats),
          .taken = number_of(json, "taken", 0, kMaxSeats),
          .watchers = number_of(json, "watchers", 0, kMostWatchers),
          .host = text_of(json, "host"),
          .hours = json.contains("hours") ? number_of(json, "hours", 0, kMostHours) : 0};
}

}  // namespace

bool is_room_code(std::string_view text) {
  return text.size() >= 4 && text.size() <= 20 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
         });
}

Json room_json(const RoomInfo& room) {
  Json players = Json::array();
  for (const RoomPlayer& player : room.players) players.push_back(player_json(player));
  Json json = {{"t", "room"},
               {"room", room.code},
               {"phase", kRoomPhaseNames[room.phase]},
               {"game", room.game},
               {"settings", settings_json(room.settings)},
               {"players", std::move(players)},
               {"host", room.host},
               {"watchers", room.watchers}};
  if (!room.watching.empty()) json["watching"] = room.watching;
  if (room.watchers_muted) json["muted"] = true;
  if (room.most_watchers >= 0) json["most_watchers"] = room.most_watchers;
  if (room.open != 0) json["open"] = seat_list(room.open);
  if (room.hands_open) json["hands_open"] = true;
  if (room.ladder != 0) json["ladder"] = seat_list(room.ladder);
  if (room.webhook) json["webhook"] = true;
  put_seat(json, "seat", room.seat);
  return json;
}

RoomInfo read_room(const Json& message) {
  RoomInfo room{.code = code_of(message),
                .phase = named_of(message, "phase", kRoomPhaseNames),
                .game = number_of(message, "game", 0, kMostGames),
                .settings = settings_from_json(field_of(message, "settings"))};
  for (const Json& player : list_of(message, "players", kMaxSeats)) {
    room.players.push_back(read_player(player));
  }
  room.host = byte_of(message, "host", 255);
  room.watchers = number_of(message, "watchers", 0, kMostWatchers);
  if (message.contains("watching")) {
    for (const Json& number : list_of(message, "watching", kMostWatchers)) {
      if (!number.is_number_unsigned()) throw BadMessage("watching");
      room.watching.push_back(number.get<int>());
    }
  }
  if (message.contains("muted")) room.watchers_muted = flag_of(message, "muted");
  if (message.contains("most_watchers")) {
    room.most_watchers = number_of(message, "most_watchers", 0, kMostWatchers);
  }
  if (message.contains("webhook")) room.webhook = flag_of(message, "webhook");
  const int seated = static_cast<int>(room.players.size());
  if (message.contains("open")) room.open = seats_of(message, "open", seated);
  if (message.contains("ladder")) room.ladder = seats_of(message, "ladder", seated);
  if (message.contains("hands_open")) room.hands_open = flag_of(message, "hands_open");
  if (message.contains("seat")) room.seat = byte_of(message, "seat", seated - 1);
  return room;
}

Json listed_room_json(const ListedRoom& room) {
  Json json = {{"room", room.code},
               {"preset", preset_name(room.preset)},
               {"expansions", expansions_json(room.expansions)},
               {"seats", room.seats},
               {"taken", room.taken},
               {"watchers", room.watchers},
               {"phase", kRoomPhaseNames[room.phase]},
               {"host", room.host}};
  if (room.hours != 0) json["hours"] = room.hours;
  return json;
}

Json own_table_json(const OwnTable& table) {
  Json json = {{"room", table.code},   {"phase", kRoomPhaseNames[table.phase]},
               {"hours", table.hours}, {"names", table.names},
               {"seat", table.seat},   {"asked", table.asked}};
  put_seat(json, "turn", table.turn);
  if (table.deadline) json["deadline"] = table.deadline->count();
  return json;
}

std::vector<ListedRoom> read_rooms(const Json& message) {
  std::vector<ListedRoom> rooms;
  for (const Json& json : list_of(message, "rooms", kMostRooms)) {
    rooms.push_back(read_listed(json));
  }
  return rooms;
}

}  // namespace nl
