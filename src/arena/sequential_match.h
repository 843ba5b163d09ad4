// Match of two agents that ends when the sequential test (sprt.h) has an answer.
#pragma once

#include <functional>

#include "arena/sprt.h"
#include "arena/tournament.h"

namespace nl {

struct SequentialResult {
  SprtVerdict verdict = SprtVerdict::Open;
  double ratio = 0;  // log-likelihood, for better over not better
  PairCounts counts{};
  PairScores less_luck;  // if luck was measured
  std::uint64_t deals = 0;
};

// Plays deals until the first agent of the field is shown to be better than the second, or not, or
// until plan.deals are played. The test runs after each block of deals, so the number of threads
// does not change the result. Measured luck is subtracted from the scores. `report` is called after
// each block; if it returns false, the match stops.
SequentialResult play_sequentially(const TournamentPlan& plan, const SprtPlan& sprt,
                                   const std::function<bool(const SequentialResult&)>& report);

}  // namespace nl
