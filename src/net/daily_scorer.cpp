// Background worker for scores of daily deals.
#include "net/daily_scorer.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>

#include "net/server_log.h"

namespace nl {
namespace {

// Retry interval, after a failed store and for games of a node that is gone.
constexpr std::chrono::minutes kLookAgain{1};

// Linux threads have individual priorities: games and bots come first.
void let_others_go_first() {
  constexpr int kBehindBots = 15;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kBehindBots);
}

}  // namespace

DailyScorer::DailyScorer(const DailyBoard& board, ScoreDaily score, int coach,
                         std::function<Time()> now)
    : board_(board), score_(std::move(score)), coach_(coach), now_(std::move(now)) {
  thread_ = std::thread([this] { run(); });
}

DailyScorer::~DailyScorer() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_all();
  thread_.join();
}

void DailyScorer::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  work_.notify_all();
}

bool DailyScorer::ends() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

void DailyScorer::run() {
  let_others_go_first();
  std::unique_lock lock(mutex_);
  while (!ending_) {
    work_.wait_for(lock, kLookAgain, [this] { return woken_ || ending_; });
    if (ending_) return;
    woken_ = false;
    lock.unlock();
    try {
      score_all();
    } catch (const std::exception& error) {
      log_event(LogLevel::Error, "daily_not_scored", {{"reason", error.what()}});
    }
    lock.lock();
  }
}

void DailyScorer::score_one(const DailyAttempt& attempt) {
  const std::string record = board_.record(attempt);
  const auto score = record.empty() ? std::nullopt : score_(record, [this] { return ends(); });
  if (ends()) return;
  board_.score(attempt, score, coach_);
  log_event(LogLevel::Info, "daily_scored", {{"date", attempt.date}});
}

void DailyScorer::score_all() {
  for (const DailyAttempt& attempt : board_.unscored(now_())) {
    if (ends()) return;
    try {
      score_one(attempt);
    } catch (const std::exception& error) {  // one bad record must not block the others
      log_event(LogLevel::Error, "daily_not_scored", {{"reason", error.what()}});
    }
  }
}

}  // namespace nl
