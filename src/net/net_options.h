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
  std::uint16_t port = kDefaultPort;  // 0: any that is free
  int systemd_socket = -1;            // listens already, there and at that port
  std::filesystem::path data = "ninelives-data";
  std::filesystem::path key{};  // empty: in the data folder
  bool accept_loss = false;     // gives up the missing parts of a damaged store
  std::string store{};          // postgres://…: shared with other nodes; empty: in the folder
  std::string node_url{};       // of the WebSocket, as clients reach this node past any proxy
  // Addresses of nodes that may join later, as ws://host:port; *.host and :* for any.
  std::vector<std::string> later_nodes{};
  std::uint64_t previous_epoch = 0;  // of this process; what it left is taken at once
  Time void_after{600'000};          // rooms that no node can go on with are given up after so long
  int keep_days = 0;                 // closed rooms are kept, sealed, for so long
  std::uint64_t keep_bytes = 0;      // … and no more of them than this; 0: all
  // Size limit of finished games; the oldest go first. 0: no limit.
  std::uint64_t keep_games_bytes = std::uint64_t{1} << 30;
  // With less free on the volume, finished games and device sync make way for the store.
  std::uint64_t reserve_bytes = std::uint64_t{256} << 20;
  std::filesystem::path tls_cert{};  // PEM with the whole chain; empty: no TLS
  std::filesystem::path tls_key{};
  std::vector<std::string> origins{};  // pages that may connect; empty: those that we serve
  std::filesystem::path web{};         // files for browsers; empty: a plain page
  int threads = 2;
  int bot_threads = 1;  // threads for bots and hints, at a low priority
  std::size_t connections = 10'000;
  std::size_t per_address = 100;  // connections; of IPv6 a network of 64 bits is one address
  std::vector<std::string> trusted_proxies{};  // networks whose X-Forwarded-For is believed
  bool open_metrics = false;                   // /metrics for everybody, not only for this machine
  std::uint16_t metrics_port = 0;              // not 0: /metrics is there and nowhere else
  std::uint16_t ssh_port = 0;                  // not 0: people may play there with an ssh client
  std::string metrics_bind = "127.0.0.1";
  Time handshake{10'000};                    // for a request, a handshake and the first message
  Time idle{60'000};                         // a connection that answers no ping is closed
  std::size_t bytes_a_second = 64 * 1024;    // read from one connection
  std::vector<std::string> call_networks{};  // private networks that may be called (webhooks, push)
  std::string page_url{};       // address of the page in notifications; empty: as it listens
  std::string push_contact{};   // mailto:… or https://… for makers of browsers; empty: page_url
  int keep_games_days = 90;     // finished games have an address so long; 0: none is kept
  std::size_t lockers = 2'000;  // browsers' data for other devices of their users; 0: nothing
  int keep_lockers_days = 180;  // … so long after it was changed last
  int keep_reports_days = 30;   // players' reports of games

  LogOptions log{};
  ServerLimits limits{};
  ServerTimes times{};

  // The store has failed, and the server has stopped. Called once, from a thread of the server.
  std::function<void()> on_failure{};
  // Scores a daily deal from its record, and the version of the coach that does. Without it no
  // board has scores.
  ScoreDaily score_daily{};
  int daily_coach = 0;
  // The settings are to be read again.
  std::function<void()> on_reload{};
};

}  // namespace nl
