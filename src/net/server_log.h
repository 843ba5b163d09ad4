// The server's log: one line an event, `time level event key=value …`, on standard error. What is
// written here may be read by anybody who runs a machine: no names, codes, tokens, cards or
// addresses of rooms; a room is known by a part of its id that no code is made of.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "store/store.h"

namespace nl {

using LogField = std::pair<std::string_view, std::string>;
using LogFields = std::initializer_list<LogField>;

enum class LogLevel { Debug, Info, Warning, Error };

// Nothing is written before this; "off" is a level too. False where there is no such level.
bool start_log(const std::string& level);
void log_event(LogLevel level, std::string_view event, LogFields fields = {});

std::string room_in_log(const RoomId& room);

}  // namespace nl
