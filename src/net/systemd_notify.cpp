// Status messages to systemd: one datagram each.
#include "net/systemd_notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace nl {

void notify_systemd(const std::string& state) {
  const char* path = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  if (path == nullptr || std::strlen(path) >= sizeof address.sun_path) return;
  std::strcpy(address.sun_path, path);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(path));
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // an abstract name
  const int line = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (line < 0) return;
  sendto(line, state.data(), state.size(), MSG_NOSIGNAL,
         reinterpret_cast<const sockaddr*>(&address), size);
  close(line);
}

std::optional<std::chrono::milliseconds> watchdog_interval() {
  const char* limit = std::getenv("WATCHDOG_USEC");
  const char* process = std::getenv("WATCHDOG_PID");
  if (limit == nullptr) return std::nullopt;
  if (process != nullptr && process != std::to_string(getpid())) return std::nullopt;
  const long long microseconds = std::atoll(limit);
  if (microseconds < 2'000) return std::nullopt;
  return std::chrono::milliseconds(microseconds / 2'000);
}

}  // namespace nl
