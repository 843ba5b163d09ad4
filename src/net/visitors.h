// How often one address may come to where something is kept for people, and leave something new.
// Any thread.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "server/limits.h"

namespace nl {

class Visitors {
 public:
  bool may_visit(const std::string& address, Time now) {
    const std::lock_guard guard(mutex_);
    constexpr std::size_t kMostAccounts = 10'000;
    if (accounts_.size() >= kMostAccounts) {
      std::erase_if(accounts_, [&](const auto& entry) {
        return entry.second.visits.full(now) && entry.second.new_things.full(now);
      });
    }
    return accounts_[address].visits.take(now);
  }
  bool may_have_another(const std::string& address, Time now) {
    const std::lock_guard guard(mutex_);
    return accounts_[address].new_things.take(now);
  }

 private:
  struct Account {
    Allowance visits{60, Time{2'000}};
    Allowance new_things{10, Time{60'000}};
  };
  std::mutex mutex_;
  std::map<std::string, Account> accounts_;
};

}  // namespace nl
