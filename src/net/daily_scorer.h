// Background worker that scores finished daily deals, one at a time, behind everything else.
// Waiting attempts are read from the board, so a restart loses no score.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "site/daily_board.h"

namespace nl {

class DailyScorer {
 public:
  // `now`: wall time. `coach`: the version of `score`.
  DailyScorer(const DailyBoard& board, ScoreDaily score, int coach, std::function<Time()> now);
  ~DailyScorer();
  DailyScorer(const DailyScorer&) = delete;
  DailyScorer& operator=(const DailyScorer&) = delete;

  // A game has been finished.
  void wake();

 private:
  void run();
  void score_one(const DailyAttempt& attempt);
  void score_all();
  bool ends();

  const DailyBoard& board_;
  const ScoreDaily score_;
  const int coach_;
  const std::function<Time()> now_;
  std::mutex mutex_;
  std::condition_variable work_;
  bool woken_ = true;  // an earlier process may have left some
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace nl
