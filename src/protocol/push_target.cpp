// Validation of Web Push subscriptions.
#include "protocol/push_target.h"

#include "protocol/outbound_url.h"
#include "text/base64url.h"

namespace nl {

bool PushTarget::well_formed() const {
  constexpr std::size_t kPoint = 65;
  constexpr std::size_t kAuth = 16;
  const auto url = parse_outbound_url(endpoint);
  const auto point = from_base64url(p256dh);
  const auto secret = from_base64url(auth);
  return url && url->secure && point && point->size() == kPoint && point->front() == 4 && secret &&
         secret->size() == kAuth;
}

}  // namespace nl
