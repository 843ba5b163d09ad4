// Status messages to systemd (sd_notify), and its watchdog, without its library.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace nl {

// Does nothing without a service manager (NOTIFY_SOCKET).
void notify_systemd(const std::string& state);
// Interval of watchdog notifications: half of its limit. Empty: there is no watchdog.
std::optional<std::chrono::milliseconds> watchdog_interval();

}  // namespace nl
