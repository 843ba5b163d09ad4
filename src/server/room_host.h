// Interface that a room needs from its server.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/output.h"

namespace nl {

// Resources with a limit per address.
enum class LimitedResource : std::uint8_t { Game, Bot, Hint, SlowRoom, Report };

class RoomHost {
 public:
  virtual ~RoomHost() = default;
  virtual void send(SessionId session, std::string text) = 0;
  virtual void refused(SessionId session, NetRefusal why) = 0;
  // The session has left its room.
  virtual void release(SessionId session) = 0;
  // Another connection has taken the seat over.
  virtual void drop(SessionId session, std::string_view reason) = 0;
  virtual void append(const RoomId& room, std::uint64_t number, const Entry& entry) = 0;
  virtual void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) = 0;
  virtual void start_bot_job(BotJob job) = 0;
  virtual void keep(const FinishedGame& game) = 0;
  virtual void report(const GameReport& report) = 0;
  virtual void notify(const Notification& notification) = 0;
  // Takes one unit for the session's address; false at the limit.
  virtual bool allows(SessionId session, LimitedResource what) = 0;
};

}  // namespace nl
