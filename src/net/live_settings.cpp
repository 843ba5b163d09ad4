// Reload of server settings: which may change while the server runs.
#include "net/live_settings.h"

#include <algorithm>
#include <fstream>

#include "site/http_response.h"
#include "store/file.h"

namespace nl {
namespace {

template <class Networks>
Networks networks_of(const std::vector<std::string>& texts) {
  try {
    return Networks(texts);
  } catch (const std::invalid_argument& bad) {
    throw NetError(std::string(bad.what()) + ": this is no network");
  }
}

// The connection's own address, or one that a trusted proxy reports.
bool is_behind_tls(const NetOptions& options) {
  const auto& origins = options.origins;
  return !options.tls_cert.empty() || !options.trusted_proxies.empty() ||
         options.node_url.starts_with("wss://") ||
         std::any_of(origins.begin(), origins.end(),
                     [](const std::string& origin) { return origin.starts_with("https://"); });
}

}  // namespace

std::shared_ptr<const NetSettings> make_settings(const NetOptions& options) {
  for (const std::string& place : options.later_nodes) {
    if (!is_node_place(place)) throw NetError(place + ": no node can be there (ws://host:port)");
  }
  return std::make_shared<const NetSettings>(options,
                                             networks_of<TrustedProxies>(options.trusted_proxies),
                                             networks_of<OutboundFilter>(options.call_networks));
}

NetOptions changed_options(const NetOptions& before, const NetOptions& wanted) {
  NetOptions changed = wanted;
  changed.bind = before.bind;
  changed.port = before.port;
  changed.systemd_socket = before.systemd_socket;
  changed.metrics_bind = before.metrics_bind;
  changed.metrics_port = before.metrics_port;
  changed.data = before.data;
  changed.key = before.key;
  changed.store = before.store;
  changed.node_url = before.node_url;
  changed.previous_epoch = before.previous_epoch;
  changed.on_failure = before.on_failure;
  changed.on_reload = before.on_reload;
  changed.score_daily = before.score_daily;
  changed.daily_coach = before.daily_coach;
  return changed;
}

std::vector<std::string> restart_settings(const NetOptions& before, const NetOptions& wanted) {
  std::vector<std::string> names;
  const auto compare = [&](const char* name, const auto& a, const auto& b) {
    if (!(a == b)) names.emplace_back(name);
  };
  if (before.systemd_socket < 0) {
    compare("bind", before.bind, wanted.bind);
    if (wanted.port != 0) compare("port", before.port, wanted.port);
  }
  compare("metrics_bind", before.metrics_bind, wanted.metrics_bind);
  compare("metrics_port", before.metrics_port, wanted.metrics_port);
  compare("data", before.data, wanted.data);
  compare("key", before.key, wanted.key);
  compare("store", before.store, wanted.store);
  compare("node_url", before.node_url, wanted.node_url);
  compare("web", before.web, wanted.web);
  compare("threads", before.threads, wanted.threads);
  compare("bot_threads", before.bot_threads, wanted.bot_threads);
  compare("ssh_port", before.ssh_port, wanted.ssh_port);
  compare("void_after_ms", before.void_after, wanted.void_after);
  compare("page_url", before.page_url, wanted.page_url);  // calls have the old one
  compare("push_contact", before.push_contact, wanted.push_contact);
  compare("features.daily", before.limits.features.daily, wanted.limits.features.daily);
  return names;
}

Time days(int number) { return number * Time{86'400'000}; }

Time oldest_game(const NetOptions& options, Time now) {
  return options.keep_games_days == 0 ? Time::max() : now - days(options.keep_games_days);
}

std::optional<std::uint64_t> free_bytes(const std::filesystem::path& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  return error ? std::nullopt : std::optional<std::uint64_t>(space.available);
}

std::int64_t last_backup(const std::filesystem::path& data) {
  std::int64_t seconds = 0;
  std::ifstream(data / "ninelives.backup") >> seconds;
  return seconds;
}

void note_backup(const std::filesystem::path& data) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wall_time()).count();
  write_private(data / "ninelives.backup", std::to_string(seconds) + '\n', Put::InPlace);
}

bool has_reserve(const NetOptions& options) {
  if (!options.store.empty()) return true;
  return free_bytes(options.data).value_or(options.reserve_bytes) >= options.reserve_bytes;
}

Time wall_time() {
  return std::chrono::duration_cast<Time>(std::chrono::system_clock::now().time_since_epoch());
}

Time monotonic_time() {
  return std::chrono::duration_cast<Time>(std::chrono::steady_clock::now().time_since_epoch());
}

ServerLimits limits_of(const NetOptions& options) {
  ServerLimits limits = options.limits;
  limits.padded = limits.padded || is_behind_tls(options);
  return limits;
}

}  // namespace nl
