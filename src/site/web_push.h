// Web Push: encrypted messages to browsers (RFC 8291), signed for the push service (RFC 8292).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/push_target.h"
#include "server/limits.h"

struct evp_pkey_st;

namespace nl {

// A key of the curve P-256.
class CurveKey {
 public:
  static CurveKey fresh();
  // Takes 32 bytes, or a point. All throw std::runtime_error for invalid input.
  static CurveKey from_secret(const std::vector<std::uint8_t>& secret,
                              const std::vector<std::uint8_t>& point);
  static CurveKey from_point(const std::vector<std::uint8_t>& point);
  // Derives the key pair from a secret, always the same one.
  static CurveKey derived(const std::array<std::uint8_t, 32>& secret);
  // Reads the key from a file. Throws if it holds none.
  static CurveKey read_from(const std::filesystem::path& file);

  std::vector<std::uint8_t> point() const;  // 65 bytes
  std::vector<std::uint8_t> shared_with(const CurveKey& other) const;
  std::vector<std::uint8_t> sign(std::string_view text) const;  // r and s, 64 bytes

 private:
  using Handle = std::shared_ptr<evp_pkey_st>;
  explicit CurveKey(Handle key) : key_(std::move(key)) {}
  Handle key_;
};

// Fresh random values for each message.
struct PushNonce {
  CurveKey key;
  std::array<std::uint8_t, 16> salt{};
};
PushNonce fresh_nonce();

// Encrypted message body. It is padded up to `size`, so that its length reveals nothing; zero: no
// padding.
std::string closed_for(const PushTarget& target, std::string_view text, const PushNonce& nonce,
                       std::size_t size = 0);

// VAPID header: identifies the sender to the push service of `endpoint`.
std::string vapid_header(const CurveKey& key, const std::string& endpoint,
                         const std::string& contact, Time now);

}  // namespace nl
