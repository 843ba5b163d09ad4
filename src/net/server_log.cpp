#include "net/server_log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>

#include "text/bytes.h"

namespace nl {
namespace {

std::shared_ptr<spdlog::logger>& logger() {
  static std::shared_ptr<spdlog::logger> one;
  return one;
}

constexpr spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Error: return spdlog::level::err;
  }
  return spdlog::level::err;
}

// A value may come from a stranger: it must not end the line or look like another field.
std::string quoted(const std::string& value) {
  const bool plain = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return c > ' ' && c < '\x7F' && c != '"' && c != '\\' && c != '=';
  });
  if (plain) return value;
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else {
      text += c >= ' ' && c < '\x7F' ? c : '?';
    }
  }
  return text + '"';
}

}  // namespace

bool start_log(const std::string& level) {
  const auto chosen = spdlog::level::from_str(level);
  if (chosen == spdlog::level::off && level != "off") return false;
  logger() = std::make_shared<spdlog::logger>("ninelives",
                                              std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger()->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  logger()->set_level(chosen);
  logger()->flush_on(spdlog::level::debug);
  return true;
}

void log_event(LogLevel level, std::string_view event, LogFields fields) {
  const auto& log = logger();
  if (!log || !log->should_log(level_of(level))) return;
  std::string line(event);
  for (const auto& [key, value] : fields) {
    line += ' ';
    line += key;
    line += '=';
    line += quoted(value);
  }
  log->log(level_of(level), line);
}

std::string room_in_log(const RoomId& room) { return to_hex(std::span(room).last<4>()); }

}  // namespace nl
