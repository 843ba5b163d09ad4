// Check of the socket inherited from systemd.
#include "net/systemd_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace nl {
namespace {

constexpr int kFirstSystemdSocket = 3;  // SD_LISTEN_FDS_START

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// LISTEN_PID must be this process: child processes inherit the variables too.
bool something_was_handed_over() {
  return environment("LISTEN_PID") == std::to_string(getpid()) &&
         !environment("LISTEN_FDS").empty();
}

bool listens(int socket) {
  int answer = 0;
  socklen_t size = sizeof answer;
  return getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &answer, &size) == 0 && answer != 0;
}

// False if it is no internet socket.
bool read_address(int socket, NetOptions& options) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return false;
  char text[INET6_ADDRSTRLEN];
  const void* host = nullptr;
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    host = &v4.sin_addr;
    options.port = ntohs(v4.sin_port);
  } else if (address.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    host = &v6.sin6_addr;
    options.port = ntohs(v6.sin6_port);
  } else {
    return false;
  }
  options.bind = inet_ntop(address.ss_family, host, text, sizeof text);
  return true;
}

}  // namespace

void take_systemd_socket(NetOptions& options) {
  if (!something_was_handed_over()) return;
  if (environment("LISTEN_FDS") != "1") {
    throw NetError("LISTEN_FDS=" + environment("LISTEN_FDS") + ": one socket is taken, no more");
  }
  if (!listens(kFirstSystemdSocket) || !read_address(kFirstSystemdSocket, options)) {
    throw NetError("what LISTEN_FDS hands over is no TCP socket that listens");
  }
  options.systemd_socket = kFirstSystemdSocket;
}

ListeningSocket::ListeningSocket(const NetOptions& options) : fd_(options.systemd_socket) {
  NetOptions seen = options;
  if (fd_ < 0) {
    own_ = true;
    in6_addr six{};
    const bool is_six = inet_pton(AF_INET6, options.bind.c_str(), &six) == 1;
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_addr = six;
    v6.sin6_port = htons(options.port);
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(options.port);
    const bool known = is_six || inet_pton(AF_INET, options.bind.c_str(), &v4.sin_addr) == 1;
    if (!known) throw NetError(options.bind + ": this is no address");
    fd_ = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(fd_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const auto* address =
        is_six ? reinterpret_cast<const sockaddr*>(&v6) : reinterpret_cast<const sockaddr*>(&v4);
    const socklen_t size = is_six ? sizeof v6 : sizeof v4;
    if (fd_ < 0 || bind(fd_, address, size) != 0 || listen(fd_, SOMAXCONN) != 0) {
      const std::string why = std::strerror(errno);
      if (fd_ >= 0) close(fd_);
      throw NetError(options.bind + ':' + std::to_string(options.port) + ": " + why);
    }
  }
  if (!read_address(fd_, seen)) throw NetError("the port of the listening socket is unknown");
  port_ = seen.port;
}

ListeningSocket::~ListeningSocket() {
  if (own_) close(fd_);
}

}  // namespace nl
