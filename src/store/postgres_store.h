// Store of a cluster: PostgreSQL with sealed blobs, and the key that all nodes
// have. The key is made with the first start on an empty database, and copied to the others by
// whoever runs them.
#pragma once

#include <filesystem>

#include "store/postgres_blobs.h"
#include "store/sealed_store.h"

namespace nl {

// postgres://… or postgresql://…, and no folder.
bool is_postgres(std::string_view place);

// The key of a database, or a new one where neither key nor database is there yet. Throws
// StoreError where the database was sealed with a key that is not here.
SealKey postgres_key(const std::string& where, const std::filesystem::path& key_file);

class PostgresStore final : public SealedStore {
 public:
  // As the node of this epoch, which holds nothing yet.
  PostgresStore(const std::string& where, const SealKey& key, Epoch epoch);

  // Rooms of a dead holder, read over a separate connection, on any thread. Empty if another node
  // has taken them over.
  static std::optional<OrphanedRooms> read_orphaned(
      const std::string& where, const SealKey& key, Epoch holder,
      const std::function<void()>& meanwhile = [] {});
};

}  // namespace nl
