// Where a player wants word to be sent: an address of the web, read strictly. Whether anybody may
// be called there is another matter: that is seen when its name is looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nl {

struct CallUrl {
  bool secure = true;
  std::string host{};  // without the brackets of IPv6
  std::uint16_t port = 443;
  std::string path{};  // with its query

  // As it stands in a request's Host.
  std::string host_header() const;
};

// http or https, no user, no fragment, plain ASCII; of the ports below 1024 only the web's own:
// nobody shall speak to a mail server through us.
std::optional<CallUrl> parse_call_url(std::string_view text);

}  // namespace nl
