// A file by its descriptor, for what has to be on the disk at a certain moment.
#pragma once

#include <filesystem>

namespace nl {

class File {
 public:
  // Made with 0600 where the flags make one. Throws StoreError.
  File(const std::filesystem::path& path, int flags);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  int fd() const { return fd_; }
  void sync() const;
  // Throws StoreError with what the system said last.
  [[noreturn]] void fail() const;

 private:
  std::filesystem::path path_;
  int fd_;
};

// A name that was made or changed in this folder is on the disk.
void sync_folder_of(const std::filesystem::path& file);

// A folder that only its owner may look into, made where it is missing; one that others may look
// into, and the store's files in it, are closed to them. One with other things in it is left alone.
void make_private_folder(const std::filesystem::path& folder);

}  // namespace nl
