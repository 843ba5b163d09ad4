// Matchmaking queue: groups by settings.
#include "server/table_queue.h"

#include <algorithm>
#include <utility>

namespace nl {
namespace {

bool comes_first(const Seeker& a, const Seeker& b) { return a.until < b.until; }

}  // namespace

std::optional<Seeker> TableQueue::remove(SessionId session) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Seeker& one) { return one.session == session; });
  if (found == waiting_.end()) return std::nullopt;
  Seeker seeker = std::move(*found);
  waiting_.erase(found);
  return seeker;
}

std::optional<Time> TableQueue::next() const {
  const auto first = std::min_element(waiting_.begin(), waiting_.end(), comes_first);
  return first == waiting_.end() ? std::nullopt : std::optional(first->until);
}

std::vector<Seeker> TableQueue::like(const RoomSettings& settings) const {
  std::vector<Seeker> group;
  std::copy_if(waiting_.begin(), waiting_.end(), std::back_inserter(group),
               [&](const Seeker& one) { return one.settings == settings; });
  return group;
}

void TableQueue::changed(const RoomSettings& settings) {
  for (Seeker& one : waiting_) {
    if (one.settings == settings) one.up_to_date = false;
  }
}

bool TableQueue::all_up_to_date() const {
  return std::all_of(waiting_.begin(), waiting_.end(),
                     [](const Seeker& one) { return one.up_to_date; });
}

std::vector<Seeker> TableQueue::take_outdated() {
  std::vector<Seeker> outdated;
  for (Seeker& one : waiting_) {
    if (!std::exchange(one.up_to_date, true)) outdated.push_back(one);
  }
  return outdated;
}

std::vector<Seeker> TableQueue::take(Time now) {
  for (const Seeker& seeker : waiting_) {
    std::vector<Seeker> group = like(seeker.settings);
    const auto seats = static_cast<std::size_t>(seeker.settings.seats);
    if (group.size() > seats) group.erase(group.begin() + seeker.settings.seats, group.end());
    const bool late = std::any_of(group.begin(), group.end(),
                                  [&](const Seeker& one) { return one.until <= now; });
    if (group.size() < seats && !late) continue;
    for (const Seeker& one : group) remove(one.session);
    return group;
  }
  return {};
}

}  // namespace nl
