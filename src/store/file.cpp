// File descriptor wrapper: complete reads and writes, fsync.
#include "store/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "store/store.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr auto kOfOthers = fs::perms::group_all | fs::perms::others_all;

bool is_of_store(std::string_view name) { return name.starts_with("ninelives."); }
bool is_a_servers(std::string_view name) {
  constexpr std::array kNames = {"games",    "voided",      "lockers",    "losses.txt",
                                 "push.key", "ladder.json", "admin.sock", "lost+found"};
  if (name.starts_with("admin-") && name.ends_with(".sock")) return true;
  return is_of_store(name) || name.starts_with("lost-") || name.starts_with("replaced-") ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

File::File(const fs::path& path, int flags) : path_(path), fd_(open(path.c_str(), flags, 0600)) {
  if (fd_ < 0) fail();
}

File::~File() { close(fd_); }

void File::sync() const {
  if (fsync(fd_) != 0) fail();
}

void File::fail() const {
  const int error = errno;
  const std::string why = path_.string() + ": " + std::strerror(error);
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) throw DiskFull(why);
  throw StoreError(why);
}

void sync_folder_of(const fs::path& file) {
  File(fs::absolute(file).parent_path(), O_RDONLY | O_DIRECTORY | O_CLOEXEC).sync();
}

void write_private(const fs::path& path, std::string_view text, Put put) {
  const int flags = put == Put::Behind ? O_APPEND : O_TRUNC;
  const File file(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags);
  if (fchmod(file.fd(), 0600) != 0) file.fail();
  while (!text.empty()) {
    const ssize_t written = write(file.fd(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) file.fail();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void make_private_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  std::vector<fs::path> ours;
  bool others = false;
  bool store = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_a_servers(name)) ours.push_back(entry.path());
    others = others || !is_a_servers(name);
    store = store || is_of_store(name);
  }
  // A home or shared folder that was named by mistake keeps its mode.
  if (others && !store) return;
  if (!others) ours.push_back(folder);
  for (const fs::path& path : ours) {
    if (path.extension() == ".key") continue;  // a key that others can read is refused
    fs::permissions(path, kOfOthers, fs::perm_options::remove, ignored);
  }
}

bool is_open_to_others(const fs::path& folder) {
  std::error_code ignored;
  return (fs::status(folder, ignored).permissions() & kOfOthers) != fs::perms::none;
}

}  // namespace nl
