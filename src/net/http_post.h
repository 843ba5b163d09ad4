// HTTP client for one POST to an untrusted URL. It has a deadline, connects only to the address
// that was resolved and checked, and follows no redirect.
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
  Forbidden,    // the address is forbidden
  Unknown,      // the name does not resolve
  Unreachable,  // no answer, or the connection broke
  Untrusted,    // TLS failed, or the certificate is for another name
  Late,         // timeout
  Dropped,      // not tried: too many wait, or the target failed too often lately
};
std::string_view post_result_name(PostResult result);

// Deadline, and a descriptor that becomes readable when everything must end.
struct PostLimits {
  std::chrono::steady_clock::time_point end{};
  int stop = -1;
};

// Blocks.
PostResult send_post(const Post& post, const OutboundFilter& rules, const PostLimits& limits);

}  // namespace nl
