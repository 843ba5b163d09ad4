// Writers and readers of room descriptions.
#include "protocol/room_info.h"

#include <algorithm>
#include <limits>

#include "text/notation.h"

namespace nl {
namespace {

constexpr int kMostGames = 1'000'000'000;
constexpr int kMostWatchers = 1'000'000;
constexpr std::size_t kMostOrigin = 64;

Json player_json(const RoomPlayer& player) {
  Json json = {{"name", player.name}};
  if (!player.bot.empty()) {
    json["bot"] = player.bot;
    return json;
  }
  json["connected"] = player.connected;
  if (player.held) json["held"] = true;
  if (player.again) json["again"] = true;
  if (player.listens) json["listens"] = true;
  return json;
}

RoomPlayer read_player(const JsonReader& json) {
  return {.name = json["name"].text(),
          .bot = json["bot"].text_or(""),
          .connected = json["connected"].flag_or(true),
          .held = json["held"].flag_or(false),
          .again = json["again"].flag_or(false),
          .listens = json["listens"].flag_or(false)};
}

SeatMask read_seats_or_none(const JsonReader& list, int seats) {
  return list.exists() ? read_seats(list, seats) : SeatMask{0};
}

}  // namespace

bool is_room_code(std::string_view text) {
  return text.size() >= 4 && text.size() <= 20 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
         });
}

std::string read_room_code(const JsonReader& code) {
  if (!is_room_code(code.text())) code.fail("the code of a room");
  return code.text();
}

// ---- a room, to its members ---------------------------------------------------------------------

bool is_sound(const RoomInfo& room) {
  return is_room_code(room.code) && room.players.size() <= kMaxSeats &&
         (room.seat == kWatcher || room.seat < room.players.size());
}

bool RoomInfo::listening() const {
  const auto plays = [](const RoomPlayer& player) { return player.bot.empty() && !player.held; };
  const auto listens = [&](const RoomPlayer& player) { return !plays(player) || player.listens; };
  return std::any_of(players.begin(), players.end(), plays) &&
         std::all_of(players.begin(), players.end(), listens);
}

void write_fields(Json& json, const RoomInfo& room) {
  Json players = Json::array();
  for (const RoomPlayer& player : room.players) players.push_back(player_json(player));
  json["room"] = room.code;
  json["phase"] = kRoomPhaseNames[room.phase];
  json["game"] = room.game;
  json["settings"] = settings_json(room.settings);
  json["players"] = std::move(players);
  json["host"] = room.host;
  json["watchers"] = room.watchers;
  if (!room.watching.empty()) json["watching"] = room.watching;
  if (room.watchers_muted) json["muted"] = true;
  if (room.most_watchers >= 0) json["most_watchers"] = room.most_watchers;
  if (room.open != 0) json["open"] = seat_list(room.open);
  if (room.hands_open) json["hands_open"] = true;
  if (room.ladder != 0) json["ladder"] = seat_list(room.ladder);
  if (room.webhook) json["webhook"] = true;
  if (!room.origin.empty()) json["origin"] = room.origin;
  put_seat(json, "seat", room.seat);
}

void read_fields(const JsonReader& json, RoomInfo& room) {
  room = {.code = read_room_code(json["room"]),
          .phase = json["phase"].named(kRoomPhaseNames),
          .game = json["game"].number(0, kMostGames),
          .settings = read_settings(json["settings"])};
  for (const JsonReader& player : json["players"].items(kMaxSeats)) {
    room.players.push_back(read_player(player));
  }
  const int seated = static_cast<int>(room.players.size());
  room.host = json["host"].byte(255);
  room.watchers = json["watchers"].number(0, kMostWatchers);
  if (json.has("watching")) {
    for (const JsonReader& number : json["watching"].items(kMostWatchers)) {
      room.watching.push_back(number.number(0, std::numeric_limits<int>::max()));
    }
  }
  room.watchers_muted = json["muted"].flag_or(false);
  room.most_watchers = json["most_watchers"].number_or(-1, 0, kMostWatchers);
  room.open = read_seats_or_none(json["open"], seated);
  room.hands_open = json["hands_open"].flag_or(false);
  room.ladder = read_seats_or_none(json["ladder"], seated);
  room.webhook = json["webhook"].flag_or(false);
  room.origin = json["origin"].text_or("", kMostOrigin);
  room.seat = json.has("seat") ? json["seat"].seat(seated) : kWatcher;
}

// ---- a room in a list ---------------------------------------------------------------------------

Json listed_room_json(const ListedRoom& room) {
  Json json = {{"room", room.code},
               {"preset", preset_name(room.preset)},
               {"expansions", box_names(room.expansions)},
               {"seats", room.seats},
               {"taken", room.taken},
               {"watchers", room.watchers},
               {"phase", kRoomPhaseNames[room.phase]},
               {"host", room.host}};
  if (room.hours != 0) json["hours"] = room.hours;
  return json;
}

ListedRoom read_listed_room(const JsonReader& json) {
  return {.code = read_room_code(json["room"]),
          .phase = json["phase"].named(kRoomPhaseNames),
          .preset = json.has("preset") ? json["preset"].preset() : kDefaultPreset,
          .expansions = json.has("expansions") ? json["expansions"].expansions() : kBase,
          .seats = json["seats"].number(2, kMaxSeats),
          .taken = json["taken"].number(0, kMaxSeats),
          .watchers = json["watchers"].number(0, kMostWatchers),
          .host = json["host"].text(),
          .hours = json["hours"].number_or(0, 0, kMostHours)};
}

std::string listed_room_text(const ListedRoom& room) { return listed_room_json(room).dump(); }

ListedRoom parse_listed_room(std::string_view text) {
  const Json json = parse_object(text);
  return read_listed_room(JsonReader(json));
}

// ---- the player's own slow tables ---------------------------------------------------------------

Json own_table_json(const OwnTable& table) {
  Json json = {{"room", table.code},   {"phase", kRoomPhaseNames[table.phase]},
               {"hours", table.hours}, {"names", table.names},
               {"seat", table.seat},   {"asked", table.asked}};
  put_seat(json, "turn", table.turn);
  if (table.deadline) json["deadline"] = table.deadline->count();
  return json;
}

OwnTable read_own_table(const JsonReader& json) {
  OwnTable table{.code = read_room_code(json["room"]),
                 .phase = json["phase"].named(kRoomPhaseNames),
                 .hours = json["hours"].number(0, kMostHours),
                 .names = json["names"].texts(kMaxSeats),
                 .seat = json["seat"].seat(),
                 .asked = json["asked"].flag(),
                 .turn = json["turn"].seat_or_none()};
  if (json.has("deadline")) table.deadline = read_time(json["deadline"]);
  return table;
}

}  // namespace nl
