// Continuation of an unfinished game from its record.
#include "game/replay.h"
#include "table/table.h"
#include "table/table_line.h"

namespace nl {
namespace {

struct Line {
  int number = 0;
  std::string text;
  RecordLine content;
};

// The lines of the last game. A killed program may have left its last line half written.
std::vector<Line> last_game(std::istream& in) {
  std::vector<Line> lines;
  std::string text;
  std::string broken;
  int number = 0;
  while (std::getline(in, text)) {
    ++number;
    if (!broken.empty()) throw RecordError(broken);
    if (text.empty()) continue;
    try {
      RecordLine content = parse_record_line(text);
      if (std::holds_alternative<Header>(content)) lines.clear();
      lines.push_back({number, text, std::move(content)});
    } catch (const RecordError& error) {
      broken = std::to_string(number) + ": " + error.what();
    }
  }
  if (lines.empty()) throw RecordError(broken.empty() ? "the record is empty" : broken);
  return lines;
}

std::size_t last_step(const std::vector<Line>& lines) {
  std::size_t at = lines.size();
  while (at > 0 && !std::holds_alternative<Step>(lines[at - 1].content)) --at;
  return at == 0 ? lines.size() : at - 1;
}

std::optional<Difference> play(const std::vector<Line>& lines, Replay& replay) {
  for (const Line& line : lines) {
    if (auto difference = replay.feed(line.number, line.content)) return difference;
  }
  return replay.finish();
}

[[noreturn]] void fail(const Difference& difference) {
  throw RecordError(std::to_string(difference.line) + ": " + difference.reason);
}

// Drops the last step if its outcomes are incomplete.
GameSoFar played(std::vector<Line>& lines) {
  Replay replay;
  if (const auto difference = play(lines, replay)) {
    const std::size_t step = last_step(lines);
    if (step == lines.size() || difference->line < lines[step].number) fail(*difference);
    lines.resize(step);
    replay = Replay();
    if (const auto again = play(lines, replay)) fail(*again);
  }
  if (!replay.dealt()) throw RecordError("the record ends before the deal");
  return replay.game();
}

void take_over(const std::vector<Line>& lines, const Header& header, TableSetup& setup) {
  setup.preset = header.preset;
  setup.expansions = header.expansions;
  setup.rules = header.rules;
  setup.seats.resize(static_cast<std::size_t>(header.seats));
  for (const Line& line : lines) {
    if (const auto* other = std::get_if<OtherLine>(&line.content)) {
      read_table_line(*other, setup);
    }
  }
}

}  // namespace

Table Table::resume(std::istream& record, TableSetup setup, Time now) {
  std::vector<Line> lines = last_game(record);
  GameSoFar game = played(lines);
  take_over(lines, game.header(), setup);
  std::vector<std::string> written;
  for (const Line& line : lines) written.push_back(line.text);
  game.write_behind(std::move(written));
  const LiveSource source = setup.source();
  return {std::move(setup), LiveGame(std::move(game), source), lines.size(), now};
}

}  // namespace nl
