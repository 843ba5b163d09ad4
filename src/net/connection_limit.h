// How many connections there are, in all and from one address. A place is given back when the
// handle that holds it goes.
#pragma once

#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace nl {

class ConnectionLimit {
 public:
  ConnectionLimit(std::size_t all, std::size_t per_address)
      : shared_(std::make_shared<Shared>(all, per_address)) {}

  using Place = std::shared_ptr<void>;
  // Null: there is no place. An empty address counts only among all.
  Place take(const std::string& address) {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->taken >= shared_->all) return nullptr;
    if (!address.empty()) {
      std::size_t& here = shared_->by_address[address];
      if (here >= shared_->per_address) return nullptr;
      ++here;
    }
    ++shared_->taken;
    return Place(shared_.get(), [shared = shared_, address](void*) { shared->leave(address); });
  }
  std::size_t taken() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->taken;
  }

 private:
  struct Shared {
    Shared(std::size_t most, std::size_t most_per_address)
        : all(most), per_address(most_per_address) {}
    void leave(const std::string& address) {
      const std::lock_guard lock(mutex);
      assert(taken > 0);
      --taken;
      const auto found = by_address.find(address);
      if (found != by_address.end() && --found->second == 0) by_address.erase(found);
    }
    const std::size_t all;
    const std::size_t per_address;
    std::mutex mutex;
    std::size_t taken = 0;
    std::map<std::string, std::size_t> by_address;
  };
  std::shared_ptr<Shared> shared_;
};

}  // namespace nl
