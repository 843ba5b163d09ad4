// Matchmaking queue: groups by settings.
#include "server/table_queue.h"

#include <algorithm>
#include <utility>

namespace nl {
namespace {

// Uniform below `end`: the remainder of 64 random bits is even enough.
std::size_t random_below(std::size_t end, Entropy& entropy) {
  const auto bytes = entropy.draw<Bytes32>();
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i) number = number << 8 | bytes[i];
  return static_cast<std::size_t>(number % end);
}

void shuffle_seekers(std::vector<Seeker>& seekers, Entropy& entropy) {
  for (std::size_t i = seekers.size(); i > 1; --i) {
    std::swap(seekers[i - 1], seekers[random_below(i, entropy)]);
  }
}

bool fits_in(const std::vector<Seeker>& table, const Seeker& one) {
  return std::none_of(table.begin(), table.end(), [&](const Seeker& other) {
    const bool same = !one.address.empty() && one.address == other.address;
    return same && !(one.together && other.together);
  });
}

bool all_agree(const std::vector<Seeker>& table) {
  return std::all_of(table.begin(), table.end(), [](const Seeker& one) { return one.together; });
}

bool comes_first(const Seeker& a, const Seeker& b) { return a.until < b.until; }

}  // namespace

bool distinct_addresses(const std::vector<Seeker>& seekers) {
  for (std::size_t a = 0; a < seekers.size(); ++a) {
    for (std::size_t b = a + 1; b < seekers.size(); ++b) {
      if (!seekers[a].address.empty() && seekers[a].address == seekers[b].address) return false;
    }
  }
  return true;
}

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

std::vector<Seeker> TableQueue::draw(const Seeker& first, Time now, Entropy& entropy) const {
  std::vector<Seeker> others = like(first.settings);
  shuffle_seekers(others, entropy);
  std::stable_partition(others.begin(), others.end(),
                        [&](const Seeker& one) { return one.until <= now; });
  std::vector<Seeker> table;
  for (const Seeker& one : others) {
    if (table.size() == static_cast<std::size_t>(first.settings.seats)) break;
    std::vector<Seeker> grown = table;
    grown.push_back(one);
    // Two of one address sit together only where the whole table agrees.
    const bool shared = !distinct_addresses(grown);
    if (fits_in(table, one) && (!shared || all_agree(grown))) table = std::move(grown);
  }
  shuffle_seekers(table, entropy);
  return table;
}

std::vector<Seeker> TableQueue::take(Time now, Entropy& entropy) {
  for (const Seeker& seeker : waiting_) {
    const auto seats = static_cast<std::size_t>(seeker.settings.seats);
    std::vector<Seeker> group = draw(seeker, now, entropy);
    const bool late = std::any_of(group.begin(), group.end(),
                                  [&](const Seeker& one) { return one.until <= now; });
    if (group.size() < seats && !late) continue;
    for (const Seeker& one : group) remove(one.session);
    return group;
  }
  return {};
}

}  // namespace nl
