// Copy of files beside the store, for backups.
#include "store/files_copy.h"

#include "store/file.h"
#include "store/store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

// A file that vanishes meanwhile needs no copy.
void copy_privately(const fs::path& from, const fs::path& to) {
  std::error_code error;
  const bool copied = fs::copy_file(from, to, fs::copy_options::skip_existing, error);
  if (error && fs::exists(from)) throw StoreError(to.string() + ": " + error.message());
  if (copied) fs::permissions(to, fs::perms::owner_read | fs::perms::owner_write, error);
}

}  // namespace

FilesCopy::FilesCopy(const fs::path& from, const fs::path& to) {
  for (const char* folder : {"games", "voided", "lockers"}) add_folder(from / folder, to / folder);
  for (const char* file : {"losses.txt", "ladder.json"}) {
    if (fs::exists(from / file)) left_.emplace_back(from / file, to / file);
  }
}

void FilesCopy::add_folder(const fs::path& from, const fs::path& to) {
  if (!fs::is_directory(from)) return;
  make_private_folder(to);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(from, error)) {
    const fs::path name = entry.path().filename();
    // A draft gets its final name when it is complete.
    const bool whole = entry.is_regular_file(error) && name.extension() != ".new";
    if (whole) left_.emplace_back(entry.path(), to / name);
  }
}

bool FilesCopy::step(std::size_t files) {
  for (; files != 0 && !left_.empty(); --files) {
    copy_privately(left_.back().first, left_.back().second);
    left_.pop_back();
  }
  return left_.empty();
}

}  // namespace nl
