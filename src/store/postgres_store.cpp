// Store of a cluster: opens PostgreSQL, reads orphaned rooms.
#include "store/postgres_store.h"

#include "store/file.h"
#include "store/key_file.h"
#include "store/postgres_schema.h"

namespace nl {

bool is_postgres(std::string_view place) {
  return place.starts_with("postgres://") || place.starts_with("postgresql://");
}

SealKey postgres_key(const std::string& where, const std::filesystem::path& key_file) {
  std::error_code ignored;
  if (std::filesystem::exists(key_file, ignored)) return read_key(key_file);
  {
    PostgresLink link(where, "ninelives");
    bring_up_to_date(link);
    if (link.run("SELECT FROM cell WHERE holder = 0 AND name = 1").size() != 0) {
      throw StoreError(key_file.string() +
                       ": the key of this database is missing: copy it here "
                       "from the node that made it");
    }
  }
  make_private_folder(key_file.parent_path());
  const SealKey key = draft_key(key_file);
  settle_key(key_file);
  return key;
}

PostgresStore::PostgresStore(const std::string& where, const SealKey& key, Epoch epoch)
    : SealedStore(key, std::make_shared<PostgresBlobs>(where, epoch), {.new_holder = true}) {}

std::optional<OrphanedRooms> PostgresStore::read_orphaned(const std::string& where,
                                                          const SealKey& key, Epoch holder,
                                                          const std::function<void()>& meanwhile) {
  PostgresBlobs blobs(where, 0);
  const auto shelf = blobs.shelf(holder);
  if (!shelf) return std::nullopt;
  return SealedReader(key, blobs).read(*shelf, meanwhile);
}

}  // namespace nl
