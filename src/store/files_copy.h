// Copy of the files beside the store (finished games, voided ones, notes of losses) for backups,
// made in steps while files come and go.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

namespace nl {

class FilesCopy {
 public:
  // Existing files in the other folder stay as they are: a game that its player has deleted since
  // must not come back.
  FilesCopy(const std::filesystem::path& from, const std::filesystem::path& to);

  // True: all are there. Throws StoreError.
  bool step(std::size_t files);

 private:
  using Pair = std::pair<std::filesystem::path, std::filesystem::path>;
  void add_folder(const std::filesystem::path& from, const std::filesystem::path& to);

  std::vector<Pair> left_;
};

}  // namespace nl
