// Start page in plain mode: language, variant, players, settings. It does not ask for options given
// on the command line.
#pragma once

#include <optional>
#include <vector>

#include "terminal/console.h"
#include "terminal/game_choice.h"
#include "terminal/main_menu.h"

namespace nl {

class StartPage {
 public:
  StartPage(Console& console, const PlayOptions& options, Home& home, MainMenu& menu)
      : console_(console), options_(options), home_(home), menu_(menu) {}

  // Only the language, for a game that continues.
  Language ask_language();

  // Incomplete if a game is to be continued: see home's chosen().
  GameChoice ask_all();
  // True if the menu's game against bots was chosen: no more questions.
  bool plays_now() const { return plays_now_; }

  // Asks again for the settings of the last game.
  GameChoice ask_again(const GameChoice& before);

 private:
  // A step of the set-up; false: back to the previous one.
  using Step = bool (StartPage::*)();

  void walk(const std::vector<Step>& steps);
  // Empty: back, or the page was left.
  template <class Show>
  std::optional<int> ask_number(Show show, int low, int high);
  bool greet();
  bool show_menu();
  Language chosen_language();
  bool ask_variant();
  bool ask_players();
  bool settle_players();
  bool change_settings();
  void drop_names_from(int seat);
  void show_settings();
  void change_preset();
  void change_box(int box);
  void change_names();
  void change_bots();
  bool obeyed(const std::string& line);
  std::string wrong(const std::string& line, int low, int high) const;
  std::optional<std::string> ask_text(const std::string& question);
  const Words& w() const { return choice_.words(); }

  Console& console_;
  const PlayOptions& options_;
  Home& home_;
  MainMenu& menu_;
  bool plays_now_ = false;
  GameChoice choice_;
};

// Asks yes (1) or no (2) until it gets one of them.
bool ask_yes_or_no(Console& console, const Words& w, const Lines& question);

// True if a line asks to go back one step.
bool is_back(const std::string& line);

}  // namespace nl
