// Saved games of this machine, one file each, written during the game. Unfinished ones can be
// continued.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client/file_lock.h"
#include "game/seats_line.h"
#include "text/record.h"

namespace nl {

struct SavedGame {
  std::filesystem::path file{};
  Header header{};
  std::vector<SeatSetup> seats{};  // names are sanitized
  bool over = false;
  Seat winner = kNoSeat;
  int steps = 0;

  // Start time: "2026-11-16 08:15".
  std::string when() const;
  std::string names() const;
};

class SavedGames {
 public:
  // An empty folder stores nothing.
  explicit SavedGames(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool keeps() const { return !folder_.empty(); }
  // Newest first. Unreadable files are skipped.
  std::vector<SavedGame> all() const;
  // Unfinished games that no other window is playing, and the newest of them.
  std::vector<SavedGame> unfinished() const;
  std::optional<SavedGame> to_continue() const;
  // Creates the file of a new game; empty if that fails.
  std::string new_file() const;

 private:
  std::filesystem::path folder_;
};

// $XDG_DATA_HOME/ninelives/games, or the same in the home folder; empty if there is neither.
std::filesystem::path default_games_folder();

}  // namespace nl
