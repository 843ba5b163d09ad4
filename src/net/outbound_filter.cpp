// Address filter: ranges that the server never connects to.
#include "net/outbound_filter.h"

#include <algorithm>
#include <array>

namespace nl {
namespace {

std::vector<AddressBlock> blocks(std::initializer_list<std::string_view> texts) {
  std::vector<AddressBlock> list;
  for (const std::string_view text : texts) list.push_back(AddressBlock::parse(text).value());
  return list;
}

bool is_in(const std::vector<AddressBlock>& list, const IpAddress& address) {
  return std::any_of(list.begin(), list.end(),
                     [&](const AddressBlock& block) { return block.contains(address); });
}

// The registries of special addresses (RFC 6890 and what came after).
const std::vector<AddressBlock>& special_v4() {
  static const auto kBlocks =
      blocks({"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
              "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
              "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"});
  return kBlocks;
}
// Special blocks within the allocated space, 2000::/3.
const std::vector<AddressBlock>& special_v6() {
  static const auto kBlocks = blocks({"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"});
  return kBlocks;
}

}  // namespace

bool is_public(const IpAddress& address) {
  static const auto kV4 = blocks({"0.0.0.0/0"});
  static const auto kGivenOut = blocks({"2000::/3"});
  if (is_in(kV4, address)) return !is_in(special_v4(), address);
  return is_in(kGivenOut, address) && !is_in(special_v6(), address);
}

}  // namespace nl
