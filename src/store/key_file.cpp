#include "store/key_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "store/store.h"

namespace nl {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
  throw StoreError(file.string() + ": " + why);
}

class File {
 public:
  File(const std::filesystem::path& path, int flags) : fd_(open(path.c_str(), flags, 0600)) {
    if (fd_ < 0) fail(path, std::strerror(errno));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(fd_); }
  int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

SealKey::~SealKey() { sodium_memzero(bytes_.data(), bytes_.size()); }

void start_sodium() {
  if (sodium_init() < 0) throw StoreError("no secure random generator on this machine");
}

SealKey read_key(const std::filesystem::path& path) {
  const File file(path, O_RDONLY | O_CLOEXEC);
  struct stat info {};
  if (fstat(file.fd(), &info) != 0) fail(path, std::strerror(errno));
  if ((info.st_mode & 077) != 0) fail(path, "others can read the key: chmod 600 it");
  SealKey::Bytes bytes;
  const bool whole = info.st_size == static_cast<off_t>(bytes.size()) &&
                     read(file.fd(), bytes.data(), bytes.size()) == info.st_size;
  if (!whole) fail(path, "this is no key of " + std::to_string(bytes.size()) + " bytes");
  return SealKey(bytes);
}

// The key must be on the disk before anything is sealed with it, and its name in the folder too. It
// gets its name when it is whole: a process that is killed here leaves no part of a key behind.
SealKey create_key(const std::filesystem::path& path) {
  start_sodium();
  SealKey::Bytes bytes;
  randombytes_buf(bytes.data(), bytes.size());
  const std::filesystem::path draft = path.string() + ".new";
  {
    const File file(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    const bool written =
        write(file.fd(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    if (!written || fsync(file.fd()) != 0) fail(draft, std::strerror(errno));
  }
  if (link(draft.c_str(), path.c_str()) != 0) fail(path, std::strerror(errno));
  unlink(draft.c_str());
  const auto parent = std::filesystem::absolute(path).parent_path();
  const File folder(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fsync(folder.fd()) != 0) fail(parent, std::strerror(errno));
  return SealKey(bytes);
}

}  // namespace nl
