// A file that one program uses: while the hold lives, every other one that asks is told so. It ends
// with the program, however that ends.
#pragma once

#include <filesystem>
#include <utility>

namespace nl {

class FileHold {
 public:
  FileHold() = default;
  // A file that is not there is held by nobody.
  explicit FileHold(const std::filesystem::path& path);
  FileHold(FileHold&& other) noexcept : file_(std::exchange(other.file_, -1)), held_(other.held_) {}
  FileHold& operator=(FileHold&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(held_, other.held_);
    return *this;
  }
  ~FileHold();

  bool is_held_elsewhere() const { return file_ >= 0 && !held_; }

 private:
  int file_ = -1;
  bool held_ = false;
};

}  // namespace nl
