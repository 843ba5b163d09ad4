// Page loop of the full screen: draws a page and waits for an action of the player. It handles the
// keys of every page: help, card texts, scrolling, quitting.
#pragma once

#include <functional>
#include <utility>

#include "terminal/screen_input.h"
#include "terminal/screen_pages.h"
#include "terminal/screen_scene.h"
#include "terminal/terminal.h"

namespace nl {

enum class Stop {
  No,
  Quit,         // a player left
  Interrupted,  // by a signal or Ctrl-C
  Closed,       // the end of input
};

class ScreenStage {
 public:
  using Draw = std::function<ftxui::Element(const Scene&, ScreenSize, Hits&)>;

  explicit ScreenStage(Terminal& tty) : tty_(tty) {}

  void show(const Scene& scene, const Draw& draw);

  // Until a key is an answer, or a wish that this stage can't grant. UiVerb::Nothing when the time
  // is up, when there is something to listen to, or when the stage has stopped.
  UiAction ask(Scene& scene, const Draw& draw, std::chrono::milliseconds longest);
  // For ever, that is.
  UiAction ask(Scene& scene, const Draw& draw) { return ask(scene, draw, kForEver); }

  // Leaves the page as it is for a while; keys still work, but answer nothing. Early ends are
  // Choose (Enter), Look, Faster, Slower or Forward. Text typed meanwhile stays in the scene.
  UiAction pause(Scene& scene, const Draw& draw, std::chrono::milliseconds time);

  // Shows a moment that any key cuts short: false then.
  bool watch(const Scene& scene, const Draw& draw, std::chrono::milliseconds time);

  // A text over the page until a key is pressed.
  void tell(const Scene& scene, const Draw& draw, Note note);

  // While a page asks, news from this file wake it; and leaving is a wish like others, not a stop.
  // While a moment is watched, they are taken: false cuts it short.
  void play_with_others(int listen_to, std::function<bool()> take_news) {
    listen_to_ = listen_to;
    take_news_ = std::move(take_news);
    with_others_ = true;
  }

  // Type-ahead answers nothing from here on.
  void forget_keys() { tty_.forget_keys(); }
  // The last key has acted without an Enter; one that follows at once is not for the next page.
  void ignore_enter() { tty_.ignore_enter(); }

  // The question before quitting; by default the bare question.
  void set_farewell(Lines question) { farewell_ = std::move(question); }

  // The last key, for a moment that it has cut short.
  const Key& last_key() const { return tty_.key(); }

  // Content of the help.
  void set_help(Note help) { help_ = std::move(help); }

  // Removes from the screen all that must not be seen any more.
  void wipe() { tty_.wipe(); }

  // True if somebody wanted to leave during a pause.
  bool take_interrupt() { return std::exchange(interrupted_, false); }

  Stop stopped() const { return stop_; }
  bool goes_on() const { return stop_ == Stop::No; }
  void stop(Stop why) { stop_ = why; }

 private:
  static constexpr std::chrono::milliseconds kForEver{24 * 3600 * 1000};

  bool woke(Wake wake);
  void read_note(Scene& scene);
  void lay_over(Scene& scene, const Draw& draw, Note note);
  void describe(Scene& scene, const Draw& draw, const std::string& card);
  void ask_to_quit(const Scene& scene);
  bool too_small() const;
  // Waits until the terminal is large enough: nobody sees what happens meanwhile.
  void wait_for_room(const Scene& scene, const Draw& draw);
  UiAction pressed(Scene& scene);
  // A line that is a command is no answer.
  UiAction obeyed(Scene& scene, UiAction action) const;
  // True if the wish was granted here.
  bool grant(Scene& scene, const Draw& draw, const UiAction& action);

  Terminal& tty_;
  Hits hits_;
  Note help_;
  Lines farewell_;
  Stop stop_ = Stop::No;
  int listen_to_ = -1;
  std::function<bool()> take_news_;
  bool with_others_ = false;
  bool interrupted_ = false;
};

// The page with all that lies over it.
ftxui::Element scene_page(const Scene& scene, const ScreenStage::Draw& draw, ScreenSize size,
                          Hits& hits);

}  // namespace nl
