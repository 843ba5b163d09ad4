// Statistics of each player: counted from records, shown as a table.
#include "terminal/player_statistics.h"

#include <algorithm>
#include <fstream>

#include "game/game_statistics.h"
#include "game/replay.h"
#include "names/names.h"

namespace nl {
namespace {

constexpr std::size_t kLastGames = 10;

PlayerStatistics& row_of(std::vector<PlayerStatistics>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const PlayerStatistics& row) { return row.name == name; });
  if (found != all.end()) return *found;
  all.push_back({.name = name});
  return all.back();
}

// Empty if the record breaks the rules.
std::optional<GameStatistics> statistics_of(const SavedGame& game) {
  std::ifstream in(game.file);
  GameStatistics statistics;
  bool differs = false;
  try {
    replay_all(
        in, [&](const Event& event, const Replay&) { statistics.add(event); },
        [&](const Difference&) { differs = true; });
  } catch (const RecordError&) {
    return std::nullopt;
  }
  if (differs) return std::nullopt;
  return statistics;
}

// "Player 1" may be anybody.
bool is_default_name(const std::string& name) {
  for (const Language language : all_languages()) {
    for (int number = 0; number <= kMaxSeats; ++number) {
      if (name == words(language).ui("player", {{"number", std::to_string(number)}})) return true;
    }
  }
  return false;
}

void count(const SavedGame& game, const GameStatistics& statistics,
           std::vector<PlayerStatistics>& all) {
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const std::string& name = game.seats[seat].name;
    if (!game.seats[seat].bot.empty() || name.empty() || is_default_name(name)) continue;
    PlayerStatistics& row = row_of(all, name);
    const bool won = statistics.winner == seat;
    ++row.games;
    row.wins += won ? 1 : 0;
    row.nopes += statistics.nopes[seat];
    row.escapes += statistics.escapes[seat];
    if (row.last.size() < kLastGames) row.last.push_back(won);
  }
}

// The last game is at the right end.
std::string last_games(const PlayerStatistics& row, const Words& w) {
  std::string marks;
  for (auto won = row.last.rbegin(); won != row.last.rend(); ++won) {
    marks += *won ? w.ui("stats_won") : w.ui("stats_lost");
  }
  return marks;
}

}  // namespace

std::vector<PlayerStatistics> statistics_of(const std::vector<SavedGame>& games) {
  std::vector<PlayerStatistics> all;
  for (const SavedGame& game : games) {
    if (!game.over) continue;
    if (const auto statistics = statistics_of(game)) count(game, *statistics, all);
  }
  std::stable_sort(
      all.begin(), all.end(),
      [](const PlayerStatistics& a, const PlayerStatistics& b) { return a.games > b.games; });
  return all;
}

Lines statistics_lines(const std::vector<PlayerStatistics>& all, const std::string& name,
                       const Words& w) {
  Lines lines;
  int width = 0;
  for (const PlayerStatistics& row : all) width = std::max(width, columns_of(row.name));
  for (const PlayerStatistics& row : all) {
    if (!name.empty() && row.name != name) continue;
    const int percent = (row.wins * 200 + row.games) / (2 * row.games);
    lines.push_back("  " + padded(row.name, width) + "  " +
                    w.ui("stats_row", {{"games", std::to_string(row.games)},
                                       {"wins", std::to_string(row.wins)},
                                       {"percent", std::to_string(percent)},
                                       {"nopes", std::to_string(row.nopes)},
                                       {"escapes", std::to_string(row.escapes)},
                                       {"last", last_games(row, w)}}));
  }
  if (lines.empty()) {
    return {name.empty() ? w.ui("stats_none") : w.ui("stats_no_name", {{"name", name}})};
  }
  lines.insert(lines.begin(), w.ui("stats_title"));
  return lines;
}

}  // namespace nl
