// Messages of the server that need no room to be written. docs/protocol.md describes each.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/fields.h"
#include "protocol/net_refusal.h"
#include "text/refusal.h"

namespace nl {

// Since 1970, on the server's clock.
using ServerTime = std::chrono::milliseconds;

std::string text_of_message(const Json& message);

std::string refused_message(std::string_view type, const Json& id, NetRefusal why,
                            const std::string& field = {});
std::string refused_message(std::string_view type, const Json& id, const Refused& why);
// `address`: where others of the local network reach the server; empty: they don't.
std::string welcome_message(std::size_t message_bytes, ServerTime now,
                            const std::string& address = {});
std::string pong_message(const Json& id, ServerTime now);
std::string left_message(std::string_view reason);

// What a message `refused` says, read by a client. Throws BadMessage where it gives no reason that
// is known here.
struct RefusedNews {
  std::string re{};  // the type of the message that was refused, if it could be read
  std::optional<NetRefusal> net{};
  std::optional<Refused> rule{};
  std::string field{};
};
RefusedNews read_refused(const Json& message);

}  // namespace nl
