// Web Push subscription of a browser: its endpoint and the keys for its messages (RFC 8291).
#pragma once

#include <string>

namespace nl {

struct PushTarget {
  std::string endpoint{};  // empty: none
  std::string p256dh{};    // base64url
  std::string auth{};      // base64url

  bool wanted() const { return !endpoint.empty(); }
  // True if its fields are usable: an https address, a P-256 point, sixteen bytes.
  bool well_formed() const;
  friend bool operator==(const PushTarget&, const PushTarget&) = default;
};

}  // namespace nl
