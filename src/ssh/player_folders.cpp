// Creation and removal of ssh players' folders.
#include "ssh/player_folders.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "ssh/ssh_options.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

void make_private_folder(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  fs::permissions(folder, fs::perms::owner_all, failed);
  if (failed) throw SshError(folder.string() + ": " + failed.message());
}

Time monotonic_now() {
  return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
}

// The folder's date is that of the player's last visit.
void note_visit(const fs::path& folder) { utimensat(AT_FDCWD, folder.c_str(), nullptr, 0); }

}  // namespace

PlayerFolders::PlayerFolders(fs::path root, std::size_t most, std::chrono::hours keep)
    : players_(root / "players"),
      guests_(root / "guests"),
      most_(most),
      keep_(keep),
      new_players_(StockLimit{most, std::chrono::duration_cast<Time>(keep)}) {
  std::error_code ignored;
  fs::remove_all(guests_, ignored);
  make_private_folder(players_);
  make_private_folder(guests_);
  sweep();
}

std::size_t PlayerFolders::count() const {
  std::size_t found = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(players_)) ++found;
  return found;
}

std::optional<fs::path> PlayerFolders::of_player(const std::string& player,
                                                 const std::string& address) {
  const std::lock_guard lock(mutex_);
  const fs::path folder = players_ / player;
  if (!fs::exists(folder)) {
    if (count() >= most_ || !new_players_.allow_new_entry(address, monotonic_now())) {
      return std::nullopt;
    }
    make_private_folder(folder);
  }
  note_visit(folder);
  return folder;
}

fs::path PlayerFolders::of_guest() {
  const std::lock_guard lock(mutex_);
  fs::path folder = guests_ / std::to_string(next_guest_++);
  make_private_folder(folder);
  return folder;
}

void PlayerFolders::remove_guest(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

void PlayerFolders::sweep() {
  const std::lock_guard lock(mutex_);
  const auto now = fs::file_time_type::clock::now();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(players_, ignored)) {
    if (now - entry.last_write_time(ignored) > keep_) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace nl
