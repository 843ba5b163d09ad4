// The server's store over any backend: every entry is sealed into blobs, each room's blobs are a
// chain, and a ledger over all of them is written with every commit. Unreadable and tamper-evident
// at rest, no more than that; docs/storage.md says what is checked and what can't be.
#pragma once

#include <memory>

#include "store/ledger.h"

namespace nl {

class SealedStore : public Store {
 public:
  // Reads all open rooms. Throws StoreError where the key is another or something is not whole.
  SealedStore(const SealKey& key, std::shared_ptr<BlobStore> blobs);

  void open_room(const RoomId& room, std::string_view header) override;
  void append(const RoomId& room, const Entry& entry) override;
  void close_room(const RoomId& room) override;
  void forget_room(const RoomId& room) override;
  void commit() override;
  std::vector<StoredRoom> open_rooms() override;
  StoredRoom read_room(const RoomId& room) override;

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
  ReadRoom read(const RoomId& id);
  void write(const RoomId& id, OpenRoom& room, const Entry& entry);
  OpenRoom& open_room_of(const RoomId& id);
  FoundRoom stored_room_of(const RoomId& id);
  void leave_ledger(const RoomId& id, const OpenRoom& room);
  void update_ledger();

  const Seal seal_;
  const std::shared_ptr<BlobStore> blobs_;
  std::map<RoomId, OpenRoom> open_;
  Ledger ledger_;
  Batch batch_;
  std::optional<std::vector<StoredRoom>> recovered_;
  std::string broken_;
};

}  // namespace nl
