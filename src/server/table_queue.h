// Those who look for a table with strangers: by the rules and by how many they want to be. Times
// come in, tables go out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/room_settings.h"
#include "server/output.h"

namespace nl {

struct Seeker {
  SessionId session = 0;
  std::string name{};
  RoomSettings settings{};
  Time until{0};      // then bots fill the table
  bool knows = true;  // how many wait
};

class TableQueue {
 public:
  void add(Seeker seeker) { waiting_.push_back(std::move(seeker)); }
  // Nothing where the session looks for none.
  std::optional<Seeker> remove(SessionId session);

  // When the first has waited long enough.
  std::optional<Time> next() const;
  // A table that is full, or whose first has waited long enough: those who came first. Empty: there
  // is none.
  std::vector<Seeker> take(Time now);
  // Who waits for such a table, in the order they came.
  std::vector<Seeker> like(const RoomSettings& settings) const;
  // Somebody came or went: the others don't know how many they are any more.
  void changed(const RoomSettings& settings);
  bool all_know() const;
  // Those who don't, each of whom does from here on.
  std::vector<Seeker> take_unknowing();

 private:
  std::vector<Seeker> waiting_;
};

}  // namespace nl
