// Blocking host name lookup with a deadline.
// getaddrinfo can't be interrupted: it runs on a thread of its own, which is abandoned when the
// time is up or the server stops.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "net/asio_aliases.h"

namespace nl {

struct LookupLimits {
  std::chrono::steady_clock::time_point end{};
  int stop = -1;  // descriptor that becomes readable when everything must end
};

using Addresses = std::vector<asio::ip::address>;
using LookupFunction = std::function<Addresses(const std::string& host)>;

// Blocks for at most two seconds. Empty: unknown, too late, or too many lookups hang.
Addresses look_up(const std::string& host, const LookupLimits& limits);
Addresses look_up(const std::string& host, const LookupLimits& limits, LookupFunction resolve);

}  // namespace nl
