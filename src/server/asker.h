// Puts the open questions of a game to whoever is asked: tells the question, starts its clock, and
// lets a bot think where one plays.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "server/limits.h"
#include "server/members.h"
#include "server/room_clock.h"
#include "server/room_state.h"
#include "server/teller.h"

namespace nl {

class Asker {
 public:
  Asker(const RoomId& id, const ServerPace& pace, const RoomState& state, Members& members,
        RoomClock& clock, Teller& teller)
      : id_(id), pace_(pace), state_(state), members_(members), clock_(clock), teller_(teller) {}

  void begin_game();
  // All questions that are new.
  void ask(Time now);
  // The open question passes to somebody else: from a player to a bot, or back.
  void ask_anew(Seat seat) { posed_[seat].announced = 0; }
  // What is open already, for one who joins or comes back.
  void repeat_to(const Member& member, Time now);
  bool waits_for(Seat seat) const;
  // Bots wait so much of the usual time before they answer.
  void set_bot_wait(int percent) { bot_percent_ = percent; }
  // What the bot at a seat thought of when it was asked.
  std::optional<Action> take_plan(Seat seat);
  // Advice on the question that waits for a seat: it is thought over once.
  const std::string& hint(Seat seat);

 private:
  struct Posed {
    Decision announced = 0;
    std::optional<Action> planned{};
    Decision hinted = 0;  // the question that `hint` is about
    std::string hint{};
  };

  void ask_window(Time now);
  void ask_seat(Seat seat, bool public_step, Time now);
  void start_turn(Seat seat, bool public_step, Time now);
  bool bot_plays(Seat seat) const;
  int wait_percent() const;
  Time bot_delay(Seat seat) const;
  std::string window_text(Time now) const;
  std::string question_text(Seat seat, Time now) const;
  std::string hint_text(Seat seat) const;

  const RoomId& id_;
  const ServerPace& pace_;
  const RoomState& state_;
  Members& members_;
  RoomClock& clock_;
  Teller& teller_;

  std::array<Posed, kMaxSeats> posed_{};
  int bot_percent_ = 100;
  std::size_t public_events_ = 0;  // how many there were when questions were last put
};

}  // namespace nl
