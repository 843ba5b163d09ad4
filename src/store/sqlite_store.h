// Store of one machine: a folder with an SQLite file of sealed blobs, its key, and the
// count of what was acknowledged.
#pragma once

#include <filesystem>

#include "store/files_copy.h"
#include "store/sealed_store.h"
#include "store/sqlite_blobs.h"

namespace nl {

enum class OnLoss : std::uint8_t { Refuse, Accept };

class SqliteStore final : public SealedStore {
 public:
  // Opens `folder`/ninelives.db with the key in `folder`/ninelives.key, or the key given; both are
  // made on first use. Throws StoreError if the key is another, something is not whole or
  // something that was acknowledged is missing; the files are then as they were. With Accept what
  // is missing is given up, and loss() says what it was.
  explicit SqliteStore(const std::filesystem::path& folder,
                       const std::filesystem::path& key_file = {}, OnLoss on_loss = OnLoss::Refuse);
  // All is put in its place, and the log is taken over and marked as ended.
  ~SqliteStore() override;

  // A copy of the database, its count and the files beside it in another folder, while the store is
  // in use. Steps go between commits; true: the copy is whole. The key is not in it. Throws
  // StoreError, which does the store itself no harm.
  void begin_backup(const std::filesystem::path& folder);
  bool backup_step();

 private:
  struct Parts;
  explicit SqliteStore(Parts parts);
  static Parts prepare(const std::filesystem::path& folder, const std::filesystem::path& key_file,
                       OnLoss on_loss);

  const std::filesystem::path folder_;
  const std::shared_ptr<SqliteBlobs> sqlite_;
  std::unique_ptr<DatabaseCopy> copy_;
  std::unique_ptr<FilesCopy> files_;  // after the database
  std::filesystem::path copy_folder_;
};

// Puts a copy in the place of what is in the folder, which is set aside; says where. Of the files
// beside it those that are missing come back. The key is the folder's, or the one given. Throws
// StoreError where a server runs on the folder or the copy is not whole, and then all is as it was.
std::filesystem::path restore_backup(const std::filesystem::path& backup,
                                     const std::filesystem::path& folder,
                                     const std::filesystem::path& key_file = {});

}  // namespace nl
