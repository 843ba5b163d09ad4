// Robustness of agents for the board: exact exploitability in small games, shares of attackers
// trained against them in the whole game, and their self-descriptions.
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

  // The strongest attack on the agent in this kind of game; empty if there was none.
  const LearnerLine* attack(const std::string& agent, const BoardKey& board) const;
  // The strongest team against the agent in this kind of game; or empty.
  const LearnerLine* team(const std::string& agent, const BoardKey& board) const;
  // Kinds of game in which the agent was attacked.
  std::string attacked_in(const std::string& agent) const;
  // Exploitability in the small games, which are cut from the official base box.
  std::optional<double> given_away(const std::string& agent) const;

  bool has_small_tables() const {
    return small_tables && (!small.solved.empty() || !small.exploited.empty());
  }

  // A learned agent is rated only in games in which it was attacked: it may win much and lose to
  // the first opponent who exploits it.
  bool may_be_rated(const std::string& agent, const BoardKey& board) const;
};

// Evidence on the program's own bots (data/robustness), plus lines of the arena's log, `solve`,
// `exploit` and `best_response`, in any mixture.
Robustness known_with(const std::string& lines);

}  // namespace nl
