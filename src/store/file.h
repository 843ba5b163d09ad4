// File descriptor wrapper for durable writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace nl {

class File {
 public:
  // Created with mode 0600 if the flags create it. Throws StoreError.
  File(const std::filesystem::path& path, int flags);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  int fd() const { return fd_; }
  void sync() const;
  // Throws StoreError with the system's last error.
  [[noreturn]] void fail() const;

 private:
  std::filesystem::path path_;
  int fd_;
};

// Makes a created or renamed name in this folder durable.
void sync_folder_of(const std::filesystem::path& file);

// Writes a text with mode 0600, whatever the file's mode was: replaces the content or appends to
// it. Throws StoreError.
enum class Put : std::uint8_t { InPlace, Behind };
void write_private(const std::filesystem::path& file, std::string_view text, Put put);

// A private folder, created if missing. Its server content is private; so is the folder itself,
// unless it holds other things.
void make_private_folder(const std::filesystem::path& folder);
// True if others may list it.
bool is_open_to_others(const std::filesystem::path& folder);

}  // namespace nl
