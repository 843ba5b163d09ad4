// Settings of a room.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "engine/rules.h"
#include "text/record.h"

namespace nl {

inline constexpr int kMostHours = 168;  // per decision in a slow room

struct RoomSettings {
  Preset preset = kDefaultPreset;
  Expansions expansions = kBase;
  std::map<std::string, std::string> house_rules{};  // field: value, as set_field() takes them
  int seats = 5;
  std::chrono::milliseconds window{3'000};
  std::chrono::milliseconds turn{60'000};  // for each question outside of windows; zero: no limit
  // Per decision, for players who come and go; zero: a live room with the times above.
  std::chrono::hours hours{0};
  bool listed = false;
  bool practice = false;  // allows hints while all other players are bots
  bool matched = false;   // made by the queue, with different addresses: may be rated

  // The rules of the room. On a network everybody is asked in a window, and the first Nope to
  // arrive counts, whatever the preset prescribes for one table: a list of asked seats would reveal
  // who holds one.
  Rules rules() const;

  bool slow() const { return hours.count() != 0; }
  std::chrono::milliseconds turn_time() const { return slow() ? hours : turn; }
  std::chrono::milliseconds window_time() const { return slow() ? last_part() : window; }
  // Of tables at which all people listen. Slow rooms have time enough.
  std::chrono::milliseconds listening_window_time() const {
    return slow() ? last_part() : 4 * window;
  }
  // For a slow room's clock: length of a window, time of a reminder before the end, and minimum
  // left after a restart.
  std::chrono::milliseconds last_part() const { return std::chrono::milliseconds(hours) / 12; }

  friend bool operator==(const RoomSettings&, const RoomSettings&) = default;
};

// True if a room may override its preset in this field; the others follow from the room itself.
bool is_house_rule(std::string_view field);

// Reason why a full table can't start under these rules, as the fault's name; empty: it can.
std::string unplayable_rule(const RoomSettings& settings);

// Most players in a room of these settings.
int most_seats(const RoomSettings& settings);

// Settings of a room that continues a record: its rules, seats and window; the rest as `wanted`.
RoomSettings settings_for(const Header& header, RoomSettings wanted);

// Field names as in the message `create`; missing ones have defaults. Throws JsonError.
RoomSettings read_settings(const JsonReader& json);
Json settings_json(const RoomSettings& settings);

}  // namespace nl
