// Client address of a connection, also behind a proxy.
// Only entries of X-Forwarded-For that a trusted proxy has added count, from the end on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

// IPv4 as the IPv6 addresses that stand for it.
using IpAddress = std::array<std::uint8_t, 16>;

// `ip`, `ip:port`, `v6`, `[v6]` or `[v6]:port`, with quotes and spaces around it.
std::optional<IpAddress> parse_address(std::string_view text);
std::string address_text(const IpAddress& address);

bool is_loopback(const IpAddress& address);

// Unit of counting: of IPv6 a network of 64 bits, since the owner of one address there has
// them all.
std::string address_group(const IpAddress& address);

// `ip/bits`, or one address.
class AddressBlock {
 public:
  static std::optional<AddressBlock> parse(std::string_view text);
  bool contains(const IpAddress& address) const;
  // At least /8, of IPv6 /32: a wider one names half of the internet.
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
  // `forwarded`: the lines of X-Forwarded-For in their order, joined by commas. An unreadable part
  // was not written by a proxy that one should trust: the last hop that could be read counts.
  IpAddress client(const IpAddress& peer, std::string_view forwarded) const;

 private:
  std::vector<AddressBlock> networks_;
};

}  // namespace nl
