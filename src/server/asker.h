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
        RoomClock& clock, Teller& teller, RoomHost& host)
      : id_(id),
        pace_(pace),
        state_(state),
        members_(members),
        clock_(clock),
        teller_(teller),
        host_(host) {}

  void begin_game();
  // All questions that are new.
  void ask(Time now);
  // Those that were asked. It comes after everybody was told: no message waits for it.
  void let_bots_think();
  void take(const Thought& thought);
  // The open question passes to somebody else: from a player to a bot, or back.
  void ask_anew(Seat seat) { posed_[seat].announced = 0; }
  // What is open already, for one who joins or comes back.
  void repeat_to(const Member& member, Time now);
  bool waits_for(Seat seat) const;
  // Bots wait so much of the usual time before they answer.
  void set_bot_wait(int percent) { bot_percent_ = percent; }
  // Whether a bot answers for a seat: its own, or one that it holds.
  bool bot_plays(Seat seat) const;
  // When a player's standing order to pass is carried out.
  Time order_delay(Seat seat) const;
  // What the bot at a seat has thought of; nothing where it is still thinking.
  std::optional<Action> take_plan(Seat seat);
  // Tells a seat's player what to answer to its question, once that was thought over.
  void hint(Seat seat);
  // Whether a hint would have to be thought over.
  bool hint_is_new(Seat seat) const { return posed_[seat].hinted != state_.game()->decision(seat); }

 private:
  struct Posed {
    Decision announced = 0;
    bool to_think = false;
    std::optional<Action> planned{};
    Decision hinted = 0;  // the question that a hint was asked for
    std::string hint{};   // … and that; empty: it is being thought over
  };

  void ask_window(Time now);
  void ask_seat(Seat seat, bool public_step, Time now);
  void start_turn(Seat seat, bool public_step, Time now);
  bool is_passed_for(Seat seat) const;
  void tell_clock(Time now);
  std::string clock_text(Time now) const;
  Time drawn_below(Time spread, Seat seat) const;
  bool bot_searches(Seat seat) const;
  int wait_percent() const;
  Time bot_delay(Seat seat) const;
  std::string window_text(Time now) const;
  std::string question_text(Seat seat, Time now) const;
  std::string hint_text(Seat seat, const Hint& hint) const;
  void tell_hint(Seat seat);

  const RoomId& id_;
  const ServerPace& pace_;
  const RoomState& state_;
  Members& members_;
  RoomClock& clock_;
  Teller& teller_;
  RoomHost& host_;

  std::array<Posed, kMaxSeats> posed_{};
  int bot_percent_ = 100;
  std::optional<Time> told_clock_{};
  std::size_t public_events_ = 0;  // how many there were when questions were last put
};

}  // namespace nl
