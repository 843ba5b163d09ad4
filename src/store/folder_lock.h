// Exclusive lock of a data folder: one server at a time, whichever store it uses.
#pragma once

#include <filesystem>
#include <memory>

#include "store/file.h"

namespace nl {

class FolderLock {
 public:
  // Creates the folder if it is missing. Throws StoreError if another server has the lock.
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  std::unique_ptr<File> file_;
};

}  // namespace nl
