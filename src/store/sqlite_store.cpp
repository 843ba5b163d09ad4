#include "store/sqlite_store.h"

#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "store/database.h"
#include "store/engine_hash.h"
#include "store/ledger.h"
#include "store/seal.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchema =
    "CREATE TABLE IF NOT EXISTS meta (name INTEGER PRIMARY KEY, note BLOB NOT NULL);"
    "CREATE TABLE IF NOT EXISTS rooms (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE,"
    " open INTEGER NOT NULL, ending BLOB);"
    "CREATE TABLE IF NOT EXISTS blobs (room INTEGER, number INTEGER, blob BLOB NOT NULL,"
    " PRIMARY KEY (room, number)) WITHOUT ROWID;";

enum Meta : std::int64_t { kCheck = 1, kLedger = 2 };

constexpr RoomId kCheckPlace = {'c', 'h', 'e', 'c', 'k'};
constexpr std::string_view kCheckText = "ninelives store 1";

std::vector<std::uint8_t> check_note() { return {kCheckText.begin(), kCheckText.end()}; }

void start_sodium() {
  if (sodium_init() < 0) throw StoreError("no secure random generator on this machine");
}

// A folder with a database needs the key it was made with: a new one would open nothing.
SealKey key_for(const fs::path& folder, const fs::path& key_file, const fs::path& database) {
  start_sodium();
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  if (fs::exists(key_file, ignored)) return read_key(key_file);
  if (fs::exists(database, ignored)) {
    throw StoreError(key_file.string() + ": the key of " + database.string() + " is missing");
  }
  return create_key(key_file);
}

Blob blob_of(std::span<const std::uint8_t> bytes) {
  Blob blob;
  if (bytes.size() != blob.size()) throw SealError("a sealed blob has the wrong size");
  std::copy(bytes.begin(), bytes.end(), blob.begin());
  return blob;
}

std::string hex(const RoomId& id) {
  std::string text(2 * id.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), id.data(), id.size());
  text.pop_back();
  return text;
}

// The header's entry carries the engine's hash in front.
constexpr std::size_t kEngineDigits = 16;

std::string with_engine(std::string_view header) {
  std::string digits(kEngineDigits, '0');
  std::array<char, kEngineDigits> written;
  const auto end = std::to_chars(written.data(), written.data() + written.size(), kEngineHash, 16);
  std::copy(written.data(), end.ptr, digits.end() - (end.ptr - written.data()));
  return digits + std::string(header);
}

void take_engine(StoredRoom& room) {
  if (room.entries.empty() || room.entries[0].kind != EntryKind::Header ||
      room.entries[0].data.size() < kEngineDigits) {
    throw SealError("the room has no header");
  }
  std::string& data = room.entries[0].data;
  std::from_chars(data.data(), data.data() + kEngineDigits, room.engine, 16);
  data.erase(0, kEngineDigits);
}

}  // namespace

class SqliteStore::Impl {
 public:
  Impl(const fs::path& folder, const fs::path& key_file)
      : seal_(key_for(folder, key_file, folder / "ninelives.db")),
        database_(prepared(folder / "ninelives.db")) {
    check_key();
    recover();
  }

  void open_room(const RoomId& id, std::string_view header) {
    check_working();
    if (find_row(id)) throw StoreError("there is a room " + hex(id) + " already");
    change([&] {
      insert_room_.bind(1, id).run();
      OpenRoom room{.row = database_.last_row(), .end = {}, .stored = {}, .is_new = true};
      write(id, room, {EntryKind::Header, with_engine(header), {}});
      open_.emplace(id, room);
    });
  }

  void append(const RoomId& id, const Entry& entry) {
    OpenRoom& room = open_room_of(id);
    change([&] { write(id, room, entry); });
  }

  void close_room(const RoomId& id) {
    const OpenRoom room = open_room_of(id);
    change([&] {
      const Blob ending = seal_.close_note(id, end_bytes(id, room.end));
      close_room_.bind(1, ending).bind(2, room.row).run();
      if (!room.is_new) ledger_.remove(seal_, id, room.stored);
      open_.erase(id);
    });
  }

