// Descriptions of a room: for its members, for lists, and for a player of a slow table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/event.h"
#include "protocol/fields.h"
#include "protocol/message_codec.h"
#include "protocol/room_phase.h"
#include "protocol/room_settings.h"

namespace nl {

struct RoomPlayer {
  std::string name{};
  std::string bot{};  // empty: a person
  bool connected = true;
  bool held = false;     // a bot plays until the player is back
  bool again = false;    // votes for another game
  bool listens = false;  // wants longer Nope windows

  friend bool operator==(const RoomPlayer&, const RoomPlayer&) = default;
};

// The message `room`.
struct RoomInfo {
  static constexpr std::string_view kType = "room";
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
  SeatMask open{};          // seats that let watchers see their hands …
  bool hands_open = false;  // … and all players of this game do
  SeatMask ladder{};        // seats of rated players
  bool webhook = false;     // the host set a webhook for turns
  std::string origin{};     // the game that it continues; empty: it deals its own
  Seat seat = kWatcher;     // of whom it is told

  // All people listen: seats that a bot holds are not asked.
  bool listening() const;

  friend bool operator==(const RoomInfo&, const RoomInfo&) = default;
};
bool is_sound(const RoomInfo& room);
void write_fields(Json& json, const RoomInfo& room);
// Names are untrusted and not sanitized yet.
void read_fields(const JsonReader& json, RoomInfo& room);

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
  int hours = 0;  // time per decision, in a slow room

  friend bool operator==(const ListedRoom&, const ListedRoom&) = default;
};
Json listed_room_json(const ListedRoom& room);
ListedRoom read_listed_room(const JsonReader& json);
// The form in which nodes of a cluster exchange it.
std::string listed_room_text(const ListedRoom& room);
ListedRoom parse_listed_room(std::string_view text);

// State of a slow table, for one of its absent players.
struct OwnTable {
  std::string code{};
  RoomPhase phase = RoomPhase::Lobby;
  int hours = 0;
  std::vector<std::string> names{};
  Seat seat = 0;                         // the player's own seat
  bool asked = false;                    // … and whether it has a question
  Seat turn = kNoSeat;                   // the awaited seat; kNoSeat: a window is open
  std::optional<ServerTime> deadline{};  // of the open question

  friend bool operator==(const OwnTable&, const OwnTable&) = default;
};
Json own_table_json(const OwnTable& table);
OwnTable read_own_table(const JsonReader& json);

// Valid codes have letters and digits; others are not shown.
bool is_room_code(std::string_view text);
std::string read_room_code(const JsonReader& code);

}  // namespace nl
