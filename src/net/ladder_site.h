// What is to be had of the ladder over HTTP: the list as JSON, and at /ladder/KEY a row of one's
// own, which is put there and taken away by a statement that its key has signed. docs/ladder.md
#pragma once

#include "net/http_answer.h"
#include "net/ladder.h"
#include "net/visitors.h"

namespace nl {

inline constexpr std::string_view kLadderPage = "/ladder";
inline constexpr std::string_view kLadderList = "/ladder.json";
inline constexpr std::string_view kLadderRows = "/ladder/";

inline bool is_of_ladder(std::string_view target) {
  return target == kLadderPage || target == kLadderList || target.starts_with(kLadderRows);
}

// What a player signs: to be on the ladder of this server under that name, or off it.
struct LadderStatement {
  bool on = false;
  std::string name{};
  Time said{0};
  Signature signature{};
};
std::string statement_text(const LadderStatement& statement, std::string_view host);

class LadderSite {
 public:
  explicit LadderSite(const Ladder& ladder) : ladder_(ladder) {}

  // Of a target that is the ladder's. Throws StoreError.
  HttpAnswer answer(const HttpQuestion& question, Time now);

 private:
  HttpAnswer list(Time now);
  HttpAnswer row(const LadderKey& key) const;
  HttpAnswer put(const HttpQuestion& question, const LadderKey& key, Time now);
  void forget_list();

  const Ladder& ladder_;
  Visitors visitors_;
  std::mutex mutex_;  // of what follows
  std::string list_;
  Time list_made_{0};
};

}  // namespace nl
