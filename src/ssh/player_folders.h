// Folders of ssh players: seats, saved games and settings. A player with a key finds them again; a
// guest's folder is removed at the end of the session.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "site/rate_limit.h"

namespace nl {

class PlayerFolders {
 public:
  // `most`: limit of players with a key. Removes guests of an earlier run.
  PlayerFolders(std::filesystem::path root, std::size_t most, std::chrono::hours keep);

  // Creates the folder of a new player; empty if there are too many of them, or too many new ones
  // from that address block. `player`: the name from SshKeys.
  std::optional<std::filesystem::path> of_player(const std::string& player,
                                                 const std::string& address);
  std::filesystem::path of_guest();
  static void remove_guest(const std::filesystem::path& folder);

  // Removes players who have been away for too long.
  void sweep();

 private:
  std::size_t count() const;

  const std::filesystem::path players_;
  const std::filesystem::path guests_;
  const std::size_t most_;
  const std::chrono::hours keep_;
  std::mutex mutex_;
  RateLimit new_players_;
  std::uint64_t next_guest_ = 0;
};

}  // namespace nl
