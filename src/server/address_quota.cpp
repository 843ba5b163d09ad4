// Per-address quotas: lookup, and removal of idle entries.
#include "server/address_quota.h"

#include <algorithm>

namespace nl {

AddressQuota& AddressQuotas::of(const std::string& address, Time now) {
  const auto found = accounts_.find(address);
  if (found != accounts_.end()) return found->second;
  if (accounts_.size() >= sweep_at_) {
    std::erase_if(accounts_, [&](const auto& each) { return each.second.idle(now); });
    sweep_at_ = std::max<std::size_t>(1'000, 2 * accounts_.size());
  }
  return accounts_.emplace(address, limits_).first->second;
}

}  // namespace nl
