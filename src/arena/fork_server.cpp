#include "arena/fork_server.h"

#include <sstream>
#include <stdexcept>

#include "arena/fork_server_script.h"

#ifdef __linux__
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
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

std::string server_words(const PreloadedCommand& command, const std::string& folder,
                         const std::string& paths) {
  return "exec " + command.program + " -I -c " + shell_word(fork_server_script()) + ' ' +
         shell_word(folder) + ' ' + shell_word(command.modules) + ' ' + shell_word(paths) + ' ' +
         command.arguments;
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

int ForkServer::fork_game(int in, int out) {
  const std::lock_guard lock(one_at_a_time_);
  const std::array<int, 2> pipes{in, out};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof pipes)> space{};
  char byte = 'g';
  iovec part{&byte, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space.data();
  message.msg_controllen = space.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof pipes);
  std::memcpy(CMSG_DATA(header), pipes.data(), sizeof pipes);
  if (sendmsg(control_, &message, MSG_NOSIGNAL) != 1) {
    throw std::runtime_error("preload: the fork server has gone");
  }
  const std::string number = heard(kForkMilliseconds);
  if (number.empty()) throw std::runtime_error("preload: the fork server has gone");
  return std::stoi(number);
}
#else
std::shared_ptr<ForkServer> ForkServer::of(const std::string&) {
  throw std::invalid_argument("preload: games are forked on Linux alone");
}

ForkServer::~ForkServer() = default;
int ForkServer::fork_game(int, int) { return -1; }
#endif

}  // namespace nl
