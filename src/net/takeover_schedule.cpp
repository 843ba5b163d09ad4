// Schedule of takeovers: which node may take orphaned rooms, and when.
#include "net/takeover_schedule.h"

#include <algorithm>
#include <numeric>

namespace nl {
namespace {

using namespace std::chrono_literals;

// For this long, nodes with a room's own rules have priority.
constexpr auto kFirst = 3s;
constexpr auto kReadAgain = 5s;

void forget_others(std::map<Epoch, TakeoverSchedule::Clock::time_point>& noted,
                   const std::set<Epoch>& there) {
  std::erase_if(noted, [&](const auto& one) { return !there.contains(one.first); });
}

}  // namespace

// No other node has priority if all rooms have our rules, or if no node has theirs.
bool TakeoverSchedule::others_go_first(const Orphan& orphan, const Engines& others) const {
  return std::any_of(orphan.engines.begin(), orphan.engines.end(), [&](std::uint64_t engine) {
    return engine != own_ && others.contains(engine);
  });
}

TakeoverSchedule::Turn TakeoverSchedule::turn(const Orphan& orphan, const Engines& others,
                                              Clock::time_point now) {
  const auto seen = seen_.emplace(orphan.holder, now).first->second;
  const auto unreadable = unreadable_until_.find(orphan.holder);
  if (unreadable != unreadable_until_.end() && now < unreadable->second) return Turn::NotYet;
  const bool wait = others_go_first(orphan, others);
  if (const auto tried = not_for_us_.find(orphan.holder); tried != not_for_us_.end()) {
    return wait || now - tried->second < give_up_after_ ? Turn::NotYet : Turn::GiveUp;
  }
  return wait && now - seen < kFirst ? Turn::NotYet : Turn::Try;
}

bool TakeoverSchedule::not_for_us(Epoch holder, Clock::time_point now) {
  return not_for_us_.emplace(holder, now).second;
}

bool TakeoverSchedule::unreadable(Epoch holder, Clock::time_point now) {
  const bool news = !unreadable_until_.contains(holder);
  unreadable_until_[holder] = now + kReadAgain;
  return news;
}

void TakeoverSchedule::keep_only(const std::vector<Orphan>& orphans) {
  std::set<Epoch> there;
  for (const Orphan& orphan : orphans) there.insert(orphan.holder);
  forget_others(seen_, there);
  forget_others(not_for_us_, there);
  forget_others(unreadable_until_, there);
}

std::size_t rooms_to_give(std::uint64_t own, const std::vector<std::uint64_t>& others,
                          std::size_t most) {
  if (others.empty()) return 0;
  const std::uint64_t all = std::accumulate(others.begin(), others.end(), own);
  const std::uint64_t mean = all / (others.size() + 1);
  if (own <= mean + std::max<std::uint64_t>(10, mean / 4)) return 0;
  return std::min<std::size_t>(own - mean, most);
}

}  // namespace nl
