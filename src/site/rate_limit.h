// Rate limiter per address block, for requests and for new entries. Thread-safe. Its times come
// from a monotonic clock.
#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "server/address_blocks.h"
#include "server/limits.h"

namespace nl {

// Stored entries: no block may create more than its share of `total` within their lifetime.
struct StockLimit {
  std::size_t total = 0;
  Time kept{0};
};

class RateLimit {
 public:
  using Stock = StockLimit;
  RateLimit() = default;
  explicit RateLimit(const Stock& stock) : stock_(stock) {}

  bool allow_request(const std::string& address, Time now) {
    const std::lock_guard guard(mutex_);
    remove_idle(now);
    return take(address, &Account::visits, now);
  }
  bool allow_new_entry(const std::string& address, Time now) {
    const std::lock_guard guard(mutex_);
    return take(address, &Account::new_entries, now) &&
           (stock_.total == 0 || take(address, &Account::stored, now));
  }
  void set_stock(Stock stock) {
    const std::lock_guard guard(mutex_);
    stock_ = stock;
  }

 private:
  struct Account {
    Account(BlockSize size, const Stock& stock)
        : visits(60 * block_rate(size), Time{2'000} / block_rate(size)),
          new_entries(10 * block_rate(size), Time{60'000} / block_rate(size)),
          stored(share(size, stock), stock.kept / share(size, stock)) {}
    static int share(BlockSize size, const Stock& stock) {
      const std::size_t most = block_limit(size, stock.total / 20, stock.total);
      return static_cast<int>(std::clamp<std::size_t>(most, 10, 1 << 20));
    }
    bool idle(Time now) const {
      return visits.full(now) && new_entries.full(now) && stored.full(now);
    }
    TokenBucket visits;
    TokenBucket new_entries;
    TokenBucket stored;
  };

  void remove_idle(Time now) {
    constexpr std::size_t kMostAccounts = 10'000;
    constexpr Time kEvery{60'000};
    if (accounts_.size() < kMostAccounts && now < swept_ + kEvery) return;
    std::erase_if(accounts_, [&](const auto& entry) { return entry.second.idle(now); });
    swept_ = now;
  }
  bool take(const std::string& address, TokenBucket Account::*bucket, Time now) {
    const auto blocks = enclosing_blocks(address);
    for (const EnclosingBlock& block : blocks) {
      const auto& account = accounts_.try_emplace(block.name, block.size, stock_).first->second;
      if (!(account.*bucket).can_take(now)) return false;
    }
    for (const EnclosingBlock& block : blocks) (accounts_.at(block.name).*bucket).take(now);
    return true;
  }

  std::mutex mutex_;
  Stock stock_;
  std::map<std::string, Account> accounts_;
  Time swept_{0};
};

}  // namespace nl
