// A room as its members are told of it.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"
#include "engine/seat.h"
#include "server/room_state.h"
#include "text/rules_text.h"

namespace nl {

struct RoomPlayer {
  std::string name{};
  std::string bot{};  // empty: a person
  bool connected = true;
  bool held = false;  // a bot plays until the player is back

  friend bool operator==(const RoomPlayer&, const RoomPlayer&) = default;
};

struct RoomInfo {
  std::string code{};
  RoomPhase phase = RoomPhase::Lobby;
  int game = 0;
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  int seats = 0;
  int window_ms = 0;
  int turn_s = 0;
  int house_rules = 0;
  std::vector<RoomPlayer> players{};
  Seat host = kNoSeat;
  int watchers = 0;
  Seat seat = kWatcher;  // the own
};

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
};

// Both throw BadMessage. Names come out clean.
RoomInfo read_room(const Json& message);
std::vector<ListedRoom> read_rooms(const Json& message);

// Letters and digits as the server makes them; anything else is no code and is not shown.
bool is_room_code(std::string_view text);

}  // namespace nl
