// Notification for a player who is not looking at the table: it is their turn. It contains no
// cards, and no card decides whether or when the server sends it.
#pragma once

#include <cstdint>
#include <string>

#include "engine/seat.h"
#include "game/time.h"
#include "protocol/push_target.h"
#include "store/store.h"

namespace nl {

enum class NotificationKind : std::uint8_t { Webhook, Push };

enum class NotificationReason : std::uint8_t {
  Turn,
  Window,    // a card was played in a slow room: everybody may say Nope
  Reminder,  // a slow room's clock has nearly run out
};

struct Notification {
  NotificationKind kind = NotificationKind::Webhook;
  NotificationReason why = NotificationReason::Turn;
  RoomId room{};
  std::string code{};  // of the room
  int game = 0;
  Seat seat = kNoSeat;  // the acting seat; kNoSeat: several, whose names it has
  std::string name{};
  std::string url{};    // of a webhook
  PushTarget target{};  // of a push
  Time lasts{0};        // time to answer; zero: no limit

  const std::string& to() const {
    return kind == NotificationKind::Webhook ? url : target.endpoint;
  }
};

}  // namespace nl
