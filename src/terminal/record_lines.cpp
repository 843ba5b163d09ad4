// Replay and review of a record as plain lines.
#include "terminal/record_lines.h"

#include "coach/recorded_game.h"
#include "coach/review_text.h"
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
    // There is no game in it that could be looked at.
  }
  return {};
}

}  // namespace nl
