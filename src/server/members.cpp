#include "server/members.h"

#include <algorithm>

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

void Members::kick(const TokenHash& token) {
  constexpr std::size_t kRemembered = 64;
  kicked_tokens_.push_back(token);
  if (kicked_tokens_.size() > kRemembered) kicked_tokens_.pop_front();
}

bool Members::is_kicked(const TokenHash& token) const {
  return std::any_of(kicked_tokens_.begin(), kicked_tokens_.end(),
                     [&](const TokenHash& kicked) { return same_token(kicked, token); });
}

void Members::remove_seat(Seat seat) {
  presence_.erase(presence_.begin() + seat);
  for (Member& member : members_) {
    if (member.seat != kWatcher && member.seat > seat) --member.seat;
  }
}

}  // namespace nl