  void forget_room(const RoomId& id) {
    check_working();
    const std::int64_t row = row_of(id);
    if (open_.contains(id)) close_room(id);
    change([&] {
      forget_blobs_.bind(1, row).run();
      forget_room_.bind(1, row).run();
    });
  }

  void commit() {
    check_working();
    if (!in_transaction_) return;
    change([&] {
      update_ledger();
      write_meta(kLedger, ledger_.close(seal_));
      database_.run("COMMIT");
      in_transaction_ = false;
    });
  }

  std::vector<StoredRoom> open_rooms() {
    check_working();
    if (recovered_) return *std::exchange(recovered_, std::nullopt);
    std::vector<StoredRoom> rooms;
    for (const auto& [id, room] : open_) rooms.push_back(read(id, room.row).first);
    return rooms;
  }

  StoredRoom read_room(const RoomId& id) {
    check_working();
    const std::int64_t row = row_of(id);
    auto [room, end] = read(id, row);
    if (open_.contains(id)) {
      if (end != open_.at(id).end) throw StoreError(hex(id) + ": the room was cut short");
      return room;
    }
    ending_.bind(1, row).step();
    const Blob ending = blob_of(ending_.bytes(0));
    ending_.reset();
    if (seal_.open_note(id, ending) != end_bytes(id, end)) {
      throw StoreError("room " + hex(id) + " was cut short");
    }
    return room;
  }

 private:
  struct OpenRoom {
    std::int64_t row = 0;
    ChainEnd end{};
    ChainEnd stored{};    // as the ledger has it
    bool is_new = false;  // the ledger doesn't have it yet
    bool touched = true;
  };

  // Makes a change inside the group that the next commit ends. Whatever fails here is for good.
  template <class Change>
  void change(Change make_change) {
    check_working();
    recovered_.reset();
    try {
      if (!in_transaction_) database_.run("BEGIN IMMEDIATE");
      in_transaction_ = true;
      make_change();
    } catch (const StoreError& error) {
      broken_ = error.what();
      throw;
    }
  }

  void check_working() const {
    if (!broken_.empty()) throw StoreError("the store has failed before: " + broken_);
  }

  // The tables must be there before statements on them can be prepared.
  static const fs::path& prepared(const fs::path& file) {
    Database(file).run(kSchema);
    return file;
  }

  void check_key() {
    const auto found = read_meta(kCheck);
    if (!found) {
      database_.run("BEGIN IMMEDIATE");
      write_meta(kCheck, seal_.close_note(kCheckPlace, check_note()));
      write_meta(kLedger, ledger_.close(seal_));
      database_.run("COMMIT");
      return;
    }
    try {
      if (seal_.open_note(kCheckPlace, *found) == check_note()) return;
    } catch (const SealError&) {
    }
    throw StoreError("the key is not the one that this database was sealed with");
  }

  // Walks every open room from its beginning. What doesn't fit together is refused as a whole: a
  // server that has lost a part of its memory had better say so than go on.
  void recover() {
    recovered_.emplace();
    Ledger seen;
    Statement rooms(database_, "SELECT number, id FROM rooms WHERE open = 1 ORDER BY number");
    while (rooms.step()) {
      RoomId id{};
      const auto bytes = rooms.bytes(1);
      if (bytes.size() != id.size()) throw StoreError("a room has no proper id");
      std::copy(bytes.begin(), bytes.end(), id.begin());
      auto [room, end] = read(id, rooms.number(0));
      recovered_->push_back(std::move(room));
      seen.add(seal_, id, end);
      open_[id] = {.row = rooms.number(0), .end = end, .stored = end, .touched = false};
    }
    const auto stored = read_meta(kLedger);
    if (!stored || Ledger::open(seal_, *stored) != seen) {
      throw StoreError("the database is not whole: a room is missing, cut short or from before");
    }
    ledger_ = seen;
  }

  std::pair<StoredRoom, ChainEnd> read(const RoomId& id, std::int64_t row) {
    StoredRoom room{.id = id};
    ChainEnd end;
    Entry entry;
    bool complete = true;
    try {
      for (read_blobs_.bind(1, row); read_blobs_.step();) {
        complete = seal_.open(id, blob_of(read_blobs_.bytes(0)), end, entry);
        if (complete) room.entries.push_back(std::exchange(entry, {}));
      }
      if (!complete) throw SealError("its last entry is cut off");
      take_engine(room);
    } catch (const SealError& error) {
      read_blobs_.reset();
      throw StoreError("room " + hex(id) + ", blob " + std::to_string(end.number) + ": " +
                       error.what());
    }
    read_blobs_.reset();
    return {std::move(room), end};
  }

