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
// What a server says of itself.
struct Welcome {
  std::size_t message_bytes = 0;
  ServerTime now{};
  std::string address{};             // as others of the local network reach it; empty: they don't
  std::vector<std::string> nodes{};  // WebSockets of those that serve the same rooms; empty: none
  std::vector<std::string> features{};  // what of the optional is on
  std::string push{};                   // the key by which browsers know its calls; empty: none
};
std::string welcome_message(const Welcome& welcome);
// The WebSockets of `welcome` are others by now.
std::string nodes_message(const std::vector<std::string>& nodes);
// The room is at another node, or will be found over it.
std::string elsewhere_message(const std::string& url);
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
