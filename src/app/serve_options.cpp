// Server options: TOML file, command line and validation.
#include "app/serve_options.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <functional>
#include <sstream>
#include <utility>
#include <vector>

#include "app/options.h"
#include "app/setting_help.h"
#include "net/settings_check.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

// Accessors of one setting. `set` returns false for a value of the wrong kind or range; `show`
// returns the present value as TOML, empty if an empty text means none.
struct Setting {
  std::function<bool(const toml::node&)> set;
  std::function<std::string()> show;
};
using Settings = std::vector<std::pair<std::string, Setting>>;

template <class Text>
Setting text(Text& target) {
  return {.set =
              [&target](const toml::node& node) {
                if (!node.is_string()) return false;
                target = *node.value<std::string>();
                return true;
              },
          .show =
              [&target] {
                const std::string value(target);
                return value.empty() ? value : '"' + value + '"';
              }};
}
Setting flag(bool& target) {
  return {.set =
              [&target](const toml::node& node) {
                if (!node.is_boolean()) return false;
                target = *node.value<bool>();
                return true;
              },
          .show = [&target] { return std::string(target ? "true" : "false"); }};
}
template <class Number>
std::string number_text(Number value) {
  return std::to_string(value);
}
std::string number_text(Time value) { return std::to_string(value.count()); }
template <class Number>
Setting number(Number& target, std::int64_t low, std::int64_t high) {
  return {.set =
              [&target, low, high](const toml::node& node) {
                if (!node.is_integer()) return false;
                const std::int64_t value = *node.value<std::int64_t>();
                if (value < low || value > high) return false;
                target = static_cast<Number>(value);
                return true;
              },
          .show = [&target] { return number_text(target); }};
}
Setting texts(std::vector<std::string>& target) {
  return {.set =
              [&target](const toml::node& node) {
                const toml::array* list = node.as_array();
                if (list == nullptr || !list->is_homogeneous<std::string>()) {
                  return list && list->empty();
                }
                target.clear();
                for (const toml::node& one : *list) target.push_back(*one.value<std::string>());
                return true;
              },
          .show =
              [&target] {
                std::string list;
                for (const std::string& one : target) {
                  list += (list.empty() ? "\"" : ", \"") + one + '"';
                }
                return '[' + list + ']';
              }};
}

constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kMany = 1'000'000'000;
constexpr std::int64_t kManyBytes = std::int64_t{1} << 50;

Setting milliseconds(Time& target) { return number(target, 0, kDay); }

// Deprecated alias of `trusted_proxies` with this machine only; hidden.
Setting behind_proxy(std::vector<std::string>& networks) {
  return {.set =
              [&networks](const toml::node& node) {
                if (!node.is_boolean()) return false;
                networks.clear();
                if (*node.value<bool>()) networks = {"127.0.0.0/8", "::1"};
                return true;
              },
          .show = {}};
}

// Rate limit: `limits.NAME_burst` at once, then one per `limits.NAME_every_ms`.
struct AllowanceRow {
  std::string_view name;
  int ServerLimits::*burst;
  Time ServerLimits::*every;
};
constexpr std::array kAllowances = {
    AllowanceRow{"message", &ServerLimits::message_burst, &ServerLimits::message_every},
    AllowanceRow{"chat", &ServerLimits::chat_burst, &ServerLimits::chat_every},
    AllowanceRow{"list", &ServerLimits::list_burst, &ServerLimits::list_every},
    AllowanceRow{"room", &ServerLimits::room_burst, &ServerLimits::room_every},
    AllowanceRow{"game", &ServerLimits::game_burst, &ServerLimits::game_every},
    AllowanceRow{"hint", &ServerLimits::hint_burst, &ServerLimits::hint_every},
    AllowanceRow{"enter", &ServerLimits::enter_burst, &ServerLimits::enter_every},
    AllowanceRow{"host", &ServerLimits::host_burst, &ServerLimits::host_every},
    AllowanceRow{"call", &ServerLimits::call_burst, &ServerLimits::call_every},
    AllowanceRow{"address_call", &ServerLimits::address_call_burst,
                 &ServerLimits::address_call_every},
    AllowanceRow{"report", &ServerLimits::report_burst, &ServerLimits::report_every},
};

