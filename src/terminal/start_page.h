// The start of plain mode: the cat, then language, variant and players by number, then a last look
// at the settings. What the command line said already is not asked.
#pragma once

#include "terminal/console.h"
#include "terminal/game_choice.h"

namespace nl {

class StartPage {
 public:
  StartPage(Console& console, const PlayOptions& options) : console_(console), options_(options) {}

  // The language alone, for a game that goes on.
  Language ask_language();

  GameChoice ask_all();

 private:
  template <class Show>
  int ask_number(Show show, int low, int high);
  void ask_variant();
  void ask_players();
  void settle_players();
  void change_settings();
  void show_settings();
  void change_preset();
  void change_box(int box);
  void change_names();
  void change_bots();
  bool obeyed(const std::string& line);
  std::string wrong(const std::string& line, int low, int high) const;
  std::string ask_text(const std::string& question);
  const Words& w() const { return choice_.words(); }

  Console& console_;
  const PlayOptions& options_;
  GameChoice choice_;
};

// Yes (1) or no (2), until one of them is said.
bool ask_yes_or_no(Console& console, const Words& w, const std::string& question);

}  // namespace nl
