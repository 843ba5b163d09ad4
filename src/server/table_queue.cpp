// Matchmaking queue: groups by accepted tables.
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

// The first choice, then the other choices.
template <class Value>
std::vector<Value> choices(const Value& first, const std::vector<Value>& others) {
  std::vector<Value> all = {first};
  for (const Value& one : others) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }
  return all;
}

}  // namespace

std::vector<TableKind> accepted_kinds(const RoomSettings& first, const AcceptedTables& accepted) {
  std::vector<TableKind> kinds;
  for (const Preset preset : choices(first.preset, accepted.presets)) {
    for (const Expansions boxes : choices(first.expansions, accepted.boxes)) {
      for (const int seats : choices(first.seats, accepted.seats)) {
        const TableKind kind{preset, boxes, seats};
        const RoomSettings settings = kind.settings();
        const bool fits = seats <= most_seats(settings) && unplayable_rule(settings).empty();
        if (fits) kinds.push_back(kind);
      }
    }
  }
  return kinds;
}

bool Seeker::accepts(const TableKind& kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

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

std::vector<Seeker> TableQueue::like(const TableKind& kind) const {
  std::vector<Seeker> group;
  std::copy_if(waiting_.begin(), waiting_.end(), std::back_inserter(group),
               [&](const Seeker& one) { return one.accepts(kind); });
  return group;
}

TableQueue::Counts TableQueue::count_kinds() const {
  Counts counts;
  for (const Seeker& one : waiting_) {
    for (const TableKind& kind : one.kinds) ++counts[kind];
  }
  return counts;
}

TableQueue::Nearest TableQueue::nearest_of(const Seeker& seeker, const Counts& counts) {
  Nearest nearest;
  std::size_t fewest = kMaxSeats + 1;
  for (const TableKind& kind : seeker.kinds) {
    const auto found = counts.find(kind);
    const std::size_t waiting = found == counts.end() ? 0 : found->second;
    const auto seats = static_cast<std::size_t>(kind.seats);
    const std::size_t missing = seats - std::min(seats, waiting);
    const bool more = missing == fewest && waiting > nearest.waiting;
    if (missing < fewest || more) {
      fewest = missing;
      nearest = {kind, waiting};
    }
  }
  return nearest;
}

TableQueue::Nearest TableQueue::nearest(const Seeker& seeker) const {
  return nearest_of(seeker, count_kinds());
}

void TableQueue::changed(const std::vector<TableKind>& kinds) {
  for (Seeker& one : waiting_) {
    const bool shared = std::any_of(kinds.begin(), kinds.end(),
                                    [&](const TableKind& kind) { return one.accepts(kind); });
    if (shared) one.up_to_date = false;
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

TableQueue::Table TableQueue::draw(const TableKind& kind, Time now, Entropy& entropy) const {
  std::vector<Seeker> others = like(kind);
  shuffle_seekers(others, entropy);
  std::stable_partition(others.begin(), others.end(),
                        [&](const Seeker& one) { return one.until <= now; });
  std::vector<Seeker> people;
  for (const Seeker& one : others) {
    if (people.size() == static_cast<std::size_t>(kind.seats)) break;
    std::vector<Seeker> grown = people;
    grown.push_back(one);
    // Two players of one address share a table only if the whole table agrees.
    const bool shared = !distinct_addresses(grown);
    if (fits_in(people, one) && (!shared || all_agree(grown))) people = std::move(grown);
  }
  shuffle_seekers(people, entropy);
  return {kind, std::move(people)};
}

// The first player in the queue has the first choice.
TableQueue::Table TableQueue::full_table(Time now, Entropy& entropy) const {
  Counts counts = count_kinds();
  for (const Seeker& seeker : waiting_) {
    for (const TableKind& kind : seeker.kinds) {
      const auto seats = static_cast<std::size_t>(kind.seats);
      if (counts[kind] < seats) continue;
      Table table = draw(kind, now, entropy);
      if (table.people.size() == seats) return table;
      counts[kind] = 0;  // tried
    }
  }
  return {};
}

// With as many people as can be, and the fewest bots.
TableQueue::Table TableQueue::late_table(Time now, Entropy& entropy) const {
  const Counts counts = count_kinds();
  for (const Seeker& seeker : waiting_) {
    if (seeker.until > now) continue;
    Table table = draw(nearest_of(seeker, counts).kind, now, entropy);
    const auto sits = [&](const Seeker& one) { return one.session == seeker.session; };
    if (std::any_of(table.people.begin(), table.people.end(), sits)) return table;
    // Others of the same address have waited too long as well: they take this table, and the next
    // one is ours.
    if (!table.people.empty()) return table;
  }
  return {};
}

TableQueue::Table TableQueue::take(Time now, Entropy& entropy) {
  Table table = full_table(now, entropy);
  if (table.people.empty()) table = late_table(now, entropy);
  for (const Seeker& one : table.people) remove(one.session);
  return table;
}

}  // namespace nl
