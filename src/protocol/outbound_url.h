// URL parser for webhooks and push endpoints. Strict: http or https only.
// net/outbound_filter.h decides whether the server may connect to the address behind it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nl {

struct OutboundUrl {
  bool secure = true;
  std::string host{};  // without the brackets of IPv6
  std::uint16_t port = 443;
  std::string path{};  // with its query

  // Value of the Host header.
  std::string host_header() const;
};

// http or https, no user, no fragment, plain ASCII. Of the ports below 1024 only 80 and 443: nobody
// shall reach a mail server through ours.
std::optional<OutboundUrl> parse_outbound_url(std::string_view text);

}  // namespace nl
