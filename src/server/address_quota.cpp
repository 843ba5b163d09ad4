// Quotas per address block: lookup, and removal of idle entries.
#include "server/address_quota.h"

#include <algorithm>

namespace nl {

bool AddressAccount::take(TokenBucket AddressQuota::*bucket, Time now) {
  const bool allowed = std::all_of(levels_.begin(), levels_.end(), [&](const Level& level) {
    return (level.quota->*bucket).can_take(now);
  });
  if (!allowed) return false;
  for (const Level& level : levels_) (level.quota->*bucket).take(now);
  return true;
}

void AddressAccount::add(int AddressQuota::*count, int change) {
  for (const Level& level : levels_) level.quota->*count += change;
}

bool AddressAccount::fits(int AddressQuota::*count, int more, int per_address,
                          std::size_t total) const {
  return std::all_of(levels_.begin(), levels_.end(), [&](const Level& level) {
    const auto most = block_limit(level.size, static_cast<std::size_t>(per_address), total);
    return level.quota->*count + more <= static_cast<int>(std::min<std::size_t>(most, 1 << 30));
  });
}

void AddressQuotas::remove_idle(Time now) {
  constexpr Time kEvery{60'000};
  if (quotas_.size() < sweep_at_ && now < swept_ + kEvery) return;
  std::erase_if(quotas_, [&](const auto& each) { return each.second.idle(now); });
  sweep_at_ = std::max<std::size_t>(1'000, 2 * quotas_.size());
  swept_ = now;
}

AddressAccount AddressQuotas::of(const std::string& address, Time now) {
  remove_idle(now);
  std::vector<AddressAccount::Level> levels;
  for (const EnclosingBlock& block : enclosing_blocks(address)) {
    AddressQuota& quota =
        quotas_.try_emplace(block.name, limits_, block_rate(block.size)).first->second;
    levels.push_back({&quota, block.size});
  }
  return AddressAccount(std::move(levels));
}

}  // namespace nl
