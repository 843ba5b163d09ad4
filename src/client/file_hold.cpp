#include "client/file_hold.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace nl {

FileHold::FileHold(const std::filesystem::path& path)
    : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ >= 0) held_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
}

FileHold::~FileHold() {
  if (file_ >= 0) close(file_);
}

}  // namespace nl
