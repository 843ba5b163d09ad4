// Advisory lock on a file: only one program holds it at a time. The system releases it when the
// program ends.
#pragma once

#include <filesystem>
#include <utility>

namespace nl {

class FileLock {
 public:
  FileLock() = default;
  // A file that is not there is held by nobody.
  explicit FileLock(const std::filesystem::path& path);
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)), held_(other.held_) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(held_, other.held_);
    return *this;
  }
  ~FileLock();

  bool is_locked_elsewhere() const { return file_ >= 0 && !held_; }

 private:
  int file_ = -1;
  bool held_ = false;
};

}  // namespace nl
