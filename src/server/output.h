// Output interface of the server's core. The core does no I/O: a shell with sockets, a clock and a
// store implements this, or a simulator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/time.h"
#include "protocol/net_refusal.h"
#include "server/bot_job.h"
#include "server/finished_game.h"
#include "server/game_report.h"
#include "server/notification.h"
#include "store/store.h"

namespace nl {

using SessionId = std::uint64_t;  // one connection; never used again for another

// The matchmaking queue has a timer like a room; no room has this id.
inline constexpr RoomId kQueueTimer{};

class Output {
 public:
  virtual ~Output() = default;

  // Messages of a session arrive in this order, or the connection breaks.
  virtual void send(SessionId session, std::string text) = 0;
  // Sends what is still queued if that can be done at once, then closes.
  virtual void close(SessionId session, std::string_view reason) = 0;

  // The core continues with the room when ServerCore::stored(room, number) reports that this entry
  // is durable; until then no client learns of it. An entry of kind Header creates the room in the
  // store. Numbers count up from 1 in each room.
  virtual void append(const RoomId& room, std::uint64_t number, const Entry& entry) = 0;
  // Atomically replaces all stored entries of the room. Counts as one entry.
  virtual void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) = 0;
  // All entries of the room are stored, and the room is finished.
  virtual void close_room(const RoomId& room) = 0;

  // Replaces the room's timer; empty: no timer. When it is due, call ServerCore::tick.
  virtual void set_timer(const RoomId& room, std::optional<Time> when) = 0;

  // Pass the result of run_bot_job(job) to ServerCore::on_bot_result at any time, or never. A newer
  // job for the same seat replaces a waiting one.
  virtual void start_bot_job(BotJob job) = 0;

  // Looks for a room at the other nodes, even if this one believes that it has it (`held`), and
  // reports to ServerCore::found. False: there are no other nodes.
  virtual bool seek(SessionId session, const std::string& code, bool held) {
    static_cast<void>(session);
    static_cast<void>(code);
    static_cast<void>(held);
    return false;
  }

  // Somebody plays on from a finished game: read its record and tell ServerCore::game_read. False:
  // there is no such game here.
  virtual bool read_game(SessionId session, const std::string& game) {
    static_cast<void>(session);
    static_cast<void>(game);
    return false;
  }

  // The core has refused a request and told its sender.
  virtual void refused(SessionId session, NetRefusal why) {
    static_cast<void>(session);
    static_cast<void>(why);
  }

  // Receives a finished game, stored and sent. After a restart the same game may come again.
  virtual void keep(const FinishedGame& game) { static_cast<void>(game); }

  // Stores what a player reports of a game.
  virtual void report(const GameReport& report) { static_cast<void>(report); }

  // Send it at most once; delivery is optional. Call ServerCore::push_target_gone if the browser's
  // subscription has ended.
  virtual void notify(const Notification& notification) { static_cast<void>(notification); }
};

}  // namespace nl
