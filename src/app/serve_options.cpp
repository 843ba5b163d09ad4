#include "app/serve_options.h"

#include <toml++/toml.h>

#include <array>
#include <functional>
#include <map>
#include <sstream>

#include "app/options.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

// What a key of the file sets. It returns false where the value is not of its kind or range.
using Setter = std::function<bool(const toml::node&)>;
using Setters = std::map<std::string, Setter, std::less<>>;

template <class Text>
Setter text(Text& target) {
  return [&target](const toml::node& node) {
    if (!node.is_string()) return false;
    target = *node.value<std::string>();
    return true;
  };
}
Setter flag(bool& target) {
  return [&target](const toml::node& node) {
    if (!node.is_boolean()) return false;
    target = *node.value<bool>();
    return true;
  };
}
template <class Number>
Setter number(Number& target, std::int64_t low, std::int64_t high) {
  return [&target, low, high](const toml::node& node) {
    if (!node.is_integer()) return false;
    const std::int64_t value = *node.value<std::int64_t>();
    if (value < low || value > high) return false;
    target = static_cast<Number>(value);
    return true;
  };
}
Setter texts(std::vector<std::string>& target) {
  return [&target](const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr || !list->is_homogeneous<std::string>()) return list && list->empty();
    target.clear();
    for (const toml::node& one : *list) target.push_back(*one.value<std::string>());
    return true;
  };
}

constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kMany = 1'000'000'000;

Setter milliseconds(Time& target) { return number(target, 0, kDay); }

// What was there before networks could be named: a proxy on this machine.
Setter behind_proxy(std::vector<std::string>& networks) {
  return [&networks](const toml::node& node) {
    if (!node.is_boolean()) return false;
    networks.clear();
    if (*node.value<bool>()) networks = {"127.0.0.0/8", "::1"};
    return true;
  };
}

Setters setters(NetOptions& o) {
  return {
      {"bind", text(o.bind)},
      {"port", number(o.port, 0, 65'535)},
      {"data", text(o.data)},
      {"key", text(o.key)},
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
      {"handshake_ms", milliseconds(o.handshake)},
      {"idle_ms", milliseconds(o.idle)},
      {"bytes_a_second", number(o.bytes_a_second, 1'024, kMany)},
      {"limits.message_bytes", number(o.limits.message_bytes, 1'024, 1 << 20)},
      {"limits.outbound_bytes", number(o.limits.outbound_bytes, 16'384, kMany)},
      {"limits.message_burst", number(o.limits.message_burst, 1, 100'000)},
      {"limits.message_every_ms", milliseconds(o.limits.message_every)},
      {"limits.chat_burst", number(o.limits.chat_burst, 1, 100'000)},
      {"limits.chat_every_ms", milliseconds(o.limits.chat_every)},
      {"limits.list_burst", number(o.limits.list_burst, 1, 100'000)},
      {"limits.list_every_ms", milliseconds(o.limits.list_every)},
      {"limits.strikes", number(o.limits.strikes, 1, 100'000)},
      {"limits.rooms", number(o.limits.rooms, 1, kMany)},
      {"limits.watchers", number(o.limits.watchers, 0, 100'000)},
      {"limits.listed", number(o.limits.listed, 0, 1'000)},
      {"limits.rooms_per_address", number(o.limits.rooms_per_address, 1, 1 << 30)},
      {"limits.bots_per_address", number(o.limits.bots_per_address, 0, 1 << 30)},
      {"limits.room_burst", number(o.limits.room_burst, 1, 100'000)},
      {"limits.room_every_ms", milliseconds(o.limits.room_every)},
      {"limits.game_burst", number(o.limits.game_burst, 1, 100'000)},
      {"limits.game_every_ms", milliseconds(o.limits.game_every)},
      {"limits.hint_burst", number(o.limits.hint_burst, 1, 100'000)},
      {"limits.hint_every_ms", milliseconds(o.limits.hint_every)},
      {"limits.enter_burst", number(o.limits.enter_burst, 1, 100'000)},
      {"limits.enter_every_ms", milliseconds(o.limits.enter_every)},
      {"limits.host_burst", number(o.limits.host_burst, 1, 100'000)},
      {"limits.host_every_ms", milliseconds(o.limits.host_every)},
      {"limits.padded", flag(o.limits.padded)},
      {"pace.grace_ms", milliseconds(o.pace.grace)},
      {"pace.commit_ms", milliseconds(o.pace.commit)},
      {"pace.reveal_ms", milliseconds(o.pace.reveal)},
      {"pace.bot_ms", milliseconds(o.pace.bot)},
      {"pace.bot_spread_ms", milliseconds(o.pace.bot_spread)},
      {"pace.bot_search_ms", milliseconds(o.pace.bot_search)},
      {"pace.after_restart_ms", milliseconds(o.pace.after_restart)},
      {"pace.empty_ms", milliseconds(o.pace.empty)},
      {"pace.unattended_ms", milliseconds(o.pace.unattended)},
      {"pace.presence_ms", milliseconds(o.pace.presence)},
  };
}

ProgramError fault_at(const std::string& file, const toml::node& node, const std::string& what) {
  std::ostringstream where;
  where << file << ": " << what << " (" << node.source().begin << ')';
  return {kExitBadInput, where.str()};
}

void apply(const Setters& all, const toml::table& table, const std::string& prefix,
           const std::string& file) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    if (const toml::table* nested = node.as_table()) {
      apply(all, *nested, name + '.', file);
      continue;
    }
    const auto setter = all.find(name);
    if (setter == all.end()) throw fault_at(file, node, name + " is no setting of a server");
    if (!setter->second(node)) throw fault_at(file, node, name + " can't have this value");
  }
}

}  // namespace

void read_server_file(NetOptions& options, const std::string& file) {
  try {
    apply(setters(options), toml::parse_file(file), "", file);
  } catch (const toml::parse_error& error) {
    std::ostringstream where;
    where << file << ": " << error.description() << " (" << error.source().begin << ')';
    throw ProgramError(kExitBadInput, where.str());
  }
}

fs::path built_web_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // build/release/ninelives and build/web; or share/ninelives/web where it is installed.
  const fs::path here = program.parent_path();
  for (const fs::path& folder :
       {here.parent_path() / "web", here.parent_path() / "share/ninelives/web"}) {
    if (fs::is_regular_file(folder / "index.html", error)) return folder;
  }
  return {};
}

}  // namespace nl
