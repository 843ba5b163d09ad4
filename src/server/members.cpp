// Members of a room: lookup, arrivals, departures, presence.
#include "server/members.h"

#include <algorithm>
#include <cassert>

namespace nl {

bool Presence::held() const {
  constexpr int kLeftInARow = 2;
  return grace_over || stand_ins >= kLeftInARow;
}

Member* Members::of(SessionId session) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& m) { return m.session == session; });
  return found == members_.end() ? nullptr : &*found;
}

Member* Members::at(Seat seat) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& m) { return m.seat == seat; });
  return found == members_.end() || seat == kWatcher ? nullptr : &*found;
}

Member* Members::watching(int watcher) {
  const auto found = std::find_if(members_.begin(), members_.end(), [&](const Member& m) {
    return m.seat == kWatcher && m.watcher == watcher;
  });
  return found == members_.end() ? nullptr : &*found;
}

Member* Members::last_watcher() {
  const auto numbers = watcher_numbers();
  return numbers.empty() ? nullptr : watching(numbers.back());
}

bool Members::looks(Seat seat) const {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.seat == seat && !member.hidden; });
}

int Members::enter(Member member) {
  assert(of(member.session) == nullptr && "who is in a room leaves it first");
  if (member.seat == kWatcher) {
    member.watcher = ++watchers_so_far_;
  } else {
    presence_[member.seat].address = member.address;
  }
  members_.push_back(std::move(member));
  return members_.back().watcher;
}

// They come in the order of their numbers.
std::vector<int> Members::watcher_numbers() const {
  std::vector<int> numbers;
  for (const Member& member : members_) {
    if (member.seat == kWatcher) numbers.push_back(member.watcher);
  }
  return numbers;
}

int Members::watchers() const {
  return static_cast<int>(std::count_if(members_.begin(), members_.end(),
                                        [](const Member& m) { return m.seat == kWatcher; }));
}

SeatMask Members::fair_seats() const {
  SeatMask seats = 0;
  for (const Member& member : members_) {
    if (member.fair && member.seat != kWatcher) seats |= seat_bit(member.seat);
  }
  return seats;
}

void Members::leave(SessionId session) {
  std::erase_if(members_, [&](const Member& member) { return member.session == session; });
}

void Members::lose(SessionId session, Time now) {
  const Member* member = of(session);
  if (member != nullptr && member->seat != kWatcher) presence_[member->seat].away_since = now;
  leave(session);
}

void Members::kick(SessionId session) {
  leave(session);
  kicked_.insert(session);
}

void Members::remove_seat(Seat seat) {
  assert(seat < presence_.size());
  presence_.erase(presence_.begin() + seat);
  for (Member& member : members_) {
    if (member.seat != kWatcher && member.seat > seat) --member.seat;
  }
}

}  // namespace nl
