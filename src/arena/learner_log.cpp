// Log of attacks by learners.
#include "arena/learner_log.h"

#include <nlohmann/json.hpp>

namespace nl {
namespace {

LearnerLine read_learner(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  return {json.at("bot"),   json.at("seats"), json.at("won"),
          json.at("error"), json.at("games"), json.at("decisions")};
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
    } catch (const nlohmann::json::exception&) {
    }
  }
  return log;
}

}  // namespace nl
