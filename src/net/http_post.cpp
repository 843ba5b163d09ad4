#include "net/http_post.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

namespace nl {
namespace {

constexpr std::size_t kMostRead = 4 * 1024;

constexpr auto kPostResults =
    std::to_array<std::string_view>({"done", "gone", "refused", "redirected", "forbidden",
                                     "unknown", "unreachable", "untrusted", "late", "dropped"});

// Ends an attempt, with the reason.
struct Failed {
  PostResult why;
};

// ---- where to -----------------------------------------------------------------------------------

struct Destination {
  sockaddr_storage address{};
  socklen_t size = 0;
};

// Nothing for an address of IPv4 that is written as one of IPv6: nobody needs that.
std::optional<IpAddress> ip_in(const sockaddr& address) {
  IpAddress ip{};
  if (address.sa_family == AF_INET) {
    ip[10] = ip[11] = 0xFF;
    std::memcpy(ip.data() + 12, &reinterpret_cast<const sockaddr_in&>(address).sin_addr, 4);
    return ip;
  }
  const in6_addr& v6 = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  if (address.sa_family != AF_INET6 || IN6_IS_ADDR_V4MAPPED(&v6)) return std::nullopt;
  std::memcpy(ip.data(), &v6, ip.size());
  return ip;
}

// The name is asked for once: what is judged here is what is connected to. One bad address among
// good ones is reason enough to leave it.
Destination find_destination(const CallUrl& url, const CallRules& rules) {
  const addrinfo hints{.ai_flags = AI_NUMERICSERV,
                       .ai_family = AF_UNSPEC,
                       .ai_socktype = SOCK_STREAM,
                       .ai_protocol = 0,
                       .ai_addrlen = 0,
                       .ai_addr = nullptr,
                       .ai_canonname = nullptr,
                       .ai_next = nullptr};
  addrinfo* found = nullptr;
  if (getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &hints, &found) != 0) {
    throw Failed{PostResult::Unknown};
  }
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    const auto ip = ip_in(*one->ai_addr);
    if (!ip || !rules.allows(*ip, url.secure)) throw Failed{PostResult::Forbidden};
  }
  Destination to;
  std::memcpy(&to.address, found->ai_addr, found->ai_addrlen);
  to.size = found->ai_addrlen;
  return to;
}

// ---- a connection that waits for nobody longer than it has --------------------------------------

class TimedSocket {
 public:
  TimedSocket(const Destination& to, const PostLimits& limits)
      : limits_(limits),
        fd_(socket(to.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (fd_ < 0) throw Failed{PostResult::Unreachable};
    try {
      connect_to(to);
    } catch (...) {
      close(fd_);
      throw;
    }
  }
  ~TimedSocket() { close(fd_); }
  TimedSocket(const TimedSocket&) = delete;
  TimedSocket& operator=(const TimedSocket&) = delete;

  int fd() const { return fd_; }
  void wait(short events) const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        limits_.end - std::chrono::steady_clock::now());
    std::array<pollfd, 2> wanted = {pollfd{.fd = fd_, .events = events, .revents = 0},
                                    pollfd{.fd = limits_.stop, .events = POLLIN, .revents = 0}};
    const int ready =
        left.count() <= 0 ? 0 : poll(wanted.data(), 2, static_cast<int>(left.count()));
    if (ready < 0 && errno == EINTR) return;
    if (ready <= 0 || wanted[1].revents != 0) throw Failed{PostResult::Late};
  }

 private:
  void connect_to(const Destination& to) const {
    if (connect(fd_, reinterpret_cast<const sockaddr*>(&to.address), to.size) == 0) return;
    if (errno != EINPROGRESS) throw Failed{PostResult::Unreachable};
    wait(POLLOUT);
    int error = 0;
    socklen_t size = sizeof error;
    if (getsockopt(fd_, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
      throw Failed{PostResult::Unreachable};
    }
  }

  const PostLimits& limits_;
  int fd_;
};

// ---- TLS, or none -------------------------------------------------------------------------------

class PlainBytes {
 public:
  explicit PlainBytes(const TimedSocket& socket) : socket_(socket) {}
  std::size_t send(std::string_view text) const {
    for (;;) {
      const ssize_t n = ::send(socket_.fd(), text.data(), text.size(), MSG_NOSIGNAL);
      if (n > 0) return static_cast<std::size_t>(n);
      wait_or_fail(POLLOUT);
    }
  }
  // 0: the end.
  std::size_t receive(std::span<char> into) const {
    for (;;) {
      const ssize_t n = recv(socket_.fd(), into.data(), into.size(), 0);
      if (n >= 0) return static_cast<std::size_t>(n);
      wait_or_fail(POLLIN);
    }
  }

