// Sealed store over any backend: every entry is sealed into blobs, each room's blobs form a chain,
// and a ledger over all rooms is written with every commit. Data at rest is unreadable and
// tamper-evident, no more; docs/explain/storage.md says what is checked and what can't be.
#pragma once

#include <atomic>
#include <memory>
#include <set>

#include "store/commit_counter.h"

namespace nl {

// Parameters of a store beside its blobs.
struct StoreStart {
  std::shared_ptr<CommitCounter> counter{};  // none: there is no separate commit counter
  bool fresh = true;                         // the store is new: nothing can be missing
  bool accept_loss = false;                  // gives up damaged parts, which loss() lists
  std::string lost_before{};                 // earlier losses
  bool new_holder = false;                   // one more process on a shared store
};

// A room as it was read, complete.
struct WholeRoom {
  StoredRoom room{};
  ChainEnd end{};
  Term term = 0;
};

// Rooms of a dead holder, verified against its ledger.
struct OrphanedRooms {
  Epoch from = 0;
  std::vector<WholeRoom> rooms{};
  Reached reached{};
};

// Reads any sealed store without changing it. Throws StoreError if it is incomplete.
class SealedReader {
 public:
  SealedReader(const SealKey& key, BlobStore& blobs) : seal_(key), blobs_(blobs) {}

  // Throws if the store was sealed with another key; false: nothing is sealed yet.
  bool check_key();
  WholeRoom read(const RoomId& room);
  // A closed room, verified against its end note.
  StoredRoom read_closed(const RoomId& room);
  // `meanwhile` is called now and then: there may be thousands of rooms.
  OrphanedRooms read(
      const Shelf& shelf, const std::function<void()>& meanwhile = [] {});

 private:
  const Seal seal_;
  BlobStore& blobs_;
};

class SealedStore : public Store {
 public:
  // Reads all open rooms. Throws StoreError if the key is wrong or the store is incomplete.
  SealedStore(const SealKey& key, std::shared_ptr<BlobStore> blobs, StoreStart start = {});

  // Accepted loss; empty: none. Any remaining room may lack its last moves.
  const std::string& loss() const { return loss_; }
  // Marks the last commit: the next start knows that nothing came after it.
  void stop_well();

  void open_room(const RoomId& room, std::string_view header) override;
  void append(const RoomId& room, const Entry& entry) override;
  void close_room(const RoomId& room) override;
  void forget_room(const RoomId& room) override;
  void commit() override;
  std::vector<StoredRoom> open_rooms() override;
  StoredRoom read_room(const RoomId& room) override;

  // Deletes rooms closed before this time; returns their number.
  std::size_t forget_closed(std::chrono::seconds for_so_long);
  // Deletes the oldest closed rooms beyond this size.
  std::size_t keep_closed_within(std::uint64_t bytes);
  BlobStore& blobs() { return *blobs_; }
  // Copies a room of another store, with its engine, as if it had been written here.
  void copy_room(const StoredRoom& room, bool open);

  // For shared stores; both commit waiting entries first. The first claims the rooms that another
  // holder has left, except the unfit ones. False: another process was faster.
  bool adopt(const OrphanedRooms& orphaned, const std::set<RoomId>& unfit = {});
  // Releases the rooms: they have no holder from here on.
  void release(const std::vector<RoomId>& rooms);
  // Rooms that this process may append to.
  std::vector<RoomId> held() const;
  const Reached& reached() const { return reached_; }
  // Throws StoreError if the backend is unreachable.
  void try_backend();
  // A commit was refused, since another process had been given what this one held. Any thread.
  bool fenced() const { return fenced_; }

 protected:
  // A count for a copy of all that is committed.
  void count_copy(const std::filesystem::path& file) const;

 private:
  struct OpenRoom {
    ChainEnd end{};
    std::optional<ChainEnd> stored{};  // as the ledger has it; a new room is not yet in it
    Term term = 0;
  };

  void check_working() const;
  template <class Work>
  auto with_blobs(Work work);
  void check_key();
  void recover();
  void recover_room(const RoomId& id, Ledger& seen);
  void check_ledger(const Ledger& seen);
  void check_counter();
  std::optional<CommitCount> read_counter();
  void lose(const std::string& what);
  CommitCount current_count(bool stopped_well) const;
  void begin_room(const RoomId& id, const std::string& header);
  void write(const RoomId& id, OpenRoom& room, const Entry& entry);
  OpenRoom& open_room_of(const RoomId& id);
  FoundRoom stored_room_of(const RoomId& id);
  void leave_ledger(const RoomId& id, const OpenRoom& room);
  void update_ledger();

  const Seal seal_;
  const std::shared_ptr<BlobStore> blobs_;
  SealedReader reader_;
  std::map<RoomId, OpenRoom> open_;
  const StoreStart start_;
  Ledger ledger_;
  Reached reached_;
  bool counted_ = false;  // the ledger that was found has a count
  std::string loss_;
  Batch batch_;
  std::optional<std::vector<StoredRoom>> recovered_;
  std::string broken_;
  std::atomic<bool> fenced_{false};
};

}  // namespace nl
