// Notification texts for webhooks and Web Push: whose turn it is, and where. Never any cards.
#pragma once

#include "server/notification.h"
#include "site/outgoing_post.h"
#include "site/web_push.h"

namespace nl {

struct Caller {
  std::string page{};     // address of this server's page; empty: unknown
  std::string contact{};  // of the operator, for push services
  CurveKey key;
};

Post post_of(const Notification& call, const Caller& caller, Time now);

}  // namespace nl