  void write(const RoomId& id, OpenRoom& room, const Entry& entry) {
    blobs_.clear();
    auto number = static_cast<std::int64_t>(room.end.number);
    seal_.close(id, entry, room.end, blobs_);
    for (const Blob& blob : blobs_)
      insert_blob_.bind(1, room.row).bind(2, number++).bind(3, blob).run();
    room.touched = true;
  }

  void update_ledger() {
    for (auto& [id, room] : open_) {
      if (!room.touched) continue;
      if (!room.is_new) ledger_.remove(seal_, id, room.stored);
      ledger_.add(seal_, id, room.end);
      room.stored = room.end;
      room.is_new = room.touched = false;
    }
  }

  OpenRoom& open_room_of(const RoomId& id) {
    check_working();
    const auto found = open_.find(id);
    if (found == open_.end()) throw StoreError("room " + hex(id) + " is not open");
    return found->second;
  }

  std::int64_t row_of(const RoomId& id) {
    const auto row = find_row(id);
    if (!row) throw StoreError("there is no room " + hex(id));
    return *row;
  }
  std::optional<std::int64_t> find_row(const RoomId& id) {
    std::optional<std::int64_t> row;
    if (find_room_.bind(1, id).step()) row = find_room_.number(0);
    find_room_.reset();
    return row;
  }

  std::optional<Blob> read_meta(Meta name) {
    const bool found = read_meta_.bind(1, name).step();
    const std::optional<Blob> blob =
        found ? std::optional(blob_of(read_meta_.bytes(0))) : std::nullopt;
    read_meta_.reset();
    return blob;
  }
  void write_meta(Meta name, const Blob& blob) { write_meta_.bind(1, name).bind(2, blob).run(); }

  Seal seal_;
  Database database_;
  Statement insert_room_{database_, "INSERT INTO rooms (id, open) VALUES (?, 1)"};
  Statement close_room_{database_, "UPDATE rooms SET open = 0, ending = ? WHERE number = ?"};
  Statement find_room_{database_, "SELECT number FROM rooms WHERE id = ?"};
  Statement ending_{database_, "SELECT ending FROM rooms WHERE number = ?"};
  Statement forget_room_{database_, "DELETE FROM rooms WHERE number = ?"};
  Statement forget_blobs_{database_, "DELETE FROM blobs WHERE room = ?"};
  Statement insert_blob_{database_, "INSERT INTO blobs VALUES (?, ?, ?)"};
  Statement read_blobs_{database_, "SELECT blob FROM blobs WHERE room = ? ORDER BY number"};
  Statement read_meta_{database_, "SELECT note FROM meta WHERE name = ?"};
  Statement write_meta_{database_, "INSERT OR REPLACE INTO meta VALUES (?, ?)"};
  std::map<RoomId, OpenRoom> open_;
  Ledger ledger_;
  std::optional<std::vector<StoredRoom>> recovered_;
  std::vector<Blob> blobs_;
  std::string broken_;
  bool in_transaction_ = false;
};

SqliteStore::SqliteStore(const fs::path& folder, const fs::path& key_file)
    : impl_(
          std::make_unique<Impl>(folder, key_file.empty() ? folder / "ninelives.key" : key_file)) {}
SqliteStore::~SqliteStore() = default;

void SqliteStore::open_room(const RoomId& room, std::string_view header) {
  impl_->open_room(room, header);
}
void SqliteStore::append(const RoomId& room, const Entry& entry) { impl_->append(room, entry); }
void SqliteStore::close_room(const RoomId& room) { impl_->close_room(room); }
void SqliteStore::forget_room(const RoomId& room) { impl_->forget_room(room); }
void SqliteStore::commit() { impl_->commit(); }
std::vector<StoredRoom> SqliteStore::open_rooms() { return impl_->open_rooms(); }
StoredRoom SqliteStore::read_room(const RoomId& room) { return impl_->read_room(room); }

}  // namespace nl
