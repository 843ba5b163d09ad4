// Log of attacks by learners.
#include "arena/learner_log.h"

#include <algorithm>
#include <map>
#include <set>

#include "text/json_reader.h"
#include "text/notation.h"

namespace nl {
namespace {

// The boxes of a line (imploding+streaking, all), as a board names them. Unknown ones match no
// board.
std::string boxes_of(std::string boxes) {
  if (boxes == "all") return expansions_name(kAllBoxes);
  std::replace(boxes.begin(), boxes.end(), '+', ',');
  const auto known = parse_expansions(boxes);
  return known ? expansions_name(*known) : boxes;
}

LearnerLine read_learner(const std::string& text) {
  const Json document = parse_object(text);
  const JsonReader json(document);
  LearnerLine line;
  line.bot = json["bot"].text();
  line.board.preset = json["preset"].text_or(line.board.preset);
  line.board.expansions = boxes_of(json["boxes"].text_or(line.board.expansions));
  line.board.seats = json["seats"].number(2, kMaxSeats);
  line.team = json["team"].flag_or(false);
  line.won = json["won"].real();
  line.error = json.has("error") ? json["error"].real() : 0;
  line.decisions = json["decisions"].real();
  return line;
}

// 2, 3, 4 and 6 as "2-4 6".
std::string shown_numbers(const std::set<int>& numbers) {
  std::string text;
  for (auto it = numbers.begin(); it != numbers.end();) {
    const int first = *it;
    int last = first;
    while (++it != numbers.end() && *it == last + 1) last = *it;
    text += (text.empty() ? "" : " ") + std::to_string(first);
    if (last != first) text += '-' + std::to_string(last);
  }
  return text;
}

}  // namespace

const LearnerLine* LearnerLog::find(const std::string& bot, const BoardKey& board) const {
  const LearnerLine* best = nullptr;
  for (const LearnerLine& line : lines) {
    if (line.team || line.bot != bot || line.board != board) continue;
    if (best == nullptr || line.won > best->won) best = &line;
  }
  return best;
}

const LearnerLine* LearnerLog::find_team(const std::string& bot, const BoardKey& board) const {
  const LearnerLine* best = nullptr;
  for (const LearnerLine& line : lines) {
    if (!line.team || line.bot != bot || line.board != board) continue;
    if (best == nullptr || line.won < best->won) best = &line;
  }
  return best;
}

std::string LearnerLog::kinds(const std::string& bot) const {
  std::map<std::string, std::set<int>> seats;
  for (const LearnerLine& line : lines) {
    if (line.team || line.bot != bot) continue;
    std::string boxes = line.board.expansions;
    std::replace(boxes.begin(), boxes.end(), ',', '+');
    seats[line.board.preset + (boxes == expansions_name(kBase) ? "" : " with " + boxes)].insert(
        line.board.seats);
  }
  std::string text;
  for (const auto& [kind, numbers] : seats) {
    text += (text.empty() ? "" : ", ") + kind + ' ' + shown_numbers(numbers);
  }
  return text;
}

LearnerLog read_learner_log(std::istream& stream) {
  LearnerLog log;
  for (std::string line; std::getline(stream, line);) {
    try {
      log.lines.push_back(read_learner(line));
    } catch (const JsonError&) {
    }
  }
  return log;
}

}  // namespace nl
