// The durable store of one machine: a folder with an SQLite file of sealed blobs and its key.
#pragma once

#include <filesystem>

#include "store/sealed_store.h"

namespace nl {

class SqliteStore final : public SealedStore {
 public:
  // Opens `folder`/ninelives.db with the key in `folder`/ninelives.key, or the key given; both are
  // made on first use. Throws StoreError where the key is another or the file is not whole.
  explicit SqliteStore(const std::filesystem::path& folder,
                       const std::filesystem::path& key_file = {});

 private:
  SqliteStore(const SealKey& key, const std::filesystem::path& database);
};

}  // namespace nl
