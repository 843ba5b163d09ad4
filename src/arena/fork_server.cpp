// Server of agents that import large modules once: each game runs in a fresh child.
#include "arena/fork_server.h"

#include <sstream>
#include <stdexcept>

#include "arena/fork_server_script.h"

#ifdef __linux__
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <map>

#include "arena/seccomp_filter.h"
#endif

namespace nl {
namespace {

constexpr std::string_view kPreload = "preload:";

std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

}  // namespace

PreloadedCommand preloaded_command(const std::string& command) {
  if (!command.starts_with(kPreload)) return {};
  std::istringstream words(command.substr(kPreload.size()));
  PreloadedCommand parts;
  words >> parts.modules >> parts.program;
  std::getline(words >> std::ws, parts.arguments);
  const std::string name = parts.program.substr(parts.program.rfind('/') + 1);
  if (parts.modules.empty() || !name.starts_with("python") || parts.arguments.empty() ||
      (parts.arguments[0] == '-' && !parts.arguments.starts_with("-m "))) {
    throw std::invalid_argument("'" + command +
                                "': expected preload:MODULE,... python3 SCRIPT, or -m MODULE");
  }
  return parts;
}

std::string server_words(const PreloadedCommand& command, const ForkPlace& place) {
  std::string hidden;
  for (const std::string& file : place.hidden) hidden += file + '\n';
  return "exec " + command.program + " -I -c " + shell_word(fork_server_script()) + ' ' +
         shell_word(place.folder) + ' ' + shell_word(command.modules) + ' ' +
         shell_word(place.paths) + ' ' + shell_word(hidden) + ' ' + command.arguments;
}

#ifdef __linux__
namespace {

constexpr int kImportMilliseconds = 180000;
constexpr int kForkMilliseconds = 20000;

// A pipe's end with the filter's bytes, which fit into a pipe's buffer.
int filter_to_read() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return -1;
  const std::string filter = seccomp_filter();
  const bool written = ::write(ends[1], filter.data(), filter.size()) == ssize_t(filter.size());
  close(ends[1]);
  return written ? ends[0] : -1;
}

// A short text with file descriptors, as sendmsg and recvmsg take it.
template <std::size_t kDescriptors>
struct Message {
  using Descriptors = std::array<int, kDescriptors>;

  explicit Message(const Descriptors& sent) {
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = space.data();
    header.msg_controllen = space.size();
    cmsghdr* const control = CMSG_FIRSTHDR(&header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(Descriptors));
    std::memcpy(CMSG_DATA(control), sent.data(), sizeof(Descriptors));
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  // The first received descriptor; -1 if there is none.
  int descriptor() const {
    const cmsghdr* const control = CMSG_FIRSTHDR(&header);
    if (control == nullptr || control->cmsg_type != SCM_RIGHTS) return -1;
    int first = -1;
    std::memcpy(&first, CMSG_DATA(control), sizeof first);
    return first;
  }

  std::array<char, 32> text{'g'};
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Descriptors))> space{};
  msghdr header{};
};

// In the child: `from` becomes `to`, and stays open in the program.
void hand_over(int from, int to) {
  if (from == to) {
    fcntl(from, F_SETFD, 0);
  } else {
    dup2(from, to);
  }
}

}  // namespace

std::shared_ptr<ForkServer> ForkServer::of(const std::string& command) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<ForkServer>> servers;
  const std::lock_guard lock(mutex);
  std::shared_ptr<ForkServer>& server = servers[command];
  if (server == nullptr) server.reset(new ForkServer(command));
  return server;
}

ForkServer::ForkServer(const std::string& command) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::runtime_error("preload: no socket");
  }
  const int filter = filter_to_read();
  control_ = ends[0];
  process_ = fork();
  if (process_ == 0) {
    setpgid(0, 0);
    hand_over(ends[1], 0);
    hand_over(filter, kFilterDescriptor);
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  if (filter >= 0) close(filter);
  const std::string first = heard(kImportMilliseconds);
  if (first == "ready") return;
  throw std::invalid_argument(
      "preload: " + (first.starts_with("error: ") ? first.substr(7) : "the server did not start"));
}

ForkServer::~ForkServer() {
  close(control_);
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::string ForkServer::heard(int milliseconds) {
  pollfd waiting{control_, POLLIN, 0};
  std::array<char, 4096> buffer{};
  if (poll(&waiting, 1, milliseconds) <= 0) return {};
  const ssize_t got = recv(control_, buffer.data(), buffer.size(), 0);
  return got <= 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(got));
}

ForkServer::Process ForkServer::fork_game(int in, int out) {
  const std::lock_guard lock(one_at_a_time_);
  const Message<2> asked({in, out});
  if (sendmsg(control_, &asked.header, MSG_NOSIGNAL) <= 0) {
    throw std::runtime_error("preload: the fork server has gone");
  }
  pollfd waiting{control_, POLLIN, 0};
  Message<1> answer({-1});
  const bool answered = poll(&waiting, 1, kForkMilliseconds) > 0 &&
                        recvmsg(control_, &answer.header, MSG_CMSG_CLOEXEC) > 0;
  const int handle = answered ? answer.descriptor() : -1;
  if (handle < 0) throw std::runtime_error("preload: the fork server started no game");
  return {std::stoi(answer.text.data()), handle};
}

void ForkServer::Process::end() {
  if (handle < 0) return;
  syscall(SYS_pidfd_send_signal, handle, SIGKILL, nullptr, 0);
  close(handle);
  *this = {};
}
#else
std::shared_ptr<ForkServer> ForkServer::of(const std::string&) {
  throw std::invalid_argument("preload: games are forked on Linux alone");
}

ForkServer::~ForkServer() = default;
ForkServer::Process ForkServer::fork_game(int, int) { return {}; }
void ForkServer::Process::end() {}
#endif

}  // namespace nl
