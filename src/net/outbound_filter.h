// Address filter for outgoing requests (SSRF protection).
// Players choose the URL, so only public addresses and networks named by the operator are allowed.
#pragma once

#include <string>
#include <vector>

#include "net/client_address.h"

namespace nl {

// Public unicast only: not private, loopback, link-local, multicast, shared, reserved or for
// documentation, and no embedded address (IPv4 within IPv6, NAT64, 6to4, Teredo).
bool is_public(const IpAddress& address);

class OutboundFilter {
 public:
  OutboundFilter() = default;
  // Throws std::invalid_argument with the invalid text.
  explicit OutboundFilter(const std::vector<std::string>& networks) : own_(networks) {}

  // Plain HTTP is allowed only in networks that the operator has named.
  bool allows(const IpAddress& address, bool secure) const {
    return own_.trusts(address) || (secure && is_public(address));
  }

 private:
  TrustedProxies own_;  // a list of networks, as that is
};

}  // namespace nl
