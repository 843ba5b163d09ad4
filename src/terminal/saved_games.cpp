// Saved games: folder, file names and headers.
#include "terminal/saved_games.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "names/names.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

void take_seats(const OtherLine& other, SavedGame& game) {
  const auto line = parse_seats_line(other);
  if (!line) return;
  game.seats = line->seats;
  // A file may be foreign: its names are as untrusted as typed ones.
  for (SeatSetup& seat : game.seats) seat.name = clean_name(seat.name);
}

void take_line(const RecordLine& content, SavedGame& game) {
  if (const auto* header = std::get_if<Header>(&content)) game.header = *header;
  if (const auto* other = std::get_if<OtherLine>(&content)) take_seats(*other, game);
  if (std::holds_alternative<Step>(content)) ++game.steps;
  if (const auto* end = std::get_if<End>(&content)) {
    game.over = true;
    game.winner = end->winner;
  }
}

// Content up to the first invalid line: the last one may be truncated.
std::optional<SavedGame> read_kept(const fs::path& file) {
  SavedGame game{.file = file};
  bool dealt = false;
  std::ifstream in(file);
  try {
    for (std::string line; std::getline(in, line);) {
      if (line.empty()) continue;
      const RecordLine content = parse_record_line(line);
      dealt = dealt || std::holds_alternative<Deal>(content) ||
              std::holds_alternative<StartPosition>(content);
      take_line(content, game);
    }
  } catch (const RecordError&) {
  }
  const bool whole = game.header.seats > 0 && std::ssize(game.seats) == game.header.seats;
  if (!whole || !dealt) return std::nullopt;
  return game;
}

std::string time_name() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &local);
  return {text.data(), length};
}

}  // namespace

std::string SavedGame::when() const {
  const std::string name = file.stem().string();
  constexpr std::size_t kDigits = 13;  // 20261116-0815
  if (name.size() < kDigits) return name;
  return name.substr(0, 4) + '-' + name.substr(4, 2) + '-' + name.substr(6, 2) + ' ' +
         name.substr(9, 2) + ':' + name.substr(11, 2);
}

std::string SavedGame::names() const {
  std::string all;
  for (const SeatSetup& seat : seats) all += (all.empty() ? "" : ", ") + seat.name;
  return all;
}

std::vector<SavedGame> SavedGames::all() const {
  std::vector<SavedGame> games;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    if (entry.path().extension() != ".jsonl") continue;
    if (auto game = read_kept(entry.path())) games.push_back(std::move(*game));
  }
  // File names begin with the time.
  std::sort(games.begin(), games.end(), [](const SavedGame& a, const SavedGame& b) {
    return a.file.filename() > b.file.filename();
  });
  return games;
}

std::vector<SavedGame> SavedGames::unfinished() const {
  constexpr std::size_t kMost = 9;
  std::vector<SavedGame> games;
  for (SavedGame& game : all()) {
    if (game.over || FileLock(game.file).is_locked_elsewhere()) continue;
    if (games.size() < kMost) games.push_back(std::move(game));
  }
  return games;
}

std::optional<SavedGame> SavedGames::to_continue() const {
  const std::vector<SavedGame> games = unfinished();
  return games.empty() ? std::nullopt : std::optional(games.front());
}

std::string SavedGames::new_file() const {
  if (folder_.empty()) return "";
  std::error_code failed;
  fs::create_directories(folder_, failed);
  // These files contain hands.
  fs::permissions(folder_, fs::perms::owner_all, failed);
  for (int i = 0; i < 100; ++i) {
    const std::string number = std::to_string(getpid()) + '.' + std::to_string(i);
    const fs::path file = folder_ / (time_name() + '-' + number + ".jsonl");
    if (fs::exists(file, failed)) continue;
    return std::ofstream(file).is_open() ? file.string() : "";
  }
  return "";
}

fs::path default_games_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
    return fs::path(data) / "ninelives" / "games";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return fs::path(home) / ".local" / "share" / "ninelives" / "games";
}

}  // namespace nl
