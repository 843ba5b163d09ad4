// Local game in plain lines, for pipes and screen readers.
#pragma once

#include <functional>

#include "terminal/command.h"
#include "terminal/console.h"
#include "terminal/game_choice.h"
#include "terminal/hot_seat.h"
#include "terminal/record_file.h"
#include "terminal/table_model.h"

namespace nl {

using NowFunction = std::function<Time()>;
Time steady_now();

class PlainHotSeat {
 public:
  PlainHotSeat(Table& table, Console& console, RecordFile& record, Language language,
               bool resumed = false, NowFunction now = steady_now);

  // Plays to the end. Throws Stopped if it is interrupted.
  void play();

 private:
  void tell(std::span<const Event> events);
  void step(const Prompt& prompt);
  void hide(Seat seat);
  void hand_over(Seat seat);
  void take_back_claim();
  void first_look(Seat seat);
  void look_at_hand(Seat seat);
  void ask(Seat seat);
  void ask_for_nope(Seat seat);
  void ask_claimant(Seat seat);
  void ask_table_for_nope();
  void nobody_nopes();
  bool submit(Seat seat, Action action);
  void refuse(const Refused& refused);
  void show(const Question& question);
  void show_table_once();

  // Reads the answer to the page's question; repeats `question` after each command and each invalid
  // line. Empty if the window's time is up, or if the player goes one step back. `or_enter`: Enter
  // alone is an answer without an action.
  std::optional<Choice> listen(const Question& question, bool or_enter = false);
  // Waits for Enter, for `other`, or for `back` if there is another; returns whether it was Enter.
  bool wait_for_enter(const Lines& asking, std::string_view other = "");
  std::optional<std::string> read_in_time();
  bool obeyed(const std::string& line) { return obey(read_command(line)); }
  bool obey(const Command& command);
  TableModel table_model() const;
  const Words& w() const { return speech_.w; }

  Table& table_;
  Console& console_;
  RecordFile& record_;
  Speech speech_;
  HotSeat hot_seat_;
  NowFunction now_;
  TurnNumbers numbers_;
  Narrator narrator_;
  std::size_t table_shown_ = 0;  // number of turns when the table was last shown
};

// The question before leaving a game; it says whether the game is saved.
Lines quit_question(const RecordFile& record, const Words& w);

// A question as lines: its text, then "1. …" for each choice, the hand with what cards do.
Lines question_lines(const Question& question, const Words& w);

}  // namespace nl
