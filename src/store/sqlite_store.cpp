#include "store/sqlite_store.h"

#include "store/sqlite_blobs.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

fs::path database_in(const fs::path& folder) { return folder / "ninelives.db"; }

// A folder with a database needs the key it was made with: a new one would open nothing.
SealKey key_for(const fs::path& folder, const fs::path& key_file) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  if (fs::exists(key_file, ignored)) return read_key(key_file);
  const fs::path database = database_in(folder);
  if (fs::exists(database, ignored)) {
    throw StoreError(key_file.string() + ": the key of " + database.string() + " is missing");
  }
  return create_key(key_file);
}

}  // namespace

SqliteStore::SqliteStore(const fs::path& folder, const fs::path& key_file)
    : SqliteStore(key_for(folder, key_file.empty() ? folder / "ninelives.key" : key_file),
                  database_in(folder)) {}

// In two steps, since the key comes first: without it no database is made.
SqliteStore::SqliteStore(const SealKey& key, const fs::path& database)
    : SealedStore(key, std::make_shared<SqliteBlobs>(database)) {}

}  // namespace nl
