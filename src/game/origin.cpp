// Positions of finished games: replay and record line.
#include "game/origin.h"

#include <stdexcept>

#include "game/replay.h"

namespace nl {
namespace {

std::vector<std::string> lines_in(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Lines that make the position; names, seeds and results of the earlier game are left out.
bool makes_position(const RecordLine& line) {
  return std::holds_alternative<Header>(line) || std::holds_alternative<Deal>(line) ||
         std::holds_alternative<StartPosition>(line) || std::holds_alternative<Step>(line) ||
         std::holds_alternative<Outcome>(line);
}

void check_replay(const std::optional<Difference>& difference) {
  if (difference) throw std::runtime_error(difference->reason);
}

}  // namespace

std::optional<Origin> origin_at(std::string_view record, std::string game, int step) {
  Origin origin{.game = std::move(game), .step = step};
  int steps = 0;
  try {
    for (std::string& text : lines_in(record)) {
      const RecordLine line = parse_record_line(text);
      if (std::holds_alternative<Step>(line) && ++steps > step) break;
      if (makes_position(line)) origin.lines.push_back(std::move(text));
    }
    const GameSoFar there = game_at(origin);
    if (there.over() || there.steps() != step) return std::nullopt;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return origin;
}

GameSoFar game_at(const Origin& origin) {
  Replay replay;
  int number = 0;
  for (const std::string& text : origin.lines) {
    check_replay(replay.feed(++number, parse_record_line(text)));
  }
  check_replay(replay.finish());
  if (!replay.dealt()) throw std::runtime_error("there is no deal");
  return replay.game();
}

Header header_of(const Origin& origin) {
  const RecordLine line = parse_record_line(origin.lines.front());
  const auto* header = std::get_if<Header>(&line);
  if (header == nullptr) throw std::runtime_error("a game begins with its header");
  return *header;
}

std::string record_text(const Origin& origin) {
  return Json{{"origin", {{"game", origin.game}, {"step", origin.step}}}}.dump();
}

}  // namespace nl
