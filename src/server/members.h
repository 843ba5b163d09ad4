// Who is connected to a room, and which of its players are there.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "engine/event.h"
#include "game/time.h"
#include "server/output.h"
#include "server/seat_token.h"

namespace nl {

// Somebody who is connected: a player, or a watcher at the seat kWatcher.
struct Member {
  SessionId session = 0;
  Seat seat = kWatcher;
  bool fair = false;       // takes part in the fair shuffle
  bool wants_view = true;  // gets everything, not only what is new
  int last_seen = 0;       // the number of the last event that it has seen
};

// Whether a seat's player is there. It lasts as long as the server runs.
struct Presence {
  std::optional<Time> away_since{};
  bool grace_over = false;
  int stand_ins = 0;  // answers in a row that the player let somebody else give

  // A bot answers for one who is away for too long, or silent too often.
  bool held() const;
};

class Members {
 public:
  // nullptr where there is none; nobody sits at kWatcher.
  Member* of(SessionId session);
  Member* at(Seat seat);
  bool empty() const { return members_.empty(); }
  auto begin() { return members_.begin(); }
  auto end() { return members_.end(); }
  auto begin() const { return members_.begin(); }
  auto end() const { return members_.end(); }
  int watchers() const;
  // Of those who are here and take part in the shuffle.
  SeatMask fair_seats() const;

  void enter(const Member& member) { members_.push_back(member); }
  void leave(SessionId session);
  // Leaves, and the seat waits for its player from now on.
  void lose(SessionId session, Time now);
  void clear() { members_.clear(); }
  // Sent away by the host: neither that connection nor the one who has the seat's token comes in
  // again. The token is what a client knows of having been here.
  void kick(SessionId session);
  void kick(const TokenHash& token);
  bool is_kicked(SessionId session) const { return kicked_.contains(session); }
  bool is_kicked(const TokenHash& token) const;

  Seat seats() const { return static_cast<Seat>(presence_.size()); }
  Presence& presence(Seat seat) { return presence_[seat]; }
  const Presence& presence(Seat seat) const { return presence_[seat]; }
  void add_seat() { presence_.emplace_back(); }
  void remove_seat(Seat seat);  // the later ones move up

 private:
  std::vector<Member> members_;
  std::set<SessionId> kicked_;
  std::deque<TokenHash> kicked_tokens_;  // the last ones
  std::vector<Presence> presence_;       // one for each player
};

}  // namespace nl
