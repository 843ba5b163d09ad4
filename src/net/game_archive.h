// Finished games, a file each, kept for a time: GAME.jsonl in the folder `games` has a line of its
// own and then the record, open to everybody who knows its address. Whoever played may have it
// deleted; that it was there is noted until its time is over, so that no restart brings it back.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "server/finished_game.h"

namespace nl {

struct ArchivedGame {
  Time ended{0};
  bool deleted = false;
  std::vector<std::string> names{};
  std::vector<std::string> bots{};  // empty: a person
  std::vector<TokenHash> tokens{};  // of the persons
  Seat winner = kNoSeat;
  int turns = 0;
  std::string record{};  // lines
};

// A line of its own, then the record.
std::string archived_text(const ArchivedGame& game);
std::optional<ArchivedGame> parse_archived(std::istream& in);

// Its files are whole or not there, so it may be read while it is written. Where else games are
// kept (database_archive.h) what is virtual says how.
class GameArchive {
 public:
  explicit GameArchive(std::filesystem::path folder) : folder_(std::move(folder)) {}
  virtual ~GameArchive() = default;

  // Nothing happens where it is there, or was. Throws StoreError where it can't be written.
  void keep(const FinishedGame& game) const;
  // Nothing where it is not, was deleted, or ended before `oldest`.
  std::optional<ArchivedGame> find(std::string_view address, Time oldest) const;
  // Failed: it is still there, since the folder can't be written.
  enum class Deletion : std::uint8_t { Done, Unknown, NotYours, Failed };
  Deletion remove(std::string_view address, std::string_view token) const;
  // Forgets what ended before; how many that were.
  virtual std::size_t forget_before(Time oldest) const;
  // The oldest go until the others take no more than so many bytes; how many.
  virtual std::size_t keep_within(std::uint64_t bytes) const;
  virtual std::uint64_t bytes() const;
  // Of all that are there, deleted ones too.
  virtual std::vector<std::string> addresses() const;
  // All games of another archive, as they are there; how many. Throws StoreError where one is not
  // whole.
  std::size_t copy_from(const GameArchive& other) const;
  // Reads them all; how many.
  std::size_t check() const;
  const std::filesystem::path& folder() const { return folder_; }

 protected:
  virtual std::optional<ArchivedGame> read(std::string_view address) const;
  virtual void write(std::string_view address, const ArchivedGame& game) const;

 private:
  std::filesystem::path file_of(std::string_view address) const;
  ArchivedGame whole(std::string_view address) const;

  std::filesystem::path folder_;
};

// Takes away what ended before a time, a few files at a go, so that whoever lends it a thread has
// that back soon. What can't be read goes by the age of its file; so does what a crash left half
// written.
class ArchiveSweep {
 public:
  ArchiveSweep(const GameArchive& archive, Time oldest, Time now);

  // False: there is more.
  bool step();
  std::size_t removed() const { return removed_; }

 private:
  bool is_old(const std::filesystem::path& file) const;

  Time oldest_;
  Time now_;
  std::filesystem::directory_iterator next_{};
  std::size_t removed_ = 0;
};

}  // namespace nl
