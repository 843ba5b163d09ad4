// HTTP client for one POST to a URL that a stranger gave.
// It has a deadline, connects only to the address that was resolved and checked, and follows no
// redirect.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/outbound_filter.h"
#include "protocol/outbound_url.h"
#include "site/outgoing_post.h"

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

// When its time is up, and a descriptor that can be read when everything is to end.
struct PostLimits {
  std::chrono::steady_clock::time_point end{};
  int stop = -1;
};

// Blocks.
PostResult send_post(const Post& post, const OutboundFilter& rules, const PostLimits& limits);

}  // namespace nl
