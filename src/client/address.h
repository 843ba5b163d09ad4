// Server address as people type it: HOST, HOST:PORT, [IPV6]:PORT, ws://… or wss://….
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nl {

struct Address {
  std::string host{};
  std::uint16_t port = 0;
  bool tls = false;

  // Canonical host and port, equal for every way to write the same server.
  std::string text() const;
  friend bool operator==(const Address&, const Address&) = default;
};

// Empty if the text is no address. The port defaults to the server's usual one, or to 443 for wss.
std::optional<Address> parse_address(std::string_view text, std::uint16_t usual_port);

}  // namespace nl
