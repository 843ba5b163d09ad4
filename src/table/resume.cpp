#include <algorithm>

#include "table/table.h"
#include "table/table_line.h"
#include "text/replay.h"

namespace nl {
namespace {

struct Line {
  int number = 0;
  std::string text;
  RecordLine content;
};

// The lines of the last game. A program that was killed may have left its last line half written.
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

// Leaves out the last step where its outcomes were not all written.
void drop_unfinished_step(std::vector<Line>& lines) {
  Replay trial;
  const auto difference = play(lines, trial);
  if (!difference) return;
  const std::size_t step = last_step(lines);
  if (step == lines.size() || difference->line < lines[step].number) {
    throw RecordError(std::to_string(difference->line) + ": " + difference->reason);
  }
  lines.resize(step);
}

}  // namespace

Table Table::resume(std::istream& record, TableSetup setup, Time now) {
  std::vector<Line> lines = last_game(record);
  drop_unfinished_step(lines);

  Table table;
  const auto* header = std::get_if<Header>(&lines.front().content);
  if (header == nullptr) throw RecordError("a game begins with its header");
  setup.preset = header->preset;
  setup.expansions = header->expansions;
  setup.rules = header->rules;
  setup.seats.resize(static_cast<std::size_t>(header->seats));
  for (const Line& line : lines) {
    if (const auto* other = std::get_if<OtherLine>(&line.content)) {
      read_table_line(other->json, setup);
    }
    table.write(line.text);
  }
  table.setup_ = std::move(setup);
  if (table.setup_.seed) table.random_ = LiveSource(*table.setup_.seed, table.setup_.game);
  table.sit_down();

  Replay replay([&](const Event& event, const Replay&) { table.tell(event); });
  if (const auto difference = play(lines, replay)) {
    throw RecordError(std::to_string(difference->line) + ": " + difference->reason);
  }
  if (!replay.dealt()) throw RecordError("the record ends before the deal");
  table.state_ = replay.state();
  table.number_questions(kNoSeat, std::vector<Posed>(table.setup_.seats.size()));
  table.set_deadline(false, 0, now);
  return table;
}

}  // namespace nl
