// HTTP handler for the ladder: the list as JSON, and /ladder/KEY for one player's row.
// A signed statement of the key creates, renames or removes the row. docs/host/ladder.md
#pragma once

#include "site/http_response.h"
#include "site/ladder.h"
#include "site/rate_limit.h"

namespace nl {

inline constexpr std::string_view kLadderPage = "/ladder";
inline constexpr std::string_view kLadderList = "/ladder.json";
inline constexpr std::string_view kLadderRows = "/ladder/";

inline bool is_of_ladder(std::string_view target) {
  return target == kLadderPage || target == kLadderList || target.starts_with(kLadderRows);
}

// Signed statement: join this server's ladder under a name, or leave it.
struct LadderStatement {
  bool on = false;
  std::string name{};
  Time said{0};
  Signature signature{};
};
std::string statement_text(const LadderStatement& statement, std::string_view host);

class LadderHandler {
 public:
  explicit LadderHandler(const Ladder& ladder) : ladder_(ladder) {}

  // For a target that belongs to the ladder. Throws StoreError.
  HttpResponse respond(const HttpRequest& request, Time now);

 private:
  HttpResponse list(Time now);
  HttpResponse row(const LadderKey& key) const;
  HttpResponse put(const HttpRequest& request, const LadderKey& key, Time now);
  void forget_list();

  const Ladder& ladder_;
  RateLimit rate_limit_{StockLimit{kMostLadderRows, kIdleRowLife}};
  std::mutex mutex_;  // of what follows
  std::string list_;
  Time list_made_{0};
};

}  // namespace nl
