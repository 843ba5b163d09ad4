// Parser for addresses, networks and X-Forwarded-For.
#include "net/client_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>

namespace nl {
namespace {

constexpr std::size_t kMappedBytes = 12;
constexpr IpAddress kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

bool is_v4(const IpAddress& address) {
  return std::equal(kMapped.begin(), kMapped.begin() + kMappedBytes, address.begin());
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kAround = " \t\"";
  text.remove_prefix(std::min(text.find_first_not_of(kAround), text.size()));
  return text.substr(0, text.find_last_not_of(kAround) + 1);
}

std::optional<IpAddress> parse_plain(std::string_view text) {
  const std::string copy(text.substr(0, 64));
  IpAddress address{};
  if (inet_pton(AF_INET6, copy.c_str(), address.data()) == 1) return address;
  address = kMapped;
  if (inet_pton(AF_INET, copy.c_str(), address.data() + kMappedBytes) == 1) return address;
  return std::nullopt;
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<IpAddress> parse_address(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && (rest[0] != ':' || !is_port(rest.substr(1)))) return std::nullopt;
    return parse_plain(text.substr(1, end - 1));
  }
  // One colon precedes a port; several mean IPv6.
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos) {
    if (!is_port(text.substr(colon + 1))) return std::nullopt;
    text = text.substr(0, colon);
  }
  return parse_plain(text);
}

std::string address_text(const IpAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (is_v4(address)) {
    inet_ntop(AF_INET, address.data() + kMappedBytes, text.data(), text.size());
  } else {
    inet_ntop(AF_INET6, address.data(), text.data(), text.size());
  }
  return text.data();
}

bool is_loopback(const IpAddress& address) {
  constexpr IpAddress kOne = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return address == kOne || (is_v4(address) && address[kMappedBytes] == 127);
}

std::string address_group(const IpAddress& address) {
  IpAddress group = address;
  if (!is_v4(group)) std::fill(group.begin() + 8, group.end(), std::uint8_t{0});
  return address_text(group);
}

std::optional<AddressBlock> AddressBlock::parse(std::string_view text) {
  text = trimmed(text);
  const std::size_t slash = text.find('/');
  const auto base = parse_plain(text.substr(0, slash));
  if (!base) return std::nullopt;
  AddressBlock network;
  network.base_ = *base;
  if (slash == std::string_view::npos) return network;
  const std::string_view digits = text.substr(slash + 1);
  int bits = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  const int most = is_v4(*base) ? 32 : 128;
  const bool whole = error == std::errc{} && end == digits.data() + digits.size();
  if (!whole || bits < 0 || bits > most) return std::nullopt;
  network.bits_ = bits + 128 - most;
  return network;
}

bool AddressBlock::contains(const IpAddress& address) const {
  for (int bit = 0; bit < bits_; bit += 8) {
    const auto byte = static_cast<std::size_t>(bit / 8);
    const int rest = std::min(8, bits_ - bit);
    if ((address[byte] ^ base_[byte]) >> (8 - rest) != 0) return false;
  }
  return true;
}

bool AddressBlock::is_narrow() const { return bits_ >= (is_v4(base_) ? 96 + 8 : 32); }

TrustedProxies::TrustedProxies(const std::vector<std::string>& networks) {
  for (const std::string& text : networks) {
    const auto network = AddressBlock::parse(text);
    if (!network) throw std::invalid_argument(text);
    networks_.push_back(*network);
  }
}

bool TrustedProxies::trusts(const IpAddress& address) const {
  return std::any_of(networks_.begin(), networks_.end(),
                     [&](const AddressBlock& network) { return network.contains(address); });
}

IpAddress TrustedProxies::client(const IpAddress& peer, std::string_view forwarded) const {
  IpAddress hop = peer;
  while (trusts(hop) && !forwarded.empty()) {
    const std::size_t comma = forwarded.rfind(',');
    const bool last = comma == std::string_view::npos;
    const auto before = parse_address(last ? forwarded : forwarded.substr(comma + 1));
    if (!before) return hop;
    hop = *before;
    forwarded = last ? std::string_view() : forwarded.substr(0, comma);
  }
  return hop;
}

}  // namespace nl
