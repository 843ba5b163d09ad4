// Reports of games in the document store, for the operator. They expire.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/game_report.h"
#include "site/document_store.h"
#include "text/rules_text.h"

namespace nl {

inline constexpr std::size_t kMostReports = 1'000;

// Every function throws StoreError.
class GameReports {
 public:
  explicit GameReports(DocumentStore& documents) : documents_(documents) {}

  // False if there are too many, on all nodes together.
  bool add(const GameReport& report) const;
  // As JSON objects, the oldest first.
  std::vector<Json> all() const;
  // Removes reports from before.
  std::unique_ptr<DocumentSweep> sweep(Time oldest, Time now) const;
  // Copies all of another store; returns their number.
  std::size_t copy_from(const GameReports& other) const;

 private:
  DocumentStore& documents_;
};

}  // namespace nl
