// What is said in a call: whose turn it is, and where. No cards, and to a stranger's machine no
// more than the table sees.
#pragma once

#include "net/http_post.h"
#include "net/web_push.h"
#include "server/call.h"

namespace nl {

struct Caller {
  std::string page{};     // where this server's page is; empty: nobody knows
  std::string contact{};  // of whoever runs it, for makers of browsers
  CurveKey key;
};

Post post_of(const Call& call, const Caller& caller, Time now);

}  // namespace nl
