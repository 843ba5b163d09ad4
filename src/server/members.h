// Members of a room: its connections, and which of its players are present.
#pragma once

#include <cassert>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/event.h"
#include "game/time.h"
#include "server/output.h"

namespace nl {

// One connection: a player, or a watcher at the seat kWatcher.
struct Member {
  SessionId session = 0;
  Seat seat = kWatcher;
  bool fair = false;       // takes part in the fair shuffle
  bool wants_view = true;  // gets everything, not only what is new
  bool wants_room = true;  // … and the room's description
  int last_seen = 0;       // the number of the last event that it has seen
  std::string address{};
  int watcher = 0;      // its number; a player has none
  bool hidden = false;  // nobody looks at its page
};

// Presence of a seat's player. It lasts as long as the server runs.
struct Presence {
  std::optional<Time> away_since{};
  bool grace_over = false;
  int stand_ins = 0;      // answers in a row that the player let somebody else give
  std::string address{};  // of the last connection; empty: none since the server began
  bool again = false;     // votes for another game, after one
  bool listens = false;   // wants longer Nope windows

  // A bot answers for a player who is away too long or times out too often.
  bool held() const;
};

class Members {
 public:
  // nullptr where there is none; nobody sits at kWatcher.
  Member* of(SessionId session);
  Member* at(Seat seat);
  Member* watching(int watcher);
  Member* last_watcher();
  bool empty() const { return members_.empty(); }
  auto begin() { return members_.begin(); }
  auto end() { return members_.end(); }
  auto begin() const { return members_.begin(); }
  auto end() const { return members_.end(); }
  int watchers() const;
  bool looks(Seat seat) const;  // at the table, as far as the page tells
  std::vector<int> watcher_numbers() const;
  // Of those who are here and take part in the shuffle.
  SeatMask fair_seats() const;

  // A watcher gets a number, which is returned.
  int enter(Member member);
  void leave(SessionId session);
  // Leaves, and the seat waits for its player from now on.
  void lose(SessionId session, Time now);
  void clear() { members_.clear(); }
  // Sent away by the host: that connection does not come in again.
  void kick(SessionId session);
  bool is_kicked(SessionId session) const { return kicked_.contains(session); }

  Seat seats() const { return static_cast<Seat>(presence_.size()); }
  Presence& presence(Seat seat) {
    assert(seat < presence_.size());
    return presence_[seat];
  }
  const Presence& presence(Seat seat) const {
    assert(seat < presence_.size());
    return presence_[seat];
  }
  void add_seat() { presence_.emplace_back(); }
  void remove_seat(Seat seat);  // the later ones move up

 private:
  std::vector<Member> members_;
  std::set<SessionId> kicked_;
  std::vector<Presence> presence_;  // one for each player
  int watchers_so_far_ = 0;
};

}  // namespace nl
