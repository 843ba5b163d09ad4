// Replay and review of a record as plain lines.
#include "terminal/record_lines.h"

#include <memory>

#include "coach/recorded_game.h"
#include "coach/review_text.h"
#include "game/game_statistics.h"
#include "game/replay.h"
#include "text/narrator.h"

namespace nl {

std::string record_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

Lines replay_lines(std::istream& record, Names names, const Words& w) {
  Lines lines;
  Narrator narrator(w);
  const auto tell = [&](const Event& event, const Replay&) {
    for (std::string& line : narrator.tell(event, kEveryone, names)) {
      lines.push_back(std::move(line));
    }
  };
  replay_all(record, tell,
             [&](const Difference& difference) { lines.push_back(difference.reason); });
  return lines;
}

Lines review_lines(std::istream& record, Names names, const Words& w) {
  try {
    if (const auto game = read_recorded_game(record)) {
      return coach_lines(game->film, review_game(game->film), names, w);
    }
  } catch (const RecordError&) {
    // There is no game in it to show.
  }
  return {};
}

namespace {

std::unique_ptr<RecordedGame> game_in(std::istream& record) {
  try {
    return read_recorded_game(record);
  } catch (const RecordError&) {
    return nullptr;
  }
}

std::string list_of(const std::vector<Seat>& seats, Names names) {
  std::string list;
  for (const Seat seat : seats) list += (list.empty() ? "" : ", ") + names[seat];
  return list;
}

}  // namespace

Lines turning_point_lines(std::istream& record, Names names, const Words& w) {
  const auto game = game_in(record);
  if (!game) return {};
  const auto point = turning_point(game->film);
  if (!point) return {};
  return {turning_point_line(game->film, *point, names, w)};
}

Lines share_lines(std::istream& record, Names names, const Words& w) {
  const auto game = game_in(record);
  if (!game) return {};
  const GameStatistics statistics = game_statistics(game->film.events());
  if (statistics.winner >= names.size()) return {};
  std::vector<Seat> others;
  for (Seat seat = 0; seat < names.size(); ++seat) {
    if (seat != statistics.winner) others.push_back(seat);
  }
  Lines lines = {w.ui("share_title", {{"winner", names[statistics.winner]},
                                      {"others", list_of(others, names)},
                                      {"number", std::to_string(statistics.turns)}})};
  if (const auto point = turning_point(game->film)) {
    lines.push_back(turning_point_line(game->film, *point, names, w));
  }
  lines.push_back(w.ui("game_stats_deaths", {{"names", list_of(statistics.died, names)}}));
  return lines;
}

}  // namespace nl
