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

  // Runs until a key is an answer, or a request that this stage can't handle. UiVerb::Nothing on a
  // timeout, on readable input elsewhere, or when the stage has stopped.
  UiAction ask(Scene& scene, const Draw& draw, std::chrono::milliseconds longest);
  // Without a timeout.
  UiAction ask(Scene& scene, const Draw& draw) { return ask(scene, draw, kForEver); }

  // Shows the page for a while; keys still work, but answer nothing. It may end early with Choose
  // (Enter), Look, Faster, Slower or Forward. Text typed meanwhile stays in the scene.
  UiAction pause(Scene& scene, const Draw& draw, std::chrono::milliseconds time);

  // Shows a frame that any key skips: false then.
  bool watch(const Scene& scene, const Draw& draw, std::chrono::milliseconds time);

  // A text over the page until a key is pressed.
  void tell(const Scene& scene, const Draw& draw, Note note);

  // While a page has a question, news from this file wake it, and leaving is a request like others,
  // not a stop. During an animation news are read: false skips it.
  void play_with_others(int listen_to, std::function<bool()> take_news) {
    listen_to_ = listen_to;
    take_news_ = std::move(take_news);
    with_others_ = true;
  }

  // Drops everything typed ahead.
  void forget_keys() { tty_.forget_keys(); }
  // The last key acted without Enter; an Enter right after it must not reach the next page.
  void ignore_enter() { tty_.ignore_enter(); }

  // Sets the question before quitting.
  void set_farewell(Lines question) { farewell_ = std::move(question); }

  // The last key, for an animation that it has skipped.
  const Key& last_key() const { return tty_.key(); }

  // Content of the help.
  void set_help(Note help) { help_ = std::move(help); }

  // Removes all secrets from the screen.
  void wipe() { tty_.wipe(); }

  // True if a player asked to leave during a pause.
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
  // A command is no answer.
  UiAction obeyed(Scene& scene, UiAction action) const;
  // True if the request was handled here.
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

// The page with everything over it.
ftxui::Element scene_page(const Scene& scene, const ScreenStage::Draw& draw, ScreenSize size,
                          Hits& hits);

}  // namespace nl
