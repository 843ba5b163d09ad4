// Log of attacks: shares of wins of learners trained against one frozen agent.
// What learners won that were trained against one frozen agent, one line of JSON each
// (python -m ninelives.train.best_response --log). It is a lower bound: a better one may win more.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_log.h"

namespace nl {

struct LearnerLine {
  std::string bot;  // the frozen agent, in all seats but the learner's
  int seats = 2;    // of the official base game
  double won = 0;   // 0 to 1, at the end of its training
  double error = 0;
  double games = 0;      // in which that was counted
  double decisions = 0;  // for which it was trained
};

// Where there are several learners against one agent, the one that won most holds.
struct LearnerLog {
  std::vector<LearnerLine> lines{};

  const LearnerLine* find(const std::string& bot, const BoardKey& board) const;
};

// Lines that can't be read are left out.
LearnerLog read_learner_log(std::istream& log);

}  // namespace nl
