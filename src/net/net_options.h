// How a server is set up: where it listens, where it keeps its games, whom it lets in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "net/server_log.h"
#include "server/limits.h"

namespace nl {

inline constexpr std::uint16_t kDefaultPort = 9009;
inline constexpr std::string_view kSocketPath = "/ws";

struct NetOptions {
  std::string bind = "0.0.0.0";
  std::uint16_t port = kDefaultPort;  // 0: any that is free
  std::filesystem::path data = "ninelives-data";
  std::filesystem::path key{};       // empty: in the data folder
  bool accept_loss = false;          // what a damaged store lacks is given up
  std::filesystem::path tls_cert{};  // PEM with the whole chain; empty: no TLS
  std::filesystem::path tls_key{};
  std::vector<std::string> origins{};  // pages that may connect; empty: those that we serve
  std::filesystem::path web{};         // files for browsers; empty: a plain page
  int threads = 2;
  int bot_threads = 1;  // that think for bots and hints, at a low priority
  std::size_t connections = 10'000;
  std::size_t per_address = 100;  // connections; of IPv6 a network of 64 bits is one address
  std::vector<std::string> trusted_proxies{};  // networks whose X-Forwarded-For is believed
  bool open_metrics = false;                   // /metrics for everybody, not only for this machine
  Time handshake{10'000};                      // for a request, a handshake and the first message
  Time idle{60'000};                           // a connection that answers no ping is closed
  std::size_t bytes_a_second = 64 * 1024;      // read from one connection

  LogOptions log{};
  ServerLimits limits{};
  ServerPace pace{};

  // The store has failed, and the server has stopped. Called once, from a thread of the server.
  std::function<void()> on_failure{};
  // The settings are to be read again.
  std::function<void()> on_reload{};
};

}  // namespace nl
