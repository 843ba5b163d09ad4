// Start and end of a session's child process.
#include "ssh/session_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "ssh/ssh_options.h"

namespace nl {
namespace {

constexpr int kKilled = 137;

[[noreturn]] void fail(const char* what) {
  throw SshError(std::string(what) + ": " + std::strerror(errno));
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (const std::string& text : texts) found.push_back(const_cast<char*>(text.c_str()));
  found.push_back(nullptr);
  return found;
}

void set_size(int terminal, TerminalSize size) {
  winsize wanted{};
  wanted.ws_col = static_cast<unsigned short>(size.columns);
  wanted.ws_row = static_cast<unsigned short>(size.rows);
  ioctl(terminal, TIOCSWINSZ, &wanted);
}

// posix_spawn's actions on the child's descriptors.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// A session leader that opens a terminal gets it as its controlling terminal.
pid_t spawn(const ProgramStart& start, const char* terminal, int socket) {
  FileActions files;
  if (terminal != nullptr) {
    posix_spawn_file_actions_addopen(files.get(), STDIN_FILENO, terminal, O_RDWR, 0);
  } else {
    posix_spawn_file_actions_adddup2(files.get(), socket, STDIN_FILENO);
  }
  posix_spawn_file_actions_adddup2(files.get(), STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(files.get(), STDIN_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(files.get(), STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> words = {"ninelives"};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  pid_t child = -1;
  const int failed = posix_spawn(&child, start.program.c_str(), files.get(), &attributes,
                                 pointers(words).data(), pointers(start.environment).data());
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) throw SshError(start.program.string() + ": " + std::strerror(failed));
  return child;
}

}  // namespace

SessionProgram::SessionProgram(const ProgramStart& start) : terminal_(start.terminal) {
  if (terminal_) {
    file_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    std::array<char, 64> name{};
    if (file_ < 0 || grantpt(file_) != 0 || unlockpt(file_) != 0 ||
        ptsname_r(file_, name.data(), name.size()) != 0) {
      if (file_ >= 0) close(file_);
      fail("no terminal for a session");
    }
    set_size(file_, start.size);
    try {
      child_ = spawn(start, name.data(), -1);
    } catch (const SshError&) {
      close(file_);
      throw;
    }
    return;
  }
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) fail("socketpair");
  file_ = pair[0];
  fcntl(file_, F_SETFL, O_NONBLOCK);
  try {
    child_ = spawn(start, nullptr, pair[1]);
  } catch (const SshError&) {
    close(pair[0]);
    close(pair[1]);
    throw;
  }
  close(pair[1]);
}

SessionProgram::~SessionProgram() {
  close(file_);  // of a terminal: the child gets SIGHUP
  if (!terminal_ && status() < 0) kill(child_, SIGTERM);
  for (int tries = 0; tries < 100 && status() < 0; ++tries) poll(nullptr, 0, 10);
  if (status() >= 0) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void SessionProgram::resize(TerminalSize size) const {
  if (terminal_) set_size(file_, size);
}

void SessionProgram::interrupt() const { kill(child_, SIGINT); }

void SessionProgram::end_input() const {
  if (!terminal_) shutdown(file_, SHUT_WR);
}

int SessionProgram::status() {
  int status = 0;
  if (status_ < 0 && waitpid(child_, &status, WNOHANG) == child_) {
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : kKilled;
  }
  return status_;
}

}  // namespace nl
