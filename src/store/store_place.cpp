// Store location: reading, checking and copying a whole store.
#include "store/store_place.h"

#include "store/file.h"
#include "store/postgres_node.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

fs::path key_of(const StorePlace& at) {
  if (!at.key_file.empty()) return at.key_file;
  if (is_postgres(at.place)) throw StoreError("a database needs the file of its key: --key");
  const fs::path inside = fs::path(at.place) / "ninelives.key";
  const fs::path beside = key_beside(at.place);
  return !fs::exists(inside) && fs::exists(beside) ? beside : inside;
}

using TakeRoom = std::function<void(const StoredRoom&, bool open)>;

StoreCount read_all(SealedReader reader, BlobStore& blobs, const TakeRoom& take) {
  if (!reader.check_key()) throw StoreError("there is no store here");
  StoreCount count{.bytes = blobs.bytes()};
  const auto pass_on = [&](const StoredRoom& room, bool open) {
    ++(open ? count.open : count.closed);
    count.entries += room.entries.size();
    take(room, open);
  };
  for (const Shelf& shelf : blobs.shelves()) {
    for (const WholeRoom& whole : reader.read(shelf).rooms) pass_on(whole.room, true);
  }
  for (const RoomId& id : blobs.closed_rooms()) pass_on(reader.read_closed(id), false);
  return count;
}

StoreCount read_all(const StorePlace& at, const TakeRoom& take) {
  if (is_postgres(at.place)) {
    const SealKey key = read_key(key_of(at));
    PostgresBlobs blobs(at.place, 0);
    blobs.begin_reading();
    return read_all(SealedReader(key, blobs), blobs, take);
  }
  const fs::path database = fs::path(at.place) / "ninelives.db";
  if (!fs::exists(database)) throw StoreError(database.string() + ": there is no store here");
  SqliteStore whole(at.place, key_of(at));  // also against its count
  return read_all(SealedReader(read_key(key_of(at)), whole.blobs()), whole.blobs(), take);
}

// Groups of rooms: a commit per room would sync the disk a thousand times.
class Writer {
 public:
  explicit Writer(SealedStore& store) : store_(store) {
    if (!store_.open_rooms().empty()) throw StoreError("the store to copy to holds rooms already");
  }
  void add(const StoredRoom& room, bool open) {
    store_.copy_room(room, open);
    if (open) open_.push_back(room.id);
    waiting_ += room.entries.size();
    if (waiting_ < 2'000) return;
    store_.commit();
    waiting_ = 0;
  }
  const std::vector<RoomId>& open() const { return open_; }

 private:
  SealedStore& store_;
  std::vector<RoomId> open_;
  std::size_t waiting_ = 0;
};

StoreCount copy_into_database(const StorePlace& from, const StorePlace& to) {
  const SealKey key = postgres_key(to.place, key_of(to));
  // Without an engine hash: the node that takes the rooms checks its rules.
  PostgresNode node(to.place, {.url = "", .engine = 0, .lease = std::chrono::hours(24)});
  if (!PostgresBlobs(to.place, 0).open_rooms().empty()) {
    throw StoreError("the store to copy to holds rooms already");
  }
  PostgresStore store(to.place, key, node.epoch());
  Writer writer(store);
  const StoreCount count =
      read_all(from, [&](const StoredRoom& room, bool open) { writer.add(room, open); });
  store.release(writer.open());
  node.retire();
  return count;
}

StoreCount copy_into_folder(const StorePlace& from, const StorePlace& to) {
  SqliteStore store(to.place, key_of(to));
  Writer writer(store);
  const StoreCount count =
      read_all(from, [&](const StoredRoom& room, bool open) { writer.add(room, open); });
  store.commit();
  return count;
}

}  // namespace

fs::path key_beside(const fs::path& folder) {
  const fs::path plain = folder.lexically_normal();
  return (plain.has_filename() ? plain : plain.parent_path()).string() + ".key";
}

SealKey key_at(const StorePlace& at) { return read_key(key_of(at)); }

StoreCount check_store(const StorePlace& at) {
  return read_all(at, [](const StoredRoom&, bool) {});
}

fs::path default_copy_key(const StorePlace& from, const StorePlace& to) {
  if (is_postgres(to.place)) return key_of(from);
  const fs::path inside = fs::path(to.place) / "ninelives.key";
  return fs::exists(inside) ? inside : key_beside(to.place);
}

StoreCount copy_store(const StorePlace& from, const StorePlace& to) {
  return is_postgres(to.place) ? copy_into_database(from, to) : copy_into_folder(from, to);
}

}  // namespace nl
