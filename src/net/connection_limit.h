// Connection limiter: total, per address and per address block. Destroying the handle frees its
// slot.
#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "server/address_blocks.h"

namespace nl {

class ConnectionLimit {
 public:
  ConnectionLimit(std::size_t all, std::size_t per_address)
      : shared_(std::make_shared<Shared>(all, per_address)) {}

  class Holder;
  using Place = std::shared_ptr<Holder>;
  enum class Why : std::uint8_t { Free, Full, AddressFull };
  struct Taken {
    Place place{};  // null: there is none
    Why why = Why::Free;
  };
  // An empty address counts only towards the total.
  Taken take(const std::string& address) {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->taken >= shared_->all) return {nullptr, Why::Full};
    if (!shared_->enter(address)) return {nullptr, Why::AddressFull};
    ++shared_->taken;
    return {std::make_shared<Holder>(shared_, address), Why::Free};
  }
  // Moves the slot to another address, which a proxy has named. False: that address has no free
  // slot, and nothing changes.
  static bool move(const Place& place, const std::string& address) { return place->move(address); }
  void set(std::size_t all, std::size_t per_address) {
    const std::lock_guard lock(shared_->mutex);
    shared_->all = all;
    shared_->per_address = per_address;
  }
  std::size_t taken() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->taken;
  }

 private:
  struct Shared {
    Shared(std::size_t most, std::size_t most_per_address)
        : all(most), per_address(most_per_address) {}
    // With the mutex held.
    bool enter(const std::string& address) {
      if (address.empty()) return true;
      const auto blocks = enclosing_blocks(address);
      for (const EnclosingBlock& block : blocks) {
        const auto found = by_block.find(block.name);
        const std::size_t most = block_limit(block.size, per_address, all);
        if (found != by_block.end() && found->second >= most) return false;
      }
      for (const EnclosingBlock& block : blocks) ++by_block[block.name];
      return true;
    }
    void leave(const std::string& address) {
      if (address.empty()) return;
      for (const EnclosingBlock& block : enclosing_blocks(address)) {
        const auto found = by_block.find(block.name);
        if (found != by_block.end() && --found->second == 0) by_block.erase(found);
      }
    }
    std::size_t all;
    std::size_t per_address;
    std::mutex mutex;
    std::size_t taken = 0;
    std::map<std::string, std::size_t> by_block;
  };

 public:
  class Holder {
   public:
    Holder(std::shared_ptr<Shared> shared, std::string address)
        : shared_(std::move(shared)), address_(std::move(address)) {}
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    ~Holder() {
      const std::lock_guard lock(shared_->mutex);
      assert(shared_->taken > 0);
      --shared_->taken;
      shared_->leave(address_);
    }

   private:
    friend class ConnectionLimit;
    bool move(const std::string& address) {
      const std::lock_guard lock(shared_->mutex);
      if (address == address_) return true;
      if (!shared_->enter(address)) return false;
      shared_->leave(address_);
      address_ = address;
      return true;
    }
    const std::shared_ptr<Shared> shared_;
    std::string address_;
  };

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace nl
