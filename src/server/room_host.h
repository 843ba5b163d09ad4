// What a room needs of the server around it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/output.h"

namespace nl {

// What an address may have so much of.
enum class Costly : std::uint8_t { Game, Bot, Hint, SlowRoom };

class RoomHost {
 public:
  virtual ~RoomHost() = default;
  virtual void send(SessionId session, std::string text) = 0;
  virtual void refused(SessionId session, NetRefusal why) = 0;
  // The session is in no room any more.
  virtual void release(SessionId session) = 0;
  // Another connection has taken the seat over.
  virtual void drop(SessionId session, std::string_view reason) = 0;
  virtual void append(const RoomId& room, std::uint64_t number, const Entry& entry) = 0;
  virtual void replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) = 0;
  virtual void think(ThinkJob job) = 0;
  virtual void keep(const FinishedGame& game) = 0;
  virtual void call(const Call& call) = 0;
  // Whether the session may have one more; it has it then.
  virtual bool allows(SessionId session, Costly what) = 0;
};

}  // namespace nl
