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

  // The language alone, for a game that goes on.
  Language ask_language();

  // Less than all where a game is to be continued: home's chosen().
  GameChoice ask_all();
  // True if the menu's game against bots was picked: nothing more is asked.
  bool plays_now() const { return plays_now_; }

  // Another look at the settings of a game that was played.
  GameChoice ask_again(const GameChoice& before);

 private:
  // A step of the set-up; false: back to the one before it.
  using Step = bool (StartPage::*)();

  void walk(const std::vector<Step>& steps);
  // Nothing: back, or the page is left.
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

// Yes (1) or no (2), until one of them is said.
bool ask_yes_or_no(Console& console, const Words& w, const Lines& question);

// True if a line is a wish to go back one step.
bool is_back(const std::string& line);

}  // namespace nl
