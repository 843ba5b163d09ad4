// Per-address quotas and rate limits: connections, rooms, bots, games, hints and notifications.
// Several people may share one address, so the limits leave room for a family or a school.
#pragma once

#include <map>
#include <string>

#include "server/limits.h"

namespace nl {

struct AddressQuota {
  explicit AddressQuota(const ServerLimits& limits)
      : new_rooms(limits.room_burst, limits.room_every),
        games(limits.game_burst, limits.game_every),
        hints(limits.hint_burst, limits.hint_every),
        entries(limits.enter_burst, limits.enter_every),
        calls(limits.address_call_burst, limits.address_call_every) {}

  int sessions = 0;
  int rooms = 0;  // made from there, and still open
  int bots = 0;   // seats in these
  int slow_rooms = 0;
  TokenBucket new_rooms;
  TokenBucket games;
  TokenBucket hints;
  TokenBucket entries;  // into rooms, as a player or to watch
  TokenBucket calls;    // to those who don't look

  // True if the entry equals a new one and may be erased.
  bool idle(Time now) const {
    return sessions == 0 && rooms == 0 && new_rooms.full(now) && games.full(now) &&
           hints.full(now) && entries.full(now) && calls.full(now);
  }
};

class AddressQuotas {
 public:
  explicit AddressQuotas(const ServerLimits& limits) : limits_(limits) {}

  // Clients without a known address share one quota.
  AddressQuota& of(const std::string& address, Time now);
  std::size_t size() const { return accounts_.size(); }

 private:
  const ServerLimits& limits_;
  // Bounded by the addresses with a connection, a room or a rate limit that is not full again:
  // every doubling removes the idle ones.
  std::map<std::string, AddressQuota> accounts_;
  std::size_t sweep_at_ = 1'000;
};

}  // namespace nl
