// Cluster store: PostgreSQL with sealed blobs, and a key that all nodes share. The first start on
// an empty database creates the key; the operator copies it to the other nodes.
#pragma once

#include <filesystem>

#include "store/postgres_blobs.h"
#include "store/sealed_store.h"

namespace nl {

// A URL such as postgres://… or postgresql://…, not a folder.
bool is_postgres(std::string_view place);

// The database's key, or a new one if neither key nor data exists yet. Throws StoreError if the
// database was sealed with a key that is not here.
SealKey postgres_key(const std::string& where, const std::filesystem::path& key_file);

class PostgresStore final : public SealedStore {
 public:
  // For the node of this epoch, which has no rooms yet.
  PostgresStore(const std::string& where, const SealKey& key, Epoch epoch);

  // Rooms of a dead holder, read over a separate connection, on any thread. Empty if another node
  // has taken them over.
  static std::optional<OrphanedRooms> read_orphaned(
      const std::string& where, const SealKey& key, Epoch holder,
      const std::function<void()>& meanwhile = [] {});
};

}  // namespace nl
