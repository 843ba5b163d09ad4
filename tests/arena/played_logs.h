// Small tournaments of bots, for tests.
#pragma once

#include "arena/tournament.h"

namespace nl {

inline TournamentPlan bots_plan(int seats, const std::vector<std::string>& bots) {
  TournamentPlan plan = plan_for({.rules = official(), .seats = seats}, {});
  plan.field = field_of(bots, {}, 1000);
  identify_bots(plan);
  plan.engine = "this";
  plan.deals = 2;
  plan.seed = 77;
  return plan;
}

inline std::vector<DealLine> played(const TournamentPlan& plan) {
  std::vector<DealLine> log;
  run_tournament(plan, {}, {[&](const DealLine& line) { log.push_back(line); }, {}});
  return log;
}

}  // namespace nl
