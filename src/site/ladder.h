// Ladder: reads and changes the stored LadderBook, with compare-and-swap between nodes.
// The book stays in memory; what other nodes change is read again after a second. Thread-safe.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>

#include "site/document_store.h"
#include "site/ladder_book.h"

namespace nl {

class Ladder {
 public:
  // `fresh`: time to reuse a copy if the store can't cheaply tell whether it changed.
  explicit Ladder(DocumentStore& documents,
                  std::chrono::milliseconds fresh = std::chrono::seconds(1))
      : documents_(documents), fresh_(fresh) {}

  // All throw StoreError if the ladder can't be read or written, or is damaged.
  std::shared_ptr<const LadderBook> book() const;
  // `change` returns whether it changed the book; then the book is stored. If another node changed
  // it first, `change` runs again on the new book.
  using Change = std::function<bool(LadderBook& book)>;
  void change(const Change& change) const;
  void count(const FinishedGame& game, Time now) const;
  // Replaces this ladder; returns the number of rows. Does nothing if the other is empty.
  std::size_t copy_from(const Ladder& other) const;

 private:
  struct Copy {
    std::shared_ptr<const LadderBook> book{};  // null: not read yet
    DocumentVersion version = 0;               // 0: nothing is stored yet
    std::optional<std::string> stamp{};        // of the store, before it was read
    std::chrono::steady_clock::time_point read_at{};
  };
  Copy read() const;
  Copy cached() const;
  bool is_fresh(const Copy& copy) const;
  void remember(const Copy& copy) const;
  bool write(const LadderBook& book, DocumentVersion before) const;

  DocumentStore& documents_;
  const std::chrono::milliseconds fresh_;
  mutable std::mutex change_mutex_;  // one reader or writer of the store at a time
  mutable std::mutex copy_mutex_;    // of what follows; never held during I/O
  mutable Copy copy_{};
};

}  // namespace nl
