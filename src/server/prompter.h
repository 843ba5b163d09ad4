// Prompter: sends open decisions to the acting seats, starts their clocks, and starts bot jobs.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "server/broadcaster.h"
#include "server/limits.h"
#include "server/members.h"
#include "server/room_clock.h"
#include "server/room_state.h"

namespace nl {

class Prompter {
 public:
  Prompter(const RoomId& id, const ServerTimes& times, const RoomState& state, Members& members,
           RoomClock& clock, Broadcaster& broadcaster, RoomHost& host)
      : id_(id),
        times_(times),
        state_(state),
        members_(members),
        clock_(clock),
        broadcaster_(broadcaster),
        host_(host) {}

  void begin_game();
  // Sends all new prompts.
  void ask(Time now);
  // Starts jobs for prompted bots. Runs after all messages are sent, so that none waits for it.
  void start_bot_jobs();
  void take(const BotResult& result);
  // Prompts again after a seat changed between player and bot.
  void ask_again(Seat seat) { prompts_[seat].announced = 0; }
  // Repeats open prompts to a member who joins or returns.
  void repeat_to(const Member& member, Time now);
  bool waits_for(Seat seat) const;
  // Scales the delay of bots' answers.
  void set_bot_wait(int percent) { bot_percent_ = percent; }
  // True if a bot answers for the seat: a bot's seat, or one that a bot holds.
  bool bot_plays(Seat seat) const;
  // Delay of an automatic pass.
  Time order_delay(Seat seat) const;
  // Result of the seat's bot job; empty while the job runs.
  std::optional<Action> take_plan(Seat seat);
  // Sends a hint to the seat's player, when its job is done.
  void hint(Seat seat);
  // True if a hint needs a new job.
  bool hint_is_new(Seat seat) const {
    return prompts_[seat].hinted != state_.game()->decision(seat);
  }

 private:
  struct Prompt {
    Decision announced = 0;
    bool needs_job = false;
    std::optional<Action> planned{};
    Decision hinted = 0;  // the question that a hint was asked for
    std::string hint{};   // … and that; empty: its job is running
  };

  void prompt_window(Time now);
  bool all_listen() const;  // all people at the table; bots always wait
  Time window_time() const;
  void prompt_seat(Seat seat, bool public_step, Time now);
  void start_turn(Seat seat, bool public_step, Time now);
  bool is_passed_for(Seat seat) const;
  void send_clock(Time now);
  std::string clock_text(Time now) const;
  Time drawn_below(Time spread, Seat seat) const;
  bool bot_searches(Seat seat) const;
  int wait_percent() const;
  Time bot_delay(Seat seat) const;
  std::string window_text(Time now) const;
  std::string question_text(Seat seat, Time now) const;
  std::string hint_text(Seat seat, const Hint& hint) const;
  void send_hint(Seat seat);

  const RoomId& id_;
  const ServerTimes& times_;
  const RoomState& state_;
  Members& members_;
  RoomClock& clock_;
  Broadcaster& broadcaster_;
  RoomHost& host_;

  std::array<Prompt, kMaxSeats> prompts_{};
  int bot_percent_ = 100;
  std::optional<Time> sent_clock_{};
  std::size_t public_events_ = 0;  // number of questions at the last prompt
};

}  // namespace nl
