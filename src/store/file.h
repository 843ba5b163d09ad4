// File descriptor wrapper for durable writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

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

// Writes a text that only the owner may read, whatever the file's mode was: replaces the content or
// appends to it. Throws StoreError.
enum class Put : std::uint8_t { InPlace, Behind };
void write_private(const std::filesystem::path& file, std::string_view text, Put put);

// A folder that only its owner may look into, made where it is missing. The server's content in
// it is closed to others, and so is the folder itself, unless there are other things in it.
void make_private_folder(const std::filesystem::path& folder);
// Others may look into it nevertheless.
bool is_open_to_others(const std::filesystem::path& folder);

}  // namespace nl
