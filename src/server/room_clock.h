// Deadlines of a room: turns, windows, bots, absences. It stores times and runs nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "server/limits.h"
#include "server/members.h"
#include "server/room_state.h"

namespace nl {

enum class DueKind : std::uint8_t { Grace, Ceremony, Bot, Window, Turn, Remind, Empty, Tell };

struct Due {
  Time when{0};
  DueKind kind = DueKind::Empty;
  Seat seat = kNoSeat;
};

class RoomClock {
 public:
  // The earliest deadline.
  std::optional<Due> next(const RoomState& state, const Members& members,
                          const ServerTimes& times) const;

  // Each stage of the fair shuffle has its deadline.
  void follow_ceremony(RoomPhase phase, const ServerTimes& times, Time now);
  // No game is running: clears windows, turns and pending bot answers.
  void stop_game();
  // A member came or went. True if the others may be told now; otherwise they are told later,
  // together with further changes.
  bool presence_changed(const ServerTimes& times, Time now);
  void presence_sent(Time now);
  // A question with this time limit was asked, at a slow table or at any other.
  void start_turn(const RoomSettings& settings, Time now);
  void stop_turn();

  std::optional<Time> window_ends{};
  int window_nopes = 0;  // … while this many are open
  std::optional<Time> turn_ends{};
  std::optional<Time> reminds_at{};  // … a seat with an open question, in a slow room
  std::array<std::optional<Time>, kMaxSeats> bot_due{};
  std::optional<Time> ceremony_ends{};
  std::optional<Time> empty_since{};
  std::optional<Time> sends_presence_at{};

 private:
  std::optional<Time> closes(const RoomState& state, const ServerTimes& times) const;

  RoomPhase stage_ = RoomPhase::Lobby;
  std::optional<Time> presence_sent_at_{};
};

}  // namespace nl
