// One POST to an address that a stranger gave: within a time or not at all, to the very address
// that was looked up and judged, no redirect followed, a few bytes of the answer read.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/call_rules.h"
#include "protocol/call_url.h"

namespace nl {

enum class PostResult : std::uint8_t {
  Done,         // 2xx
  Gone,         // 404 or 410
  Refused,      // another status
  Redirected,   // 3xx: not followed
  Forbidden,    // nobody may be called there
  Unknown,      // the name leads nowhere
  Unreachable,  // nobody answers, or the connection broke
  Untrusted,    // TLS failed, or the certificate is another's
  Late,         // the time was up
  Dropped,      // never tried: too many wait, or it failed too often lately
};
std::string_view post_result_name(PostResult result);

struct Post {
  std::string url{};
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string body{};
};

// When its time is up, and a descriptor that can be read when everything is to end.
struct PostLimits {
  std::chrono::steady_clock::time_point end{};
  int stop = -1;
};

// Blocks.
PostResult send_post(const Post& post, const CallRules& rules, const PostLimits& limits);

}  // namespace nl
