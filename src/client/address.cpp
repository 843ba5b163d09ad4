// Parser for server addresses.
#include "client/address.h"

#include <algorithm>

#include "text/notation.h"

namespace nl {
namespace {

constexpr std::uint16_t kTlsPort = 443;

bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

bool is_host(std::string_view host) {
  return !host.empty() && host.size() <= 253 && std::all_of(host.begin(), host.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_' || c == ':' || c == '%';
  });
}

}  // namespace

std::string Address::text() const {
  const bool v6 = host.find(':') != std::string::npos;
  const std::string place = (v6 ? '[' + host + ']' : host) + ':' + std::to_string(port);
  return tls ? "wss://" + place : place;
}

std::optional<Address> parse_address(std::string_view text, std::uint16_t usual_port) {
  Address address;
  address.tls = take(text, "wss://") || take(text, "https://");
  if (!address.tls) take(text, "ws://") || take(text, "http://");
  text = text.substr(0, text.find('/'));
  address.port = address.tls ? kTlsPort : usual_port;
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    address.host = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    if (!text.empty() && !take(text, ":")) return std::nullopt;
    port = text;
  } else if (std::count(text.begin(), text.end(), ':') > 1) {
    address.host = text;  // a bare IPv6 address
  } else {
    const std::size_t colon = text.find(':');
    address.host = text.substr(0, colon);
    if (colon != std::string_view::npos) {
      port = text.substr(colon + 1);
      if (port.empty()) return std::nullopt;
    }
  }
  if (!is_host(address.host)) return std::nullopt;
  if (!port.empty()) {
    const auto number = parse_number(port, 65'535);
    if (!number || *number == 0) return std::nullopt;
    address.port = static_cast<std::uint16_t>(*number);
  }
  return address;
}

}  // namespace nl
