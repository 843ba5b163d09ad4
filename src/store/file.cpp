#include "store/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "store/store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr auto kOfOthers = fs::perms::group_all | fs::perms::others_all;

}  // namespace

File::File(const fs::path& path, int flags) : path_(path), fd_(open(path.c_str(), flags, 0600)) {
  if (fd_ < 0) fail();
}

File::~File() { close(fd_); }

void File::sync() const {
  if (fsync(fd_) != 0) fail();
}

void File::fail() const { throw StoreError(path_.string() + ": " + std::strerror(errno)); }

void sync_folder_of(const fs::path& file) {
  File(fs::absolute(file).parent_path(), O_RDONLY | O_DIRECTORY | O_CLOEXEC).sync();
}

void make_private_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  std::vector<fs::path> ours;
  bool others = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const bool is_ours = entry.path().filename().string().starts_with("ninelives.");
    if (is_ours) ours.push_back(entry.path());
    others = others || !is_ours;
  }
  // Somebody's home, or a folder for everybody, that was named by mistake stays as it is.
  if (others && ours.empty()) return;
  ours.push_back(folder);
  for (const fs::path& path : ours) {
    if (path.extension() == ".key") continue;  // one that others can read is refused, not mended
    fs::permissions(path, kOfOthers, fs::perm_options::remove, ignored);
  }
}

}  // namespace nl