struct TimeRow {
  std::string_view name;
  Time ServerTimes::*time;
};
constexpr std::array kServerTimes = {
    TimeRow{"grace", &ServerTimes::grace},
    TimeRow{"commit", &ServerTimes::commit},
    TimeRow{"reveal", &ServerTimes::reveal},
    TimeRow{"bot", &ServerTimes::bot},
    TimeRow{"bot_spread", &ServerTimes::bot_spread},
    TimeRow{"bot_search", &ServerTimes::bot_search},
    TimeRow{"after_restart", &ServerTimes::after_restart},
    TimeRow{"empty", &ServerTimes::empty},
    TimeRow{"unattended", &ServerTimes::unattended},
    TimeRow{"presence", &ServerTimes::presence},
};

Settings single_settings(NetOptions& o) {
  return {
      {"bind", text(o.bind)},
      {"port", number(o.port, 0, 65'535)},
      {"data", text(o.data)},
      {"key", text(o.key)},
      {"store", text(o.store)},
      {"node_url", text(o.node_url)},
      {"later_nodes", texts(o.later_nodes)},
      {"void_after_ms", milliseconds(o.void_after)},
      {"keep_days", number(o.keep_days, 0, 36'500)},
      {"tls_cert", text(o.tls_cert)},
      {"tls_key", text(o.tls_key)},
      {"origins", texts(o.origins)},
      {"web", text(o.web)},
      {"log", text(o.log.level)},
      {"log_form", text(o.log.form)},
      {"log_addresses", text(o.log.addresses)},
      {"threads", number(o.threads, 1, 64)},
      {"bot_threads", number(o.bot_threads, 1, 64)},
      {"connections", number(o.connections, 1, kMany)},
      {"per_address", number(o.per_address, 1, kMany)},
      {"behind_proxy", behind_proxy(o.trusted_proxies)},
      {"trusted_proxies", texts(o.trusted_proxies)},
      {"open_metrics", flag(o.open_metrics)},
      {"metrics_port", number(o.metrics_port, 0, 65'535)},
      {"metrics_bind", text(o.metrics_bind)},
      {"ssh_port", number(o.ssh_port, 0, 65'535)},
      {"handshake_ms", milliseconds(o.handshake)},
      {"idle_ms", milliseconds(o.idle)},
      {"bytes_a_second", number(o.bytes_a_second, 1'024, kMany)},
      {"call_networks", texts(o.call_networks)},
      {"page_url", text(o.page_url)},
      {"push_contact", text(o.push_contact)},
      {"keep_games_days", number(o.keep_games_days, 0, 36'500)},
      {"keep_bytes", number(o.keep_bytes, 0, kManyBytes)},
      {"reserve_bytes", number(o.reserve_bytes, 0, kManyBytes)},
      {"keep_games_bytes", number(o.keep_games_bytes, 0, kManyBytes)},
      {"lockers", number(o.lockers, 0, kMany)},
      {"keep_lockers_days", number(o.keep_lockers_days, 1, 36'500)},
      {"keep_reports_days", number(o.keep_reports_days, 1, 36'500)},
      {"limits.message_bytes", number(o.limits.message_bytes, 1'024, 1 << 20)},
      {"limits.outbound_bytes", number(o.limits.outbound_bytes, 16'384, kMany)},
      {"limits.strikes", number(o.limits.strikes, 1, 100'000)},
      {"limits.rooms", number(o.limits.rooms, 1, kMany)},
      {"limits.watchers", number(o.limits.watchers, 0, 100'000)},
      {"limits.listed", number(o.limits.listed, 0, 1'000)},
      {"limits.rooms_per_address", number(o.limits.rooms_per_address, 1, 1 << 30)},
      {"limits.slow_rooms", number(o.limits.slow_rooms, 0, kMany)},
      {"limits.slow_rooms_per_address", number(o.limits.slow_rooms_per_address, 0, 1 << 30)},
      {"limits.bots_per_address", number(o.limits.bots_per_address, 0, 1 << 30)},
      {"limits.padded", flag(o.limits.padded)},
  };
}

Settings all_settings(NetOptions& o) {
  Settings all = single_settings(o);
  for (const AllowanceRow& row : kAllowances) {
    const std::string name = "limits." + std::string(row.name);
    all.emplace_back(name + "_burst", number(o.limits.*row.burst, 1, 100'000));
    all.emplace_back(name + "_every_ms", milliseconds(o.limits.*row.every));
  }
  for (const FeatureRow& row : kFeatures) {
    all.emplace_back("features." + std::string(row.name), flag(o.limits.features.*row.on));
  }
  for (const TimeRow& row : kServerTimes) {
    all.emplace_back("pace." + std::string(row.name) + "_ms", milliseconds(o.times.*row.time));
  }
  return all;
}

ProgramError fault_at(const std::string& file, const toml::node& node, const std::string& what) {
  std::ostringstream where;
  where << file << ": " << what << " (" << node.source().begin << ')';
  return {kExitBadInput, where.str()};
}

void apply(const Settings& all, const toml::table& table, const std::string& prefix,
           const std::string& file, SettingLines& lines) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* nested = node.as_table()) {
      apply(all, *nested, name + '.', file, lines);
      continue;
    }
    const auto setting = std::ranges::find(
        all, name, [](const auto& one) -> const std::string& { return one.first; });
    if (setting == all.end()) throw fault_at(file, node, name + " is no setting of a server");
    lines[name] = node.source().begin.line;
    if (!setting->second.set(node)) throw fault_at(file, node, name + " can't have this value");
  }
}

}  // namespace

SettingLines read_server_file(NetOptions& options, const std::string& file) {
  SettingLines lines;
  try {
    apply(all_settings(options), toml::parse_file(file), "", file, lines);
  } catch (const toml::parse_error& error) {
    std::ostringstream where;
    where << file << ": " << error.description() << " (" << error.source().begin << ')';
    throw ProgramError(kExitBadInput, where.str());
  }
  if (lines.contains("store") && options.store.empty()) {
    throw ProgramError(kExitBadInput, file + ": store is empty: leave it out (line " +
                                          std::to_string(lines["store"]) + ')');
  }
  return lines;
}

void check_server_options(const NetOptions& options, const std::string& file,
                          const SettingLines& lines) {
  std::string all;
  for (const SettingFault& fault : check_settings(options)) {
    const auto line = lines.find(fault.setting);
    if (!all.empty()) all += '\n';
    if (line != lines.end()) all += file + ':' + std::to_string(line->second) + ": ";
    all += fault.setting + ": " + fault.reason;
  }
  if (!all.empty()) throw ProgramError(kExitBadInput, all);
}

std::string settings_reference() {
  constexpr std::size_t kHelpColumn = 36;
  NetOptions options;
  std::string page;
  std::string section;
  for (const auto& [name, setting] : all_settings(options)) {
    if (!setting.show) continue;
    const std::size_t dot = name.find('.');
    const std::string part = dot == std::string::npos ? "" : name.substr(0, dot);
    if (part != section) page += "\n[" + part + "]\n";
    section = part;
    const std::string value = setting.show();
    std::string line = value.empty() ? "#" : "";
    line += dot == std::string::npos ? name : name.substr(dot + 1);
    line += " = " + (value.empty() ? "\"\"" : value);
    line.resize(std::max(line.size() + 1, kHelpColumn), ' ');
    page += line + "# " + std::string(setting_help(name)) + '\n';
  }
  return page;
}

fs::path built_web_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // build/release/ninelives with build/web; or share/ninelives/web in an installation.
  const fs::path here = program.parent_path();
  for (const fs::path& folder :
       {here.parent_path() / "web", here.parent_path() / "share/ninelives/web"}) {
    if (fs::is_regular_file(folder / "index.html", error)) return folder;
  }
  return {};
}

}  // namespace nl
