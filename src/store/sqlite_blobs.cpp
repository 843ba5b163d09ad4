// Blob backend in SQLite.
#include "store/sqlite_blobs.h"

#include <algorithm>
#include <string>

namespace nl {
namespace {

// Migrations from an empty file to today's tables; the file stores the number of steps taken. Never
// change a released step: add one. The first step also accepts files from before schemas had
// numbers.
constexpr std::array kSchemaSteps = {
    "CREATE TABLE IF NOT EXISTS meta (name INTEGER PRIMARY KEY, note BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS rooms (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE,"
    " open INTEGER NOT NULL, ending BLOB);"
    "CREATE TABLE IF NOT EXISTS blobs (room INTEGER, number INTEGER, blob BLOB NOT NULL,"
    " PRIMARY KEY (room, number)) WITHOUT ROWID;",
    // From here on the ledger counts, and ninelives.count exists: older programs must not write.
    "",
    // Time when a room was closed, for rooms that are kept for a while.
    "ALTER TABLE rooms ADD COLUMN closed INTEGER;"
    "UPDATE rooms SET closed = CAST(strftime('%s', 'now') AS INTEGER) WHERE open = 0;",
    // Blobs in order of arrival; `blobs` has older ones, by room.
    "CREATE TABLE recent (number INTEGER PRIMARY KEY, room INTEGER NOT NULL,"
    " place INTEGER NOT NULL, blob BLOB NOT NULL);",
};

int schema_of(Database& database) {
  Statement version(database, "PRAGMA user_version");
  version.step();
  return static_cast<int>(version.number(0));
}

bool has_tables(Database& database) {
  Statement tables(database, "SELECT 1 FROM sqlite_master WHERE name = 'meta'");
  return tables.step();
}

int bring_up_to_date(Database& database, bool fresh) {
  if (!fresh && !has_tables(database)) throw DamagedError("the database is empty beside its key");
  const int found = schema_of(database);
  const int known = static_cast<int>(kSchemaSteps.size());
  if (found > known) throw StoreError("the database was written by a newer version of ninelives");
  if (found == known) return known;
  database.run("BEGIN IMMEDIATE");
  for (int step = found; step < known; ++step) {
    database.run(kSchemaSteps[static_cast<std::size_t>(step)]);
  }
  database.run(("PRAGMA user_version = " + std::to_string(known)).c_str());
  database.run("COMMIT");
  return known;
}

std::vector<RoomId> rooms_of(Statement& statement) {
  const Reading reading(statement);
  std::vector<RoomId> rooms;
  while (statement.step()) rooms.push_back(id_of(statement.bytes(0)));
  return rooms;
}

}  // namespace

SqliteBlobs::SqliteBlobs(const std::filesystem::path& file, bool fresh)
    : database_(file), schema_(bring_up_to_date(database_, fresh)) {}

// The cache of recent blobs is valid as long as no transaction was rolled back.
template <class Work>
void SqliteBlobs::in_transaction(Work work) {
  if (failed_) throw StoreError("a commit has failed before");
  database_.run("BEGIN IMMEDIATE");
  try {
    work();
    database_.run("COMMIT");
  } catch (const StoreError&) {
    failed_ = true;
    database_.roll_back();
    throw;
  }
}

void SqliteBlobs::commit(const Batch& batch) {
  in_transaction([&] { write(batch); });
}

void SqliteBlobs::settle() {
  in_transaction([&] { recent_.settle_all(); });
}

void SqliteBlobs::write(const Batch& batch) {
  std::size_t written = 0;
  for (const auto& [room, term] : batch.forgotten) forget(room);
  for (const auto& [room, change] : batch.rooms) {
    write(room, change);
    written += change.blobs.size();
  }
  for (const auto& [cell, blob] : batch.cells) {
    write_cell_.bind(1, static_cast<std::int64_t>(cell)).bind(2, blob).run();
  }
  recent_.tidy(written);
}

void SqliteBlobs::write(const RoomId& room, const RoomChange& change) {
  const auto row = change.opened ? std::optional(recent_.new_room()) : row_of(room);
  if (!row) throw StoreError("a room that goes on is not in the database");
  if (change.opened) insert_room_.bind(1, *row).bind(2, room).run();
  write_blobs(*row, change);
  if (change.ending) close_room_.bind(1, *change.ending).bind(2, *row).run();
}

// Rows of closed rooms are in their own place: a start need not scan them.
void SqliteBlobs::write_blobs(std::int64_t room, const RoomChange& change) {
  if (change.ending) recent_.settle(room);
  auto place = static_cast<std::int64_t>(change.first);
  for (const Blob& blob : change.blobs) {
    if (change.ending) {
      insert_blob_.bind(1, room).bind(2, place++).bind(3, blob).run();
    } else {
      recent_.append(room, place++, blob);
    }
  }
}

void SqliteBlobs::forget(const RoomId& room) {
  const auto row = row_of(room);
  if (!row) return;
  recent_.forget(*row);
  forget_blobs_.bind(1, *row).run();
  forget_room_.bind(1, *row).run();
}

std::optional<std::int64_t> SqliteBlobs::row_of(const RoomId& room) {
  const Reading reading(find_room_.bind(1, room));
  return find_room_.step() ? std::optional(find_room_.number(0)) : std::nullopt;
}

std::vector<RoomId> SqliteBlobs::open_rooms() { return rooms_of(open_rooms_); }

std::optional<FoundRoom> SqliteBlobs::find_room(const RoomId& room) {
  const Reading reading(find_room_.bind(1, room));
  if (!find_room_.step()) return std::nullopt;
  const FoundBytes ending = find_room_.bytes(2);
  return FoundRoom{find_room_.number(1) != 0, {ending.begin(), ending.end()}, 0};
}

void SqliteBlobs::read_blobs(const RoomId& room, const TakeBlob& take) {
  const auto row = row_of(room);
  if (!row) return;
  {
    const Reading reading(read_blobs_.bind(1, *row));
    while (read_blobs_.step()) take(read_blobs_.bytes(0), 0);
  }
  recent_.read(*row, [&](FoundBytes bytes) { take(bytes, 0); });
}

std::vector<RoomId> SqliteBlobs::closed_rooms() { return rooms_of(closed_rooms_); }

std::size_t SqliteBlobs::forget_closed(std::chrono::seconds for_so_long) {
  return forget_all(rooms_of(old_rooms_.bind(1, for_so_long.count())));
}

std::size_t SqliteBlobs::keep_closed_within(std::uint64_t most) {
  return forget_all(rooms_of(rooms_beyond_.bind(1, static_cast<std::int64_t>(most))));
}

std::size_t SqliteBlobs::forget_all(const std::vector<RoomId>& old) {
  Batch batch;
  for (const RoomId& room : old) batch.forgotten.emplace(room, 0);
  if (!batch.empty()) commit(batch);
  return old.size();
}

std::uint64_t SqliteBlobs::bytes() {
  const Reading reading(pages_);
  return pages_.step() ? static_cast<std::uint64_t>(pages_.number(0)) : 0;
}

std::optional<StoredBytes> SqliteBlobs::read_cell(Cell cell) {
  const Reading reading(read_cell_.bind(1, static_cast<std::int64_t>(cell)));
  if (!read_cell_.step()) return std::nullopt;
  const FoundBytes bytes = read_cell_.bytes(0);
  return StoredBytes(bytes.begin(), bytes.end());
}

}  // namespace nl
