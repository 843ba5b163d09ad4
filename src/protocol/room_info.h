// A room as its members and those who look for one are told of it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/event.h"
#include "protocol/fields.h"
#include "protocol/room_phase.h"
#include "protocol/room_settings.h"

namespace nl {

struct RoomPlayer {
  std::string name{};
  std::string bot{};  // empty: a person
  bool connected = true;
  bool held = false;  // a bot plays until the player is back

  friend bool operator==(const RoomPlayer&, const RoomPlayer&) = default;
};

// A message `room`.
struct RoomInfo {
  std::string code{};
  RoomPhase phase = RoomPhase::Lobby;
  int game = 0;
  RoomSettings settings{};
  std::vector<RoomPlayer> players{};
  Seat host = kNoSeat;
  int watchers = 0;
  std::vector<int> watching{};  // their numbers
  bool watchers_muted = false;
  int most_watchers = -1;   // as the host wants it; -1: as many as the server allows
  SeatMask open{};          // whose players let watchers see their hands …
  bool hands_open = false;  // … and all of this game's do
  SeatMask ladder{};        // whose players play for the ladder
  bool webhook = false;     // turns are told to an address that the host gave
  Seat seat = kWatcher;     // of whom it is told
};

Json room_json(const RoomInfo& room);
// Throws BadMessage and FieldError. Names are as they came: not yet fit to be shown.
RoomInfo read_room(const Json& message);

// One line of the list of open rooms.
struct ListedRoom {
  std::string code{};
  RoomPhase phase = RoomPhase::Lobby;
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  int seats = 0;
  int taken = 0;
  int watchers = 0;
  std::string host{};
  int hours = 0;  // for a decision, in a slow room
};

Json listed_room_json(const ListedRoom& room);
std::vector<ListedRoom> read_rooms(const Json& message);

// How matters stand at a slow table, for one of its players who is elsewhere.
struct OwnTable {
  std::string code{};
  RoomPhase phase = RoomPhase::Lobby;
  int hours = 0;
  std::vector<std::string> names{};
  Seat seat = 0;        // the player's own
  bool asked = false;   // … who has something to answer
  Seat turn = kNoSeat;  // whom all wait for; kNoSeat: a window is open
  std::optional<std::chrono::milliseconds> deadline{};  // of what is asked
};
Json own_table_json(const OwnTable& table);

// Letters and digits as the server makes them; anything else is no code and is not shown.
bool is_room_code(std::string_view text);

}  // namespace nl
