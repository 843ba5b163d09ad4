// Client address of a connection, also behind a proxy. Only X-Forwarded-For entries added by
// trusted proxies count, from the end on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

// IPv4 is mapped to IPv6.
using IpAddress = std::array<std::uint8_t, 16>;

// `ip`, `ip:port`, `v6`, `[v6]` or `[v6]:port`, with quotes and spaces around it.
std::optional<IpAddress> parse_address(std::string_view text);
std::string address_text(const IpAddress& address);

bool is_loopback(const IpAddress& address);

// Unit of quotas: for IPv6 the /64 network, since its owner has all addresses in it.
std::string address_group(const IpAddress& address);

// `ip/bits`, or one address.
class AddressBlock {
 public:
  static std::optional<AddressBlock> parse(std::string_view text);
  bool contains(const IpAddress& address) const;
  // At least /8, for IPv6 /32: a wider network would cover half of the internet.
  bool is_narrow() const;

 private:
  IpAddress base_{};
  int bits_ = 128;
};

class TrustedProxies {
 public:
  TrustedProxies() = default;
  // Throws std::invalid_argument with the text that is no network.
  explicit TrustedProxies(const std::vector<std::string>& networks);

  bool trusts(const IpAddress& address) const;
  // `forwarded`: the X-Forwarded-For lines in order, joined by commas. An unreadable part did not
  // come from a trusted proxy: the last readable hop counts.
  IpAddress client(const IpAddress& peer, std::string_view forwarded) const;

 private:
  std::vector<AddressBlock> networks_;
};

}  // namespace nl
