// Commit counter: how much the store has acknowledged, in a small sealed file beside the database.
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

  // The later of the two; empty if there is no such file. Throws SealError if neither of
  // them can be opened.
  std::optional<CommitCount> read(const Seal& seal) const;

  // After this the file is there as a whole, on the disk, with this note alone.
  void begin(const Seal& seal, const CommitCount& note);
  // It survives the end of this process; a power cut only when a second has passed, since a sync
  // for each commit would double what everybody waits for. `now` is on the disk.
  void write(const Seal& seal, const CommitCount& note);
  void write_now(const Seal& seal, const CommitCount& note);

 private:
  void put(const Seal& seal, const CommitCount& note);

  const std::filesystem::path path_;
  std::optional<File> file_;
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace nl
