// Word to somebody who does not look at the table: that a player is asked. There are no cards in
// it, and neither whether nor when it is sent depends on any.
#pragma once

#include <cstdint>
#include <string>

#include "engine/seat.h"
#include "protocol/push_target.h"
#include "store/store.h"

namespace nl {

enum class CallKind : std::uint8_t { Webhook, Push };

struct Call {
  CallKind kind = CallKind::Webhook;
  RoomId room{};
  std::string code{};  // of the room
  int game = 0;
  Seat seat = kNoSeat;  // who is asked
  std::string name{};
  std::string url{};    // of a webhook
  PushTarget target{};  // of a push

  const std::string& to() const { return kind == CallKind::Webhook ? url : target.endpoint; }
};

}  // namespace nl
