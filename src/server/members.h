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

// Connection of a player, or of a watcher at the seat kWatcher.
struct Member {
  SessionId session = 0;
  Seat seat = kWatcher;
  bool fair = false;       // takes part in the fair shuffle
  bool wants_view = true;  // gets a complete update, not only changes
  bool wants_room = true;  // … and the room's description
  int last_seen = 0;       // the number of the last event that it has seen
  std::string address{};
  int watcher = 0;      // its number; a player has none
  bool hidden = false;  // its page is in the background
};

// Presence of a seat's player. It lasts as long as the server runs.
struct Presence {
  std::optional<Time> away_since{};
  bool grace_over = false;
  int stand_ins = 0;      // consecutive answers given by a bot or the clock
  std::string address{};  // of the last connection; empty: none since the server began
  bool again = false;     // votes for another game, after one
  bool listens = false;   // wants longer Nope windows

  // A bot answers for a player who is away too long or times out too often.
  bool held() const;
};

class Members {
 public:
  // nullptr if there is none; no player has the seat kWatcher.
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
  bool looks(Seat seat) const;  // present, and the page is in the foreground
  std::vector<int> watcher_numbers() const;
  // Members who are present and take part in the shuffle.
  SeatMask fair_seats() const;

  // Adds a watcher; returns their number.
  int enter(Member member);
  void leave(SessionId session);
  // Removes the connection; the seat now waits for its player.
  void lose(SessionId session, Time now);
  void clear() { members_.clear(); }
  // Bans the connection after the host removed its player.
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
  void remove_seat(Seat seat);  // later seats move up

 private:
  std::vector<Member> members_;
  std::set<SessionId> kicked_;
  std::vector<Presence> presence_;  // one for each player
  int watchers_so_far_ = 0;
};

}  // namespace nl
