// Room: a serial queue of requests and timers. The room handles each input completely, stores its
// changes, and only then notifies members; then it takes the next input.
// RoomState holds its state, Members its connections, RoomClock its timers; Broadcaster and
// Prompter write to its members.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "server/host_commands.h"
#include "server/member_requests.h"
#include "server/room_bans.h"
#include "server/room_context.h"
#include "server/room_deadlines.h"
#include "server/room_play.h"
#include "server/room_seating.h"

namespace nl {

class Room final : RoomContext {
 public:
  Room(const RoomId& id, const ServerTimes& times, const ServerLimits& limits, Entropy& entropy,
       RoomHost& host);

  // Restores the room from stored entries; throws RoomFault if that is impossible.
  void restore(std::span<const Entry> entries, Time now);

  void post(RoomInput input, Time now);
  void stored(std::uint64_t number, Time now);
  void tick(Time now);
  void on_bot_result(const BotResult& result);

  const RoomId& id() const { return id_; }
  bool finished() const { return !waiting() && state_.phase() == RoomPhase::Closed; }
  // True if another node can take it now and nobody notices: stored as it is, outside of Nope
  // windows.
  bool movable() const;
  std::optional<Time> next_timer() const;
  // The room as members last saw it; empty until the first message about the room.
  const std::optional<ListedRoom>& summary() const { return broadcaster_.summary(); }
  const RoomState& state() const { return state_; }
  std::size_t watchers() const { return static_cast<std::size_t>(members_.watchers()); }
  // For the owner of the token; empty for anybody else, and for rooms that are not slow.
  std::optional<OwnTable> own_table(const TokenHash& token) const;
  // True if a stranger could join or watch people here.
  bool worth_listing() const;

 private:
  // room.cpp: the queue
  std::optional<Due> next_due() const { return clock_.next(state_, members_, times_); }
  void run(Time now);
  void handle(RoomInput input);
  template <class Said>
  void answer(const RoomInput& input, const Said& request);
  void settle(Time now);
  void go_on_with_game(Time now);

  // room_restart.cpp: clocks after a restart, and slow tables for players who are elsewhere
  std::size_t public_steps() const;
  void restart_clocks(Time question_start, Time last_event, Time now);
  void go_on_with_slow_clocks(Time question_start, Time last_event, Time now);
  void note_table();

  RoomBans bans_{*this};
  RoomSeating seating_{*this, bans_};
  HostCommands host_commands_{*this, bans_};
  RoomPlay play_{*this};
  MemberRequests member_requests_{*this};
  RoomDeadlines deadlines_{*this, play_};

  // Inputs wait while the store is busy.
  static constexpr std::size_t kMaxQueuedInputs = 10'000;
  std::deque<RoomInput> inputs_;
  OwnTable table_;             // last acting player that was announced, in a slow room …
  SeatMask acting_seats_ = 0;  // … and the seats that have a question open
};

}  // namespace nl
