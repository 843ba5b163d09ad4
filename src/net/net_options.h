// Server options: where it listens, where it stores games, and its limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "net/server_log.h"
#include "server/limits.h"
#include "site/daily_book.h"

namespace nl {

inline constexpr std::uint16_t kDefaultPort = 9009;
inline constexpr std::string_view kSocketPath = "/ws";

// Listening failed, or an option is unusable.
class NetError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct NetOptions {
  std::string bind = "0.0.0.0";
  std::uint16_t port = kDefaultPort;  // 0: any free port
  int systemd_socket = -1;            // an inherited socket that already listens there
  std::filesystem::path data = "ninelives-data";
  std::filesystem::path key{};  // empty: in the data folder
  bool accept_loss = false;     // gives up the missing parts of a damaged store
  std::string store{};          // postgres://…: shared with other nodes; empty: in the folder
  std::string node_url{};       // of the WebSocket, as clients reach this node past any proxy
  // Addresses of nodes that may join later, as ws://host:port; *.host and :* for any.
  std::vector<std::string> later_nodes{};
  std::uint64_t previous_epoch = 0;  // earlier epoch of this process
  Time void_after{600'000};          // rooms that no node can restore are voided after this time
  int keep_days = 0;                 // closed rooms stay, sealed, for this time
  std::uint64_t keep_bytes = 0;      // … up to this size; 0: no limit
  // Size limit of finished games; the oldest go first. 0: no limit.
  std::uint64_t keep_games_bytes = std::uint64_t{1} << 30;
  // With less free space on the volume, finished games and device sync make way for the store.
  std::uint64_t reserve_bytes = std::uint64_t{256} << 20;
  std::filesystem::path tls_cert{};  // PEM with the whole chain; empty: no TLS
  std::filesystem::path tls_key{};
  std::vector<std::string> origins{};  // origins of allowed pages; empty: this server's
  std::filesystem::path web{};         // files for browsers; empty: a plain page
  int threads = 2;
  int bot_threads = 1;  // threads for bots and hints, at a low priority
  std::size_t connections = 10'000;
  std::size_t per_address = 100;               // connections per address; for IPv6 per /64 network
  std::vector<std::string> trusted_proxies{};  // networks whose X-Forwarded-For is trusted
  bool open_metrics = false;                   // /metrics for everybody, not only this machine
  std::uint16_t metrics_port = 0;              // not 0: serves /metrics on this port only
  std::uint16_t ssh_port = 0;                  // not 0: port for play with an ssh client
  std::string metrics_bind = "127.0.0.1";
  Time handshake{10'000};                    // timeout of requests, handshakes, first messages
  Time idle{60'000};                         // a connection without pongs is closed after this
  std::size_t bytes_a_second = 64 * 1024;    // rate limit for reading from one connection
  std::vector<std::string> call_networks{};  // private networks that webhooks and push may reach
  std::string page_url{};       // address of the page in notifications; empty: this one
  std::string push_contact{};   // contact for push services (mailto: or https:); empty: page_url
  int keep_games_days = 90;     // lifetime of finished games' addresses; zero: none are kept
  std::size_t lockers = 2'000;  // quota of device sync entries; 0: off
  int keep_lockers_days = 180;  // … and their lifetime after the last change
  int keep_reports_days = 30;   // players' reports of games

  LogOptions log{};
  ServerLimits limits{};
  ServerTimes times{};

  // Called once, on a server thread, when the store has failed and the server has stopped.
  std::function<void()> on_failure{};
  // Computes a daily deal's score from its record, and the coach version that does so. Without it
  // boards have no scores.
  ScoreDaily score_daily{};
  int daily_coach = 0;
  // Re-reads the settings.
  std::function<void()> on_reload{};
};

}  // namespace nl
