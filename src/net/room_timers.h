// Timer queue: at most one timer per room, soonest first.
#pragma once

#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "server/output.h"

namespace nl {

class RoomTimers {
 public:
  void set(const RoomId& room, std::optional<Time> when) {
    if (const auto found = times_.find(room); found != times_.end()) {
      order_.erase({found->second, room});
      times_.erase(found);
    }
    if (!when) return;
    times_.emplace(room, *when);
    order_.emplace(*when, room);
  }
  std::optional<Time> next() const {
    return order_.empty() ? std::nullopt : std::optional(order_.begin()->first);
  }
  // Takes out the rooms whose time has come.
  std::vector<RoomId> take_due(Time now) {
    std::vector<RoomId> due;
    while (!order_.empty() && order_.begin()->first <= now) {
      due.push_back(order_.begin()->second);
      times_.erase(due.back());
      order_.erase(order_.begin());
    }
    assert(times_.size() == order_.size());
    return due;
  }

 private:
  std::map<RoomId, Time> times_;
  std::set<std::pair<Time, RoomId>> order_;
};

}  // namespace nl
