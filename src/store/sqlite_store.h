// The durable store of one machine: an SQLite file in which every entry is sealed. Unreadable and
// tamper-evident at rest, no more than that; docs/storage.md says what is checked and what can't
// be.
#pragma once

#include <filesystem>
#include <memory>

#include "store/store.h"

namespace nl {

class SqliteStore final : public Store {
 public:
  // Opens `folder`/ninelives.db with the key in `folder`/ninelives.key, or the key given; both are
  // made on first use. Throws StoreError where the key is another or the file is not whole.
  explicit SqliteStore(const std::filesystem::path& folder,
                       const std::filesystem::path& key_file = {});
  ~SqliteStore() override;

  void open_room(const RoomId& room, std::string_view header) override;
  void append(const RoomId& room, const Entry& entry) override;
  void close_room(const RoomId& room) override;
  void forget_room(const RoomId& room) override;
  void commit() override;
  std::vector<StoredRoom> open_rooms() override;
  StoredRoom read_room(const RoomId& room) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nl
