// Word to somebody who does not look at the table: that a player is asked. There are no cards in
// it, and neither whether nor when it is sent depends on any.
#pragma once

#include <cstdint>
#include <string>

#include "engine/seat.h"
#include "game/time.h"
#include "protocol/push_target.h"
#include "store/store.h"

namespace nl {

enum class CallKind : std::uint8_t { Webhook, Push };

enum class CallReason : std::uint8_t {
  Turn,
  Window,    // a card was played in a slow room: everybody may say Nope
  Reminder,  // a slow room's clock has nearly run out
};

struct Call {
  CallKind kind = CallKind::Webhook;
  CallReason why = CallReason::Turn;
  RoomId room{};
  std::string code{};  // of the room
  int game = 0;
  Seat seat = kNoSeat;  // who is asked; kNoSeat: several, whose names it has
  std::string name{};
  std::string url{};    // of a webhook
  PushTarget target{};  // of a push
  Time lasts{0};        // there is so long to answer; zero: any time

  const std::string& to() const { return kind == CallKind::Webhook ? url : target.endpoint; }
};

}  // namespace nl
