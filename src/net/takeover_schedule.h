// Schedule for taking over orphaned rooms.
// Nodes with the rules that a room was played with go first. A room that no node can restore for a
// given time is voided. The caller passes the time in.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <vector>

#include "store/postgres_node.h"

namespace nl {

class TakeoverSchedule {
 public:
  using Clock = std::chrono::steady_clock;
  using Engines = std::set<std::uint64_t>;

  TakeoverSchedule(std::uint64_t own, Clock::duration give_up_after)
      : own_(own), give_up_after_(give_up_after) {}

  enum class Turn : std::uint8_t {
    NotYet,
    Try,     // take the rooms that this node can restore
    GiveUp,  // no node could restore any of them for long: take and void them
  };
  // `others`: the rules of the other live nodes.
  Turn turn(const Orphan& orphan, const Engines& others, Clock::time_point now);

  // None of its rooms can be restored here. True if this is new.
  bool not_for_us(Epoch holder, Clock::time_point now);
  // The rooms can't be read. True if this is new.
  bool unreadable(Epoch holder, Clock::time_point now);
  bool waits_for_others(Epoch holder) const { return not_for_us_.contains(holder); }
  // Forgets holders that are no orphans any more.
  void keep_only(const std::vector<Orphan>& orphans);

 private:
  bool others_go_first(const Orphan& orphan, const Engines& others) const;

  const std::uint64_t own_;
  const Clock::duration give_up_after_;
  std::map<Epoch, Clock::time_point> seen_;
  std::map<Epoch, Clock::time_point> not_for_us_;
  std::map<Epoch, Clock::time_point> unreadable_until_;
};

// Rooms that a node gives away, so that all have about as many. None where it has at most ten or a
// quarter more than the mean: rooms come and go by themselves. At most `most` at once.
std::size_t rooms_to_give(std::uint64_t own, const std::vector<std::uint64_t>& others,
                          std::size_t most);

}  // namespace nl
