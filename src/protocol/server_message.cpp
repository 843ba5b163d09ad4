// Reader of server messages: dispatch by type.
#include "protocol/server_message.h"

#include <cassert>

namespace nl {
std::string server_text(const ServerMessage& message) {
  assert(!std::holds_alternative<OtherMessage>(message));
  return std::visit([](const auto& said) { return message_text(said); }, message);
}

ServerMessage parse_server_message(std::string_view text) {
  const Json parsed = parse_object(text);
  const JsonReader json(parsed);
  auto message = blank_message<ServerMessage>(json["t"].text());
  if (!message) return OtherMessage{};
  read_message(json, *message);
  return std::move(*message);
}

}  // namespace nl
