// HTTP handler for the daily board: signed entries, the public boards, and yesterday's records.
#pragma once

#include <mutex>

#include "site/daily_board.h"
#include "site/http_response.h"
#include "site/rate_limit.h"

namespace nl {

inline constexpr std::string_view kDailyList = "/daily.json";
inline constexpr std::string_view kDailyRows = "/daily/";

inline bool is_of_daily_board(std::string_view target) {
  return target == kDailyList || target.starts_with(kDailyRows);
}

// Signed request to join a day's board or to leave it.
struct DailyStatement {
  bool on = true;
  std::string date{};
  Time said{0};
  std::string name{};  // of an entry alone
  Signature signature{};
};
// The signed lines, valid for one server only.
std::string statement_text(const DailyStatement& statement, std::string_view host);

class DailyHandler {
 public:
  // `coach`: the version by which this server would score a day.
  DailyHandler(const DailyBoard& board, int coach) : board_(board), coach_(coach) {}

  // `request.target` is of the board. Throws StoreError.
  HttpResponse respond(const HttpRequest& request, Time now);

 private:
  HttpResponse list(Time now);
  HttpResponse row(const LadderKey& key, Time now) const;
  HttpResponse record(const DailyAttempt& attempt, Time now) const;
  HttpResponse put(const HttpRequest& request, const LadderKey& key, Time now);
  HttpResponse enter(const HttpRequest& request, const LadderKey& key,
                     const DailyStatement& statement, Time now);

  const DailyBoard& board_;
  const int coach_;
  // Limits the players that one address may enter per day.
  RateLimit rate_limit_{StockLimit{.total = 200, .kept = kDay}};
  std::mutex mutex_;  // of what follows
  std::string list_{};
  Time list_made_{0};
};

}  // namespace nl
