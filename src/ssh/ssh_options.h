// Options of the ssh server: where it listens, which game server it leads to, and its limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace nl {

inline constexpr std::uint16_t kSshPort = 2222;

// Listening failed, a key is unusable, or this build has no ssh.
class SshError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct SshOptions {
  std::string server = "127.0.0.1";  // of the games, as `ninelives join` takes it
  std::string bind = "0.0.0.0";
  std::uint16_t port = kSshPort;                 // 0: any free port
  std::filesystem::path data = "ninelives-ssh";  // keys, and one folder per player
  std::filesystem::path program{};               // the program of a session; empty: this program
  std::size_t sessions = 1'500;                  // connections at once
  std::size_t per_address = 20;                  // … per address
  std::size_t players = 10'000;                  // limit of folders for players with a key
  std::chrono::seconds sign_in{30};              // for key exchange and authentication
  std::chrono::seconds stalled{20};              // a client that reads nothing is cut after this
  std::chrono::hours idle{12};                   // … and one that types nothing
  std::chrono::hours keep_player{24 * 180};      // lifetime of a player's folder after a visit
};

}  // namespace nl
