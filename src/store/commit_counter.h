// Commit counter: number of acknowledged commits, in a small sealed file beside the database.
#pragma once

#include <chrono>
#include <filesystem>

#include "store/file.h"
#include "store/ledger.h"

namespace nl {

struct CommitCount {
  Reached reached{};
  std::uint64_t rooms = 0;    // open rooms
  bool stopped_well = false;  // nothing came after it

  friend bool operator==(const CommitCount&, const CommitCount&) = default;
};

class CommitCounter {
 public:
  explicit CommitCounter(std::filesystem::path file) : path_(std::move(file)) {}

  // The later of the two notes; empty without a file. Throws SealError if neither can be opened.
  std::optional<CommitCount> read(const Seal& seal) const;

  // Rewrites the whole file durably, with this note only.
  void begin(const Seal& seal, const CommitCount& note);
  // Survives the end of this process. A power cut may lose the last second, since a sync per commit
  // would double everybody's wait. `now`: durable commits.
  void write(const Seal& seal, const CommitCount& note);
  void write_now(const Seal& seal, const CommitCount& note);

 private:
  void put(const Seal& seal, const CommitCount& note);

  const std::filesystem::path path_;
  std::optional<File> file_;
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace nl
