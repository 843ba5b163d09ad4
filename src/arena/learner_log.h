// Log of attacks: shares of wins of learners that were trained against one frozen agent, one line
// of JSON each (python -m ninelives.train.best_response --log). A share is a lower bound: a better
// learner may win more.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_log.h"

namespace nl {

struct LearnerLine {
  std::string bot;       // the frozen agent, in all seats but the learner's
  BoardKey board{};      // rules of the training and the test
  bool team = false;     // all other seats learned together, and `won` is the frozen agent's share
  double won = 0;        // 0 to 1, at the end of the training
  double error = 0;      // half of the 95 % interval; 0: not stated
  double decisions = 0;  // training decisions; 0: not stated
};

struct LearnerLog {
  std::vector<LearnerLine> lines{};

  // The attack on this agent with the highest share in this kind of game.
  const LearnerLine* find(const std::string& bot, const BoardKey& board) const;
  // The team that left this agent the lowest share in this kind of game.
  const LearnerLine* find_team(const std::string& bot, const BoardKey& board) const;
  // Kinds of game in which this agent was attacked: "official 2-5, srs 2 4".
  std::string kinds(const std::string& bot) const;
};

// Unreadable lines are skipped. A line without a preset is of the official base game.
LearnerLog read_learner_log(std::istream& log);

}  // namespace nl
