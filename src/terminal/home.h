// Start menu beside a new game: continue, learn, saved games and statistics. Each entry has a
// letter, on the start page and after a game; the numbers there keep their meaning.
#pragma once

#include "client/seat_store.h"
#include "terminal/play.h"
#include "terminal/saved_games.h"

namespace nl {

class Home {
 public:
  Home(Console& console, const PlayOptions& options, const Surface& surface)
      : console_(console),
        surface_(surface),
        kept_(options.games),
        seats_(options.seats),
        has_menu_(!options.preset && !options.expansions && !options.players &&
                  options.names.empty() && options.bots.empty()),
        strict_(options.preset && !preset_row(*options.preset).manner.settings_asked) {}

  // Offers nothing if no games are saved, or if the command line asks for a preset whose source
  // prescribes its own flow. A player who chose that preset on the settings page comes back to
  // these pages.
  bool is_open() const;
  // The main menu precedes the questions, unless the command line has answered some of them.
  bool has_menu() const { return is_open() && has_menu_; }
  const SavedGames& saved_games() const { return kept_; }

  // Effect of a line: none, handled here, or it leaves the page (see chosen()).
  enum class Did { Nothing, All, Leaves };

  // The letter of a shortcut on any keyboard layout; '\0': none.
  static char letter_in(const std::string& line);

  // For the start page: all items, or those of the main menu. The offered game is the continued
  // one.
  Lines start_items(const GameChoice& choice);
  std::optional<std::string> continue_item(const GameChoice& choice);
  Lines other_items(const GameChoice& choice) const;
  Did at_start(const std::string& line, const GameChoice& choice);
  // The chosen game to continue.
  const std::optional<SavedGame>& chosen() const { return chosen_; }

  // After a game that was saved in `file`. True if it leaves the page for other settings.
  Lines after_items(const GameChoice& choice) const;
  std::string wrong_after_game(const GameChoice& choice) const;
  Did after_game(const std::string& line, const GameChoice& choice, const std::string& file);

  // Two pages for players who have not played here yet.
  void introduce(const GameChoice& choice);

 private:
  bool choose_to_continue(const GameChoice& choice);
  bool continue_one(std::size_t which, const GameChoice& choice);
  Lines open_lines(const GameChoice& choice) const;
  void show_statistics(const GameChoice& choice);
  void show_review(const GameChoice& choice, const std::string& file);
  void show_result(const GameChoice& choice, const std::string& file);
  void show_games(const GameChoice& choice);
  void wait(const Words& w);

  Console& console_;
  const Surface& surface_;
  SavedGames kept_;
  std::filesystem::path seats_;
  bool has_menu_;
  bool strict_;
  std::vector<SavedGame> offered_;  // unfinished games, newest first
  std::vector<KeptSeat> tables_;    // … and seats on servers
  std::optional<SavedGame> chosen_;
};

}  // namespace nl
