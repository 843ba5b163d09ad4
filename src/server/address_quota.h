// Quotas and rate limits per address block: connections, rooms, bots, games, hints, notifications.
// Several people may share one address, so the limits leave room for a family or a school.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "server/address_blocks.h"
#include "server/limits.h"

namespace nl {

struct AddressQuota {
  explicit AddressQuota(const ServerLimits& limits, int rate = 1)
      : new_rooms(limits.room_burst * rate, limits.room_every / rate),
        games(limits.game_burst * rate, limits.game_every / rate),
        hints(limits.hint_burst * rate, limits.hint_every / rate),
        entries(limits.enter_burst * rate, limits.enter_every / rate),
        calls(limits.address_call_burst * rate, limits.address_call_every / rate),
        reports(limits.report_burst * rate, limits.report_every / rate) {}

  int sessions = 0;
  int rooms = 0;  // created from there, and still open
  int bots = 0;   // seats in these
  int slow_rooms = 0;
  TokenBucket new_rooms;
  TokenBucket games;
  TokenBucket hints;
  TokenBucket entries;  // into rooms, as a player or to watch
  TokenBucket calls;    // turn notifications
  TokenBucket reports;  // of games, to the operator

  // True if the entry equals a new one and may be erased.
  bool idle(Time now) const {
    return sessions == 0 && rooms == 0 && new_rooms.full(now) && games.full(now) &&
           hints.full(now) && entries.full(now) && calls.full(now) && reports.full(now);
  }
};

// Quotas of an address and of the blocks around it: all of them must allow, and all are charged.
class AddressAccount {
 public:
  struct Level {
    AddressQuota* quota = nullptr;
    BlockSize size = BlockSize::Host;
  };
  explicit AddressAccount(std::vector<Level> levels) : levels_(std::move(levels)) {}

  bool take(TokenBucket AddressQuota::*bucket, Time now);
  void add(int AddressQuota::*count, int change);
  // True if `more` still fit in.
  bool fits(int AddressQuota::*count, int more, int per_address, std::size_t total) const;

 private:
  std::vector<Level> levels_;
};

class AddressQuotas {
 public:
  explicit AddressQuotas(const ServerLimits& limits) : limits_(limits) {}

  // Clients without a known address share one quota. Valid until the next call.
  AddressAccount of(const std::string& address, Time now);
  std::size_t size() const { return quotas_.size(); }

 private:
  void remove_idle(Time now);

  const ServerLimits& limits_;
  // Bounded by the blocks with a connection, a room or a rate limit that is not full again: idle
  // entries are removed every minute, and whenever their number has doubled.
  std::map<std::string, AddressQuota> quotas_;
  std::size_t sweep_at_ = 1'000;
  Time swept_{0};
};

}  // namespace nl
