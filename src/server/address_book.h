// What the clients of each address have of the server, and how often they may take more. Behind one
// address there may be a family, a school or one person with a program: the limits leave room for
// the first two.
#pragma once

#include <map>
#include <string>

#include "server/limits.h"

namespace nl {

struct AddressAccount {
  explicit AddressAccount(const ServerLimits& limits)
      : new_rooms(limits.room_burst, limits.room_every),
        games(limits.game_burst, limits.game_every),
        hints(limits.hint_burst, limits.hint_every),
        entries(limits.enter_burst, limits.enter_every),
        calls(limits.address_call_burst, limits.address_call_every) {}

  int sessions = 0;
  int rooms = 0;  // made from there, and still open
  int bots = 0;   // seats in these
  int slow_rooms = 0;
  Allowance new_rooms;
  Allowance games;
  Allowance hints;
  Allowance entries;  // into rooms, as a player or to watch
  Allowance calls;    // to those who don't look

  // Nothing would be lost if it were forgotten.
  bool idle(Time now) const {
    return sessions == 0 && rooms == 0 && new_rooms.full(now) && games.full(now) &&
           hints.full(now) && entries.full(now) && calls.full(now);
  }
};

class AddressBook {
 public:
  explicit AddressBook(const ServerLimits& limits) : limits_(limits) {}

  // Those who come from nowhere that can be named share an account like any other.
  AddressAccount& of(const std::string& address, Time now);
  std::size_t size() const { return accounts_.size(); }

 private:
  const ServerLimits& limits_;
  std::map<std::string, AddressAccount> accounts_;
  std::size_t sweep_at_ = 1'000;
};

}  // namespace nl
