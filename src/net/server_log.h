// Server log: one line per event on standard error, `time level event key=value …` or JSON.
// It holds no names, codes, tokens or cards: a room is logged by a part of its id that no code is
// made of. Client addresses are omitted, hashed with a key of this run, or plain, as configured.
//
// Logging never blocks: a queue is emptied by its own thread. When nobody reads, lines are dropped
// and counted, and the next line that gets through tells how many.
//
// Levels: error, the operator must act; warning, the operator should look; info, life cycle; debug,
// every connection.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "store/store.h"

namespace nl {

// Text, or a number that JSON logs write as one.
struct LogValue {
  template <class Value>
  LogValue(Value&& value) : number(std::is_integral_v<std::remove_cvref_t<Value>>) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<Value>>) {
      text = std::to_string(value);
    } else {
      text = std::forward<Value>(value);
    }
  }
  std::string text;
  bool number;
};
using LogField = std::pair<std::string_view, LogValue>;
using LogFields = std::initializer_list<LogField>;

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error, Off };
enum class LogForm : std::uint8_t { Text, JsonLines };
enum class LogAddresses : std::uint8_t { Off, Hash, Plain };

struct LogOptions {
  std::string level = "info";
  std::string form = "text";
  std::string addresses = "hash";
};

// Name of the setting with an unknown value: log, log_form or log_addresses. Empty if there is
// none.
std::string_view log_fault(const LogOptions& options);
// Nothing is written before this call. Returns log_fault(), and applies the options if there is
// none. May be called again.
std::string_view start_log(const LogOptions& options);
// Writes waiting lines if a reader takes them soon.
void end_log();

void log_event(LogLevel level, std::string_view event, LogFields fields = {});
std::uint64_t log_lines_dropped();

std::string room_in_log(const RoomId& room);
// Empty if the log has no addresses.
std::string address_in_log(const std::string& address);

}  // namespace nl
