// Encoding of an event as one number, so that a seat's past can be hashed.
#pragma once

#include "engine/event.h"
#include "engine/random.h"

namespace nl {

constexpr std::uint64_t event_number(const Event& event) {
  std::uint64_t secret = event.secrets;
  for (const std::uint8_t value : event.secret) secret = secret << 8 | value;
  std::uint64_t open = static_cast<std::uint64_t>(event.kind);
  for (const std::uint8_t value :
       {event.seat, event.other, static_cast<std::uint8_t>(event.card), event.number}) {
    open = open << 8 | value;
  }
  return mix64(open) + secret;
}

}  // namespace nl
