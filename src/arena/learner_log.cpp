// Log of attacks by learners.
#include "arena/learner_log.h"

#include "text/json_reader.h"

namespace nl {
namespace {

LearnerLine read_learner(const std::string& text) {
  const Json document = parse_object(text);
  const JsonReader json(document);
  return {json["bot"].text(),   json["seats"].number(2, kMaxSeats),
          json["won"].real(),   json["error"].real(),
          json["games"].real(), json["decisions"].real()};
}

}  // namespace

const LearnerLine* LearnerLog::find(const std::string& bot, const BoardKey& board) const {
  const BoardKey learned_on;
  if (board.preset != learned_on.preset || board.expansions != learned_on.expansions)
    return nullptr;
  const LearnerLine* best = nullptr;
  for (const LearnerLine& line : lines) {
    if (line.bot != bot || line.seats != board.seats) continue;
    if (best == nullptr || line.won > best->won) best = &line;
  }
  return best;
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
