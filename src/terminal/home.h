// Start menu beside a new game: continue, learn, saved games and statistics. Each entry has a
// letter, on the start page and after a game; the numbers there keep their meaning.
#pragma once

#include "terminal/play.h"
#include "terminal/saved_games.h"

namespace nl {

class Home {
 public:
  Home(Console& console, const PlayOptions& options, const Surface& surface)
      : console_(console),
        surface_(surface),
        kept_(options.games),
        strict_(options.preset && !preset_row(*options.preset).manner.settings_asked) {}

  // Nothing is offered where no games are kept, and where the command line asks for a preset whose
  // source has a flow of its own. Whoever chooses that preset on the settings page came by this
  // program's own pages, and comes back to them.
  bool is_open() const;
  const SavedGames& kept() const { return kept_; }

  // What a line did: nothing, all there was to do, or it leaves the page (see chosen()).
  enum class Did { Nothing, All, Leaves };

  // On the start page.
  Lines start_items(const GameChoice& choice);
  Did at_start(const std::string& line, const GameChoice& choice);
  // The game that is to be continued, once it was chosen there.
  const std::optional<SavedGame>& chosen() const { return chosen_; }

  // After a game, which is kept in `file`. It leaves for other settings.
  Lines after_items(const GameChoice& choice) const;
  Did after_game(const std::string& line, const GameChoice& choice, const std::string& file);

  // Two pages for those who have not played here yet.
  void introduce(const GameChoice& choice);

 private:
  void show_statistics(const GameChoice& choice);
  void show_review(const GameChoice& choice, const std::string& file);
  void show_games(const GameChoice& choice);
  void wait(const Words& w);

  Console& console_;
  const Surface& surface_;
  SavedGames kept_;
  bool strict_;
  std::optional<SavedGame> chosen_;
};

}  // namespace nl
