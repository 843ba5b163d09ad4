// One game at one keyboard on the full screen, from the deal to the last page.
#pragma once

#include <functional>

#include "table/table.h"
#include "terminal/hot_seat.h"
#include "terminal/screen_stage.h"
#include "text/words.h"

namespace nl {

// How often a countdown is drawn anew.
inline constexpr Time kTick{200};

struct ScreenSettings {
  Language language = Language::English;
  Time pace{600};  // how long a bot's move stays in sight
  bool animated = true;
  // Called after every change, so that the record is kept whatever happens next.
  std::function<void(const Table&)> keep{};
};

class ScreenGame {
 public:
  ScreenGame(ScreenStage& stage, Table& table, const ScreenSettings& settings, bool resumed);

  // Plays until the game is over or the stage has stopped.
  void play();

 private:
  Sight sight(Seat eyes) const { return sight_of(table_, eyes); }
  Speech speech() const { return sight(hot_.eyes()).speech(w_); }
  Scene scene(Seat eyes);
  const Lines& log_of(Seat eyes);

  void take(const Prompt& prompt);
  void answer_only(Seat seat);
  // What was told to these eyes alone since they last answered.
  Lines news(Seat eyes) const;
  void play_bot(Seat seat);
  void hide(Seat seat);
  void hand_over(Seat seat);
  void question(Seat seat);
  void nope_in_turn(Seat seat);
  void nope_at_table();
  // Puts the question until the table has taken an answer.
  void put(Scene& page, const Question& question, Seat seat);
  bool nope_by(Scene& page, const Answer& answer);
  void pass_for_people();
  bool submit(Scene& page, Seat seat, Action action);
  // Keeps the record and shows what has just happened.
  void changed();
  std::optional<Countdown> countdown() const;

  ScreenStage& stage_;
  Table& table_;
  const ScreenSettings& settings_;
  const Words& w_;
  HotSeat hot_;
  std::size_t seen_ = 0;                           // events of the watcher that were shown
  std::array<std::size_t, kMaxSeats> answered_{};  // events of a seat when it last answered
  Seat log_eyes_ = kNoSeat;
  std::size_t log_events_ = 0;
  Lines log_;
};

// The explosion in the middle of the page, with what is said of it.
void show_explosion(ScreenStage& stage, Scene& page, const Event& event);
bool is_explosion(const Event& event);

// Help for a game with these rules: the keys, the goal, and what each card does.
Note help_note(const Words& w, const Rules& rules);

}  // namespace nl
