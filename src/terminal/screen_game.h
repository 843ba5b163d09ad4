// Local game on the full screen, from the deal to the last page.
#pragma once

#include <functional>
#include <span>

#include "table/table.h"
#include "terminal/hot_seat.h"
#include "terminal/screen_stage.h"
#include "text/words.h"

namespace nl {

// Redraw interval of a countdown.
inline constexpr Time kTick{200};

struct ScreenSettings {
  Language language = Language::English;
  Time bot_pause{600};  // how long a bot's move stays visible
  bool animated = true;
  bool lively = false;  // events in the wordings of the section `voice`
  Lines farewell{};     // question before leaving
  // Called after every change, so that the record survives whatever happens next.
  std::function<void(const Table&)> keep{};
};

class ScreenGame {
 public:
  ScreenGame(ScreenStage& stage, Table& table, const ScreenSettings& settings, bool resumed);

  // Plays until the game is over or the stage has stopped.
  void play();

 private:
  TableModel table_model(Seat eyes) const;
  Speech speech() const { return table_model(hot_.eyes()).speech(w_); }
  Scene scene(Seat eyes);
  void tell_log(Seat eyes);

  void take(const Prompt& prompt);
  // Changes the table, and shows the result.
  template <class Deed>
  void happens(Deed deed);
  void changed(Scene& before);
  void show_moment(Scene& before, std::span<const Event> events);
  // Private events of this viewer since their last answer.
  Lines news(Seat eyes) const;
  void hide(Seat seat);
  void hand_over(Seat seat);
  void first_look(Seat seat);
  void look_at_hand(Seat seat);
  void question(Seat seat);
  void nope_in_turn(Seat seat);
  void nope_at_table();
  void claim(Seat seat);
  void take_back_claim();
  void pass_for_people();

  // Reads the answer to the page's question. Empty if the player goes one step back, if the
  // window's time is up, or if the stage has stopped.
  std::optional<Choice> listen(Scene& page);
  void forget_ahead();
  // Waits for Enter or for `other` (also Esc); returns whether it was Enter.
  bool wait_for_enter(Scene& page, const ScreenStage::Draw& draw, std::string_view other = "");
  void show_look(Scene& page, const Command& command);
  bool out_of_time();
  std::optional<Refused> submit(Seat seat, Action action);
  void note_refusal(const Refused& refused);
  void note_no_way_back();
  void change_speed(UiVerb verb);
  void show_log(const Scene& before, Scene& page);
  void pause(Scene& page, const ScreenStage::Draw& draw);
  void keep_typed(const Key& key);
  bool nobody_here_lives() const { return (table_.people() & table_.alive()) == 0; }
  std::optional<Countdown> countdown() const;

  ScreenStage& stage_;
  Table& table_;
  const ScreenSettings& settings_;
  const Words& w_;
  HotSeat hot_;
  mutable TurnNumbers numbers_;
  Time bot_pause_;
  bool animated_;
  std::string ahead_;                              // typed ahead
  std::string notice_;                             // for the next page
  std::size_t seen_ = 0;                           // number of public events that were shown
  std::array<std::size_t, kMaxSeats> answered_{};  // number of a seat's events at its last answer
  Seat log_eyes_ = kNoSeat;
  std::size_t log_events_ = 0;
  Narrator narrator_;
  Lines log_;
  std::string headline_;
};

// Help for a game with these rules: the keys, the goal, and what each card does.
Note help_note(const Words& w, const Rules& rules);

}  // namespace nl
