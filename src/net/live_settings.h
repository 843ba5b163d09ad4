// Server settings that may be reloaded while the server runs. Thread-safe.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "net/client_address.h"
#include "net/net_options.h"
#include "net/outbound_filter.h"

namespace nl {

struct NetSettings {
  NetOptions options{};
  TrustedProxies proxies{};
  OutboundFilter calls{};
};

// Throws NetError for an invalid network.
std::shared_ptr<const NetSettings> make_settings(const NetOptions& options);

// `wanted`, except for settings fixed until the next start: port, data folder, number of threads.
NetOptions changed_options(const NetOptions& before, const NetOptions& wanted);

// Names of settings that differ and take effect with the next start only.
std::vector<std::string> restart_settings(const NetOptions& before, const NetOptions& wanted);

// Limits with message padding, for TLS connections, whose message sizes are visible.
ServerLimits limits_of(const NetOptions& options);
Time days(int number);
// Games that ended before this time expire.
Time oldest_game(const NetOptions& options, Time now);
// Free bytes on the volume of the data folder; empty: unknown.
std::optional<std::uint64_t> free_bytes(const std::filesystem::path& folder);
// True if optional data may still grow. Space on the volume of a database is unknown here.
bool has_reserve(const NetOptions& options);
// Time of the last backup, in seconds since 1970; 0: none was made.
std::int64_t last_backup(const std::filesystem::path& data);
void note_backup(const std::filesystem::path& data);
// Milliseconds since 1970.
Time wall_time();
// On a monotonic clock.
Time monotonic_time();

class LiveSettings {
 public:
  explicit LiveSettings(const NetOptions& options) : now_(make_settings(options)) {}

  std::shared_ptr<const NetSettings> now() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  std::shared_ptr<const NetOptions> options() const {
    const auto all = now();
    return {all, &all->options};
  }
  void set(std::shared_ptr<const NetSettings> settings) {
    const std::lock_guard lock(mutex_);
    now_ = std::move(settings);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const NetSettings> now_;
};

}  // namespace nl
