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
  // Opens `folder`/ninelives.db with the key in `folder`/ninelives.key, or the given key; both are
  // created on first use. Throws StoreError if the key is wrong, the store is incomplete, or
  // acknowledged entries are missing; the files stay as they were. With Accept the missing parts
  // are given up, and loss() lists them.
  explicit SqliteStore(const std::filesystem::path& folder,
                       const std::filesystem::path& key_file = {}, OnLoss on_loss = OnLoss::Refuse);
  // Moves every blob to its place, checkpoints the log and marks it as ended.
  ~SqliteStore() override;

  // Online backup of the database, its count and the files beside it into another folder, without
  // the key. Steps run between commits; true: the copy is complete. Throws StoreError without
  // harming the store.
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

// Replaces the folder's content by a copy and sets the old content aside; returns its place. Of the
// files beside the store, missing ones come back. Uses the folder's key or the given one. Throws
// StoreError, changing nothing, if a server runs on the folder or the copy is incomplete.
std::filesystem::path restore_backup(const std::filesystem::path& backup,
                                     const std::filesystem::path& folder,
                                     const std::filesystem::path& key_file = {});

}  // namespace nl
