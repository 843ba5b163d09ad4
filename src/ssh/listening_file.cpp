// Opening of a listening TCP socket.
#include "ssh/listening_file.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "ssh/ssh_options.h"

namespace nl {

ListeningFile::ListeningFile(const std::string& bind, std::uint16_t port) {
  constexpr int kBacklog = 128;
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (getaddrinfo(bind.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) {
    throw SshError(bind + ": is no address of this machine");
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  file_ = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int yes = 1;
  setsockopt(file_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  // An orphaned ssh server may still listen until it notices that its game server ended.
  setsockopt(file_, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes);
  if (file_ < 0 || ::bind(file_, found->ai_addr, found->ai_addrlen) != 0 ||
      listen(file_, kBacklog) != 0) {
    const std::string reason = std::strerror(errno);
    if (file_ >= 0) close(file_);
    throw SshError("port " + std::to_string(port) + ": " + reason);
  }
}

ListeningFile::~ListeningFile() { close(file_); }

std::uint16_t ListeningFile::port() const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  getsockname(file_, reinterpret_cast<sockaddr*>(&address), &length);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

}  // namespace nl
