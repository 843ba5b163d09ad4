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

// The queue of those who look for a table has a timer as rooms have; no room has this id.
inline constexpr RoomId kQueueTimer{};

class Output {
 public:
  virtual ~Output() = default;

  // Messages of one session arrive in this order, or the connection breaks.
  virtual void send(SessionId session, std::string text) = 0;
  // Sends what is still queued if that can be done at once, then closes.
  virtual void close(SessionId session, std::string_view reason) = 0;

  // The core goes on with the room when ServerCore::stored(room, number) says that this entry is
  // durable; until then nobody hears of it. An entry of kind Header opens the room in the store.
  // Numbers count up from 1 in each room.
  virtual void append(const RoomId& room, std::uint64_t number, const Entry& entry) = 0;
  // In place of all that was stored of the room so far there are these, at once or not at all. It
  // counts as one entry.
  virtual void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) = 0;
  // All entries of the room are stored, and it will not be wanted again.
  virtual void close_room(const RoomId& room) = 0;

  // Replaces the room's timer; nothing: it needs none. When it is due, call ServerCore::tick.
  virtual void set_timer(const RoomId& room, std::optional<Time> when) = 0;

  // Hand what run_bot_job(job) gives to ServerCore::thought, whenever it is there; it may also be
  // left out. A newer job for the same seat takes the place of one that waits.
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

  // The core has refused a request and informed its sender.
  virtual void refused(SessionId session, NetRefusal why) {
    static_cast<void>(session);
    static_cast<void>(why);
  }

  // Receives a finished game, stored and sent. After a restart the same game may come again.
  virtual void keep(const FinishedGame& game) { static_cast<void>(game); }

  // Stores what a player reports of a game.
  virtual void report(const GameReport& report) { static_cast<void>(report); }

  // Send it, once, or leave it out: nobody waits for it. Tell ServerCore::push_target_gone where a
  // browser is no more.
  virtual void notify(const Notification& notification) { static_cast<void>(notification); }
};

}  // namespace nl
