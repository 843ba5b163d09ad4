// The server's store over any backend: every entry is sealed into blobs, each room's blobs are a
// chain, and a ledger over all of them is written with every commit. Unreadable and tamper-evident
// at rest, no more than that; docs/storage.md says what is checked and what can't be.
#pragma once

#include <memory>

#include "store/tally.h"

namespace nl {

// What a store is started with beside its blobs.
struct StoreStart {
  std::shared_ptr<Tally> tally{};  // none: nothing is counted apart
  bool fresh = true;               // there was nothing before: nothing can be missing
  bool accept_loss = false;        // what is not whole is given up, and loss() says what
  std::string lost_before{};       // what was given up already
};

class SealedStore : public Store {
 public:
  // Reads all open rooms. Throws StoreError where the key is another or something is not whole.
  SealedStore(const SealKey& key, std::shared_ptr<BlobStore> blobs, StoreStart start = {});

  // What was not there and was given up; empty: nothing. Every room that is left may lack its last
  // moves, and nobody knows which.
  const std::string& loss() const { return loss_; }
  // After the last commit: the next start knows that nothing came after it.
  void stop_well();

  void open_room(const RoomId& room, std::string_view header) override;
  void append(const RoomId& room, const Entry& entry) override;
  void close_room(const RoomId& room) override;
  void forget_room(const RoomId& room) override;
  void commit() override;
  std::vector<StoredRoom> open_rooms() override;
  StoredRoom read_room(const RoomId& room) override;

 protected:
  // A count for a copy of all that is committed.
  void count_copy(const std::filesystem::path& file) const;

 private:
  struct OpenRoom {
    ChainEnd end{};
    std::optional<ChainEnd> stored{};  // as the ledger has it; a new room is not yet in it
  };
  struct ReadRoom {
    StoredRoom room;
    ChainEnd end;
  };

  void check_working() const;
  template <class Work>
  auto with_blobs(Work work);
  void check_key();
  void recover();
  void recover_room(const RoomId& id, Ledger& seen);
  void check_ledger(const Ledger& seen);
  void check_tally();
  std::optional<TallyNote> read_tally();
  void lose(const std::string& what);
  TallyNote tally_note(bool stopped_well) const;
  ReadRoom read(const RoomId& id);
  void write(const RoomId& id, OpenRoom& room, const Entry& entry);
  OpenRoom& open_room_of(const RoomId& id);
  FoundRoom stored_room_of(const RoomId& id);
  void leave_ledger(const RoomId& id, const OpenRoom& room);
  void update_ledger();

  const Seal seal_;
  const std::shared_ptr<BlobStore> blobs_;
  std::map<RoomId, OpenRoom> open_;
  const StoreStart start_;
  Ledger ledger_;
  Reached reached_;
  bool counted_ = false;  // the ledger that was found has a count
  std::string loss_;
  Batch batch_;
  std::optional<std::vector<StoredRoom>> recovered_;
  std::string broken_;
};

}  // namespace nl
