// The ladder where it is kept: `ladder.json` in the data folder, or where several nodes share a
// database, there. Any thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

#include "net/ladder_book.h"
#include "store/postgres_papers.h"

namespace nl {

class Ladder {
 public:
  // No papers: in the folder.
  Ladder(const std::filesystem::path& folder, std::shared_ptr<PostgresPapers> papers)
      : file_(folder / "ladder.json"), papers_(std::move(papers)) {}

  // All throw StoreError: it can't be read or written, or is not whole.
  LadderBook book() const;
  // `change` says whether it has changed the book it is given; then that is kept, as a whole. It is
  // called again, with another book, where another node came first.
  using Change = std::function<bool(LadderBook& book)>;
  void change(const Change& change) const;
  void count(const FinishedGame& game, Time now) const;
  // In the place of what is here; how many rows. Nothing happens where the other has none.
  std::size_t copy_from(const Ladder& other) const;

 private:
  // What was there, by its time; nothing: it was not.
  using Version = std::optional<std::chrono::milliseconds>;
  LadderBook read(Version& version) const;
  bool write(const LadderBook& book, const Version& before) const;

  const std::filesystem::path file_;
  const std::shared_ptr<PostgresPapers> papers_;
  mutable std::mutex mutex_;  // a server has its folder to itself
};

}  // namespace nl
