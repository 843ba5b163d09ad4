// Commit counter file: reading and durable writing.
#include "store/commit_counter.h"

#include <fcntl.h>
#include <unistd.h>

namespace nl {
namespace {

// Room ids are drawn at random, so no room has this one.
constexpr RoomId kCounterPlace = {'t', 'a', 'l', 'l', 'y'};
constexpr std::size_t kPlaceBytes = 4096;  // in separate sectors, against one damaged sector

std::vector<std::uint8_t> bytes_of(const CommitCount& note) {
  std::vector<std::uint8_t> bytes;
  put_number(bytes, note.reached.commits);
  put_number(bytes, note.reached.blobs);
  put_number(bytes, note.rooms);
  bytes.push_back(note.stopped_well ? 1 : 0);
  return bytes;
}

std::optional<CommitCount> note_at(const Seal& seal, const File& file, std::size_t place) {
  Blob blob;
  const auto at = static_cast<off64_t>(place * kPlaceBytes);
  if (pread64(file.fd(), blob.data(), blob.size(), at) != static_cast<ssize_t>(blob.size())) {
    return std::nullopt;
  }
  try {
    const std::vector<std::uint8_t> bytes = seal.open_note(kCounterPlace, blob);
    if (bytes.size() != 25) return std::nullopt;
    return CommitCount{
        {number_at(bytes, 0), number_at(bytes, 8)}, number_at(bytes, 16), bytes[24] != 0};
  } catch (const SealError&) {
    return std::nullopt;
  }
}

void write_note(const Seal& seal, const File& file, std::size_t place, const CommitCount& note) {
  const Blob blob = seal.close_note(kCounterPlace, bytes_of(note));
  const auto at = static_cast<off64_t>(place * kPlaceBytes);
  if (pwrite64(file.fd(), blob.data(), blob.size(), at) != static_cast<ssize_t>(blob.size())) {
    file.fail();
  }
}

}  // namespace

std::optional<CommitCount> CommitCounter::read(const Seal& seal) const {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return std::nullopt;
  const File file(path_, O_RDONLY | O_CLOEXEC);
  const auto first = note_at(seal, file, 0);
  const auto second = note_at(seal, file, 1);
  if (!first && !second) throw SealError("it can't be opened");
  if (!first || !second) return first ? first : second;
  return first->reached.commits > second->reached.commits ? first : second;
}

void CommitCounter::begin(const Seal& seal, const CommitCount& note) {
  const std::filesystem::path draft = path_.string() + ".new";
  file_.emplace(draft, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC);
  write_note(seal, *file_, note.reached.commits % 2, note);
  file_->sync();
  if (rename(draft.c_str(), path_.c_str()) != 0) file_->fail();
  sync_folder_of(path_);
  synced_ = std::chrono::steady_clock::now();
}

void CommitCounter::put(const Seal& seal, const CommitCount& note) {
  if (!file_) file_.emplace(path_, O_RDWR | O_CLOEXEC);
  write_note(seal, *file_, note.reached.commits % 2, note);
}

void CommitCounter::write(const Seal& seal, const CommitCount& note) {
  put(seal, note);
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < std::chrono::seconds(1)) return;
  file_->sync();
  synced_ = now;
}

void CommitCounter::write_now(const Seal& seal, const CommitCount& note) {
  put(seal, note);
  file_->sync();
}

}  // namespace nl
