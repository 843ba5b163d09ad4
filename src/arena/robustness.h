// Robustness of agents for the board: exploitability, attacks, declared training.
// Evidence on agents beside their games: how hard they are to beat by somebody who knows them,
// exactly in small games and by what a learner that is trained against nobody else wins from them
// in the whole game, and what they say of themselves.
#pragma once

#include <optional>
#include <string>

#include "arena/about_log.h"
#include "arena/learner_log.h"
#include "arena/small_log.h"

namespace nl {

struct Robustness {
  SmallLog small{};
  LearnerLog learners{};
  AboutLog about{};
  bool small_tables = true;  // the small games have tables of their own below the boards

  // The attack on the agent in this kind of game that won most; empty if there was none.
  const LearnerLine* attack(const std::string& agent, const BoardKey& board) const;
  // The team against the agent in this kind of game that left it the least; or nothing.
  const LearnerLine* team(const std::string& agent, const BoardKey& board) const;
  // The kinds of game in which somebody attacked the agent.
  std::string attacked_in(const std::string& agent) const;
  // Exploitability in the small games, which are cut from the official base box.
  std::optional<double> given_away(const std::string& agent) const;

  bool has_small_tables() const {
    return small_tables && (!small.solved.empty() || !small.exploited.empty());
  }

  // A learned agent is rated only in a game in which somebody has tried to exploit it: it may win
  // much and fall to the first who knows it.
  bool may_be_rated(const std::string& agent, const BoardKey& board) const;
};

// Evidence on the program's own bots (data/robustness), and the added lines: those of the
// arena's log, of `solve` and `exploit`, of `best_response`, in any mixture.
Robustness known_with(const std::string& lines);

}  // namespace nl
