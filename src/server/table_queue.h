// Matchmaking queue, grouped by rules and number of seats. Times come in, tables go out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fair/entropy.h"
#include "protocol/room_settings.h"
#include "server/output.h"

namespace nl {

struct Seeker {
  SessionId session = 0;
  std::string name{};
  std::string address{};
  bool together = false;  // with others of the same address
  RoomSettings settings{};
  Time until{0};           // then bots fill the table
  bool up_to_date = true;  // the number of waiting players is right
};

// No address twice; unknown ones are taken for different.
bool distinct_addresses(const std::vector<Seeker>& seekers);

class TableQueue {
 public:
  void add(Seeker seeker) { waiting_.push_back(std::move(seeker)); }
  std::size_t size() const { return waiting_.size(); }
  // Empty if the session is not in the queue.
  std::optional<Seeker> remove(SessionId session);

  // Earliest deadline of a waiting player.
  std::optional<Time> next() const;
  // A table that is full, or where one has waited long enough: those, then others at random, in
  // random order. One address has one seat, unless all agree. Empty: there is none.
  std::vector<Seeker> take(Time now, Entropy& entropy);
  // Players waiting for these settings, in order of arrival.
  std::vector<Seeker> like(const RoomSettings& settings) const;
  // Somebody came or went: the others don't know how many they are any more.
  void changed(const RoomSettings& settings);
  bool all_up_to_date() const;
  // Takes the players whose displayed count is outdated, and marks them up to date.
  std::vector<Seeker> take_outdated();

 private:
  std::vector<Seeker> draw(const Seeker& first, Time now, Entropy& entropy) const;

  std::vector<Seeker> waiting_;
};

}  // namespace nl
