// Key file: creation, permissions check and reading.
#include "store/key_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "store/file.h"
#include "store/store.h"

namespace nl {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
  throw StoreError(file.string() + ": " + why);
}

std::filesystem::path draft_of(const std::filesystem::path& path) { return path.string() + ".new"; }

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

// The key must be durable before it seals anything. It gets its final name last, so a key without a
// database always means that the database was lost, and an interrupted first start leaves a draft
// that the next start completes.
SealKey draft_key(const std::filesystem::path& path) {
  start_sodium();
  const std::filesystem::path draft = draft_of(path);
  std::error_code ignored;
  if (std::filesystem::file_size(draft, ignored) == SealKey::Bytes{}.size()) return read_key(draft);
  SealKey::Bytes bytes;
  randombytes_buf(bytes.data(), bytes.size());
  {
    const File file(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    const bool written =
        write(file.fd(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    if (!written) file.fail();
    file.sync();
  }
  sync_folder_of(draft);
  return SealKey(bytes);
}

bool has_draft(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::file_size(draft_of(path), ignored) == SealKey::Bytes{}.size();
}

void settle_key(const std::filesystem::path& path) {
  const std::filesystem::path draft = draft_of(path);
  if (access(draft.c_str(), F_OK) != 0) return;
  if (link(draft.c_str(), path.c_str()) != 0 && errno != EEXIST) fail(path, std::strerror(errno));
  sync_folder_of(path);
  unlink(draft.c_str());
}

}  // namespace nl
