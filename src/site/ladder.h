// Ladder: reads and changes the stored LadderBook, with compare-and-swap between nodes.
// Thread-safe.
#pragma once

#include <functional>
#include <mutex>

#include "site/document_store.h"
#include "site/ladder_book.h"

namespace nl {

class Ladder {
 public:
  explicit Ladder(DocumentStore& documents) : documents_(documents) {}

  // All throw StoreError if the ladder can't be read or written, or is damaged.
  LadderBook book() const;
  // `change` returns whether it changed the book; then the book is stored. It is called again, with
  // the new book, if another node changed it first.
  using Change = std::function<bool(LadderBook& book)>;
  void change(const Change& change) const;
  void count(const FinishedGame& game, Time now) const;
  // Replaces this ladder; returns the number of rows. Does nothing if the other is empty.
  std::size_t copy_from(const Ladder& other) const;

 private:
  // `version`: 0 if there is none yet.
  LadderBook read(DocumentVersion& version) const;
  bool write(const LadderBook& book, DocumentVersion before) const;

  DocumentStore& documents_;
  mutable std::mutex mutex_;  // threads of one node wait instead of trying again
};

}  // namespace nl
