// Saved games of this machine, one file each, written while they are played. Unfinished ones can be
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
  std::vector<SeatSetup> seats{};  // names are clean
  bool over = false;
  Seat winner = kNoSeat;
  int steps = 0;

  // When it began: "2026-11-16 08:15".
  std::string when() const;
  std::string names() const;
};

class SavedGames {
 public:
  // An empty folder keeps nothing.
  explicit SavedGames(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool keeps() const { return !folder_.empty(); }
  // The last one first. Files that can't be read are left out.
  std::vector<SavedGame> all() const;
  // Those that were broken off and that no other window plays just now, and the last of them.
  std::vector<SavedGame> unfinished() const;
  std::optional<SavedGame> to_continue() const;
  // A file for a game that begins; empty if there can be none.
  std::string new_file() const;

 private:
  std::filesystem::path folder_;
};

// $XDG_DATA_HOME/ninelives/games, or the same in the home folder; empty if there is neither.
std::filesystem::path default_games_folder();

}  // namespace nl