 private:
  void wait_or_fail(short events) const {
    if (errno != EAGAIN && errno != EINTR) throw Failed{PostResult::Unreachable};
    socket_.wait(events);
  }
  const TimedSocket& socket_;
};

using TlsContext = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

// The certificates that this machine trusts; read again each time, since they change.
TlsContext client_context() {
  TlsContext context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
  if (!context || SSL_CTX_set_default_verify_paths(context.get()) != 1) {
    throw Failed{PostResult::Untrusted};
  }
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  return context;
}

class TlsBytes {
 public:
  TlsBytes(const TimedSocket& socket, const std::string& host)
      : socket_(socket), context_(client_context()), ssl_(SSL_new(context_.get()), SSL_free) {
    if (!ssl_ || SSL_set_fd(ssl_.get(), socket.fd()) != 1 || !expect(host)) {
      throw Failed{PostResult::Untrusted};
    }
    while (true) {
      const int n = SSL_connect(ssl_.get());
      if (n == 1) return;
      wait_or_fail(n, PostResult::Untrusted);
    }
  }
  std::size_t send(std::string_view text) const {
    for (;;) {
      const int n = SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size()));
      if (n > 0) return static_cast<std::size_t>(n);
      wait_or_fail(n, PostResult::Unreachable);
    }
  }
  std::size_t receive(std::span<char> into) const {
    for (;;) {
      const int n = SSL_read(ssl_.get(), into.data(), static_cast<int>(into.size()));
      if (n > 0) return static_cast<std::size_t>(n);
      if (SSL_get_error(ssl_.get(), n) == SSL_ERROR_ZERO_RETURN) return 0;
      wait_or_fail(n, PostResult::Unreachable);
    }
  }

 private:
  // Whose certificate it must be: the host's of the address, whatever number that stands for.
  bool expect(const std::string& host) const {
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(ssl_.get());
    if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) == 1) return true;
    return SSL_set_tlsext_host_name(ssl_.get(), host.c_str()) == 1 &&
           SSL_set1_host(ssl_.get(), host.c_str()) == 1;
  }
  void wait_or_fail(int result, PostResult otherwise) const {
    const int why = SSL_get_error(ssl_.get(), result);
    ERR_clear_error();
    if (why == SSL_ERROR_WANT_READ) return socket_.wait(POLLIN);
    if (why == SSL_ERROR_WANT_WRITE) return socket_.wait(POLLOUT);
    throw Failed{otherwise};
  }

  const TimedSocket& socket_;
  TlsContext context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
};

// ---- what is said -------------------------------------------------------------------------------

std::string request_of(const Post& post, const CallUrl& url) {
  std::string text = "POST " + url.path + " HTTP/1.1\r\nHost: " + url.host_header() +
                     "\r\nUser-Agent: ninelives\r\nConnection: close\r\nContent-Length: " +
                     std::to_string(post.body.size()) + "\r\n";
  for (const auto& [name, value] : post.headers) text += name + ": " + value + "\r\n";
  return text + "\r\n" + post.body;
}

PostResult result_of(int status) {
  if (status >= 200 && status < 300) return PostResult::Done;
  if (status >= 300 && status < 400) return PostResult::Redirected;
  return status == 404 || status == 410 ? PostResult::Gone : PostResult::Refused;
}

// The first line is all that matters of an answer.
PostResult read_status(std::string_view answer) {
  const std::size_t space = answer.find(' ');
  int status = 0;
  if (!answer.starts_with("HTTP/1.") || space == answer.npos) return PostResult::Refused;
  std::from_chars(answer.data() + space + 1, answer.data() + answer.size(), status);
  return result_of(status);
}

template <class Bytes>
PostResult talk(const Bytes& line, std::string_view request) {
  while (!request.empty()) request.remove_prefix(line.send(request));
  std::array<char, kMostRead> answer{};
  std::size_t size = 0;
  while (size < answer.size()) {
    const std::size_t more = line.receive(std::span(answer).subspan(size));
    size += more;
    const std::string_view so_far(answer.data(), size);
    if (more == 0 || so_far.find("\r\n") != so_far.npos) return read_status(so_far);
  }
  return PostResult::Refused;
}

}  // namespace

std::string_view post_result_name(PostResult result) {
  return kPostResults[static_cast<std::size_t>(result)];
}

PostResult send_post(const Post& post, const CallRules& rules, const PostLimits& limits) {
  const auto url = parse_call_url(post.url);
  if (!url) return PostResult::Forbidden;
  try {
    const Destination to = find_destination(*url, rules);
    const TimedSocket socket(to, limits);
    const std::string request = request_of(post, *url);
    return url->secure ? talk(TlsBytes(socket, url->host), request)
                       : talk(PlainBytes(socket), request);
  } catch (const Failed& failed) {
    return failed.why;
  }
}

}  // namespace nl
