// How much was acknowledged, in a small sealed file apart from the database and its log. SQLite
// takes a log that is damaged or gone for one that ended there: what came after is lost without a
// word. With this file the next start knows how far it ought to reach.
//
// Two places, written in turn: a write that was cut off leaves the one before it. The log is on the
// disk before the count is written, so an honest log is never behind it.
#pragma once

#include <chrono>
#include <filesystem>

#include "store/file.h"
#include "store/ledger.h"

namespace nl {

struct TallyNote {
  Reached reached{};
  std::uint64_t rooms = 0;    // that were open
  bool stopped_well = false;  // nothing came after it

  friend bool operator==(const TallyNote&, const TallyNote&) = default;
};

class Tally {
 public:
  explicit Tally(std::filesystem::path file) : path_(std::move(file)) {}

  // The later of the two; nothing where there is no such file. Throws SealError where neither of
  // them can be opened.
  std::optional<TallyNote> read(const Seal& seal) const;

  // After this the file is there as a whole, on the disk, with this note alone.
  void begin(const Seal& seal, const TallyNote& note);
  // It survives the end of this process; a power cut only when a second has passed, since a sync
  // for each commit would double what everybody waits for. `now` is on the disk.
  void write(const Seal& seal, const TallyNote& note);
  void write_now(const Seal& seal, const TallyNote& note);

 private:
  void put(const Seal& seal, const TallyNote& note);

  const std::filesystem::path path_;
  std::optional<File> file_;
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace nl
