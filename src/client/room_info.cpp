#include "client/room_info.h"

#include <algorithm>

#include "client/view_reader.h"
#include "table/names.h"
#include "text/notation.h"

namespace nl {
namespace {

constexpr std::size_t kMostRooms = 1'000;

RoomPhase phase_of(const Json& json) {
  const std::string& name = text_of(json, "phase");
  for (int phase = 0; phase <= static_cast<int>(RoomPhase::Closed); ++phase) {
    if (room_phase_name(static_cast<RoomPhase>(phase)) == name)
      return static_cast<RoomPhase>(phase);
  }
  throw BadMessage("phase");
}

Preset preset_of(const Json& json) {
  const auto preset = parse_preset(text_of(json, "preset"));
  if (!preset) throw BadMessage("preset");
  return *preset;
}

Expansions expansions_of(const Json& json) {
  Expansions all = kBase;
  if (!json.contains("expansions") || !json["expansions"].is_array())
    throw BadMessage("expansions");
  for (const Json& name : json["expansions"]) {
    const auto one = name.is_string() ? parse_box(name.get<std::string>()) : std::nullopt;
    if (!one) throw BadMessage("expansions");
    all |= *one;
  }
  return all;
}

std::string code_of(const Json& json) {
  const std::string& code = text_of(json, "room");
  if (!is_room_code(code)) throw BadMessage("room");
  return code;
}

std::string shown_name(const Json& json, const char* key) {
  const std::string name = clean_name(text_of(json, key));
  return name.empty() ? "?" : name;
}

bool flag_or(const Json& json, const char* key, bool otherwise) {
  const auto found = json.find(key);
  return found == json.end() || !found->is_boolean() ? otherwise : found->get<bool>();
}

RoomPlayer read_player(const Json& json) {
  RoomPlayer player;
  player.name = shown_name(json, "name");
  if (json.contains("bot")) player.bot = shown_name(json, "bot");
  player.connected = flag_or(json, "connected", true);
  player.held = flag_or(json, "held", false);
  return player;
}

}  // namespace

bool is_room_code(std::string_view text) {
  return text.size() >= 4 && text.size() <= 20 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
         });
}

RoomInfo read_room(const Json& message) {
  RoomInfo room;
  room.code = code_of(message);
  room.phase = phase_of(message);
  room.game = number_of(message, "game", 0, 1'000'000'000);
  const Json settings = message.value("settings", Json::object());
  room.preset = preset_of(settings);
  room.expansions = expansions_of(settings);
  room.seats = number_of(settings, "seats", 2, kMaxSeats);
  room.window_ms = number_of(settings, "window_ms", 0, 600'000);
  room.turn_s = number_of(settings, "turn_s", 0, 86'400);
  if (settings.contains("rules")) room.house_rules = static_cast<int>(settings["rules"].size());
  const Json players = message.value("players", Json::array());
  if (!players.is_array() || players.size() > kMaxSeats) throw BadMessage("players");
  for (const Json& player : players) room.players.push_back(read_player(player));
  const int seated = static_cast<int>(room.players.size());
  room.host = static_cast<Seat>(number_of(message, "host", 0, 255));
  room.watchers = number_of(message, "watchers", 0, 1'000'000);
  if (message.contains("seat"))
    room.seat = static_cast<Seat>(number_of(message, "seat", 0, seated - 1));
  return room;
}

std::vector<ListedRoom> read_rooms(const Json& message) {
  const Json list = message.value("rooms", Json::array());
  if (!list.is_array() || list.size() > kMostRooms) throw BadMessage("rooms");
  std::vector<ListedRoom> rooms;
  for (const Json& json : list) {
    rooms.push_back({.code = code_of(json),
                     .phase = phase_of(json),
                     .preset = preset_of(json),
                     .expansions = expansions_of(json),
                     .seats = number_of(json, "seats", 2, kMaxSeats),
                     .taken = number_of(json, "taken", 0, kMaxSeats),
                     .watchers = number_of(json, "watchers", 0, 1'000'000),
                     .host = shown_name(json, "host")});
  }
  return rooms;
}

}  // namespace nl
