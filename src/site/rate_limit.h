// Per-address rate limiter for requests and for new entries. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "server/limits.h"

namespace nl {

class RateLimit {
 public:
  bool allow_request(const std::string& address, Time now) {
    const std::lock_guard guard(mutex_);
    constexpr std::size_t kMostAccounts = 10'000;
    if (accounts_.size() >= kMostAccounts) {
      std::erase_if(accounts_, [&](const auto& entry) {
        return entry.second.visits.full(now) && entry.second.new_things.full(now);
      });
    }
    return accounts_[address].visits.take(now);
  }
  bool allow_new_entry(const std::string& address, Time now) {
    const std::lock_guard guard(mutex_);
    return accounts_[address].new_things.take(now);
  }

 private:
  struct Account {
    TokenBucket visits{60, Time{2'000}};
    TokenBucket new_things{10, Time{60'000}};
  };
  std::mutex mutex_;
  std::map<std::string, Account> accounts_;
};

}  // namespace nl
