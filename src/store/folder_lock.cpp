// Exclusive lock of a data folder: flock on a file in it.
#include "store/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include "store/store.h"

namespace nl {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  make_private_folder(folder);
  const auto path = folder / "ninelives.lock";
  file_ = std::make_unique<File>(path, O_RDWR | O_CREAT | O_CLOEXEC);
  if (flock(file_->fd(), LOCK_EX | LOCK_NB) == 0) return;
  throw StoreError("Another server uses this folder: " + folder.string());
}

}  // namespace nl
