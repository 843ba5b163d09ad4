// Advisory file lock with flock(2).
#include "client/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace nl {

FileLock::FileLock(const std::filesystem::path& path)
    : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ >= 0) held_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
}

FileLock::~FileLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace nl
