// Terminal in full-screen mode: raw mode, signals and polling.
#include "terminal/tty.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "terminal/row_update.h"

namespace nl {
namespace {

constexpr std::chrono::milliseconds kEscapeWait{40};
// Alternate screen, no wrapping, no cursor, mouse buttons in the form without a size limit.
constexpr std::string_view kEnter =
    "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[2J\x1b[H";
constexpr std::string_view kLeave =
    "\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[2J\x1b[H\x1b[?25h\x1b[?7h\x1b[?1049l";

// Signal handlers only set a flag and write to a pipe that wakes poll().
volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t terminated = 0;
volatile std::sig_atomic_t size_changed = 0;
std::array<int, 2> wake_pipe = {-1, -1};

extern "C" void note_signal(int signal) {
  if (signal == SIGWINCH) {
    size_changed = 1;
  } else {
    (signal == SIGINT ? interrupted : terminated) = 1;
  }
  const int kept = errno;
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(wake_pipe[1], &byte, 1);
  errno = kept;
}

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      return;  // the terminal is gone; wait() will report it
    }
  }
}

void listen_to_signals() {
  if (wake_pipe[0] < 0 && pipe2(wake_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH}) sigaction(signal, &action, nullptr);
}

void stop_listening() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH}) std::signal(signal, SIG_DFL);
}

void drain_wake_pipe() {
  std::array<char, 64> bytes;
  while (read(wake_pipe[0], bytes.data(), bytes.size()) > 0) {
  }
}

constexpr int kFatalSignals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};

// Terminal settings to restore when the program crashes; null while no full screen is open.
const termios* settings_before = nullptr;

// Restores the terminal, then lets the signal end the program: SA_RESETHAND has removed this
// handler.
extern "C" void restore_and_die(int signal) {
  if (settings_before != nullptr) {
    [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, kLeave.data(), kLeave.size());
    tcsetattr(STDIN_FILENO, TCSANOW, settings_before);
  }
  std::raise(signal);
}

void restore_on_crash(const termios& before) {
  settings_before = &before;
  struct sigaction action {};
  action.sa_handler = restore_and_die;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  sigemptyset(&action.sa_mask);
  for (const int signal : kFatalSignals) {
    struct sigaction present {};
    // A sanitizer's handler prints its report and stays.
    if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_DFL) {
      sigaction(signal, &action, nullptr);
    }
  }
}

void stop_restoring() {
  settings_before = nullptr;
  for (const int signal : kFatalSignals) {
    struct sigaction present {};
    if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler == restore_and_die) {
      std::signal(signal, SIG_DFL);
    }
  }
}

}  // namespace

Tty::Tty() {
  tcgetattr(STDIN_FILENO, &before_);
  begin();
}

Tty::~Tty() { end(); }

void Tty::begin() {
  restore_on_crash(before_);
  interrupted = 0;
  terminated = 0;
  size_changed = 0;
  listen_to_signals();
  enter();
}

void Tty::end() {
  leave();
  stop_listening();
  stop_restoring();
}

void Tty::lend(const std::function<void()>& use) {
  end();
  use();
  begin();
}

void Tty::enter() {
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  write_all(kEnter);
  shown_.clear();
}

void Tty::leave() {
  write_all(kLeave);
  tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

void Tty::suspend() {
  leave();
  std::raise(SIGTSTP);
  enter();
  size_changed = 1;  // draw again
}

ScreenSize Tty::size() const {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return {};
  return {size.ws_col, size.ws_row};
}

// False at the end of input.
bool Tty::read_keys() {
  std::array<char, 256> bytes;
  const ssize_t got = read(STDIN_FILENO, bytes.data(), bytes.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (got <= 0) return false;
  reader_.feed({bytes.data(), static_cast<std::size_t>(got)});
  while (auto key = reader_.next()) keys_.push_back(std::move(*key));
  return true;
}

bool Tty::take_key() {
  while (!keys_.empty()) {
    key_ = std::move(keys_.front());
    keys_.pop_front();
    if (!habitual_enter_.drops(key_, std::chrono::steady_clock::now())) return true;
  }
  return false;
}

void Tty::forget_keys() {
  tcflush(STDIN_FILENO, TCIFLUSH);
  reader_ = {};
  keys_.clear();
}

void Tty::ignore_enter() { habitual_enter_.begin(std::chrono::steady_clock::now()); }

Wake Tty::wait(std::chrono::milliseconds longest, int listen_to) {
  const auto end = std::chrono::steady_clock::now() + longest;
  for (;;) {
    if (terminated != 0) return Wake::Terminated;
    if (interrupted != 0) {
      interrupted = 0;  // so that a second Ctrl-C, while the player is asked, is noticed
      return Wake::Interrupted;
    }
    if (size_changed != 0) {
      size_changed = 0;
      shown_.clear();
      return Wake::Resized;
    }
    if (take_key()) {
      if (key_.kind == KeyKind::Interrupt) return Wake::Interrupted;
      if (key_.kind == KeyKind::EndOfFile) return Wake::Closed;
      if (key_.kind != KeyKind::Suspend && key_.kind != KeyKind::Redraw) return Wake::Pressed;
      if (key_.kind == KeyKind::Suspend) suspend();
      size_changed = 1;
      continue;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    const bool escape = reader_.unfinished();
    const auto pause = std::max(escape ? std::min(left, kEscapeWait) : left, kEscapeWait * 0);
    std::array<pollfd, 3> files = {pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{wake_pipe[0], POLLIN, 0},
                                   pollfd{listen_to, POLLIN, 0}};
    const int ready = poll(files.data(), files.size(), static_cast<int>(pause.count()));
    if (files[1].revents != 0) drain_wake_pipe();
    if (ready > 0 && files[0].revents != 0) {
      if (!read_keys()) return Wake::Closed;
    } else if (ready > 0 && files[2].revents != 0) {
      return Wake::News;
    } else if (ready == 0 && escape) {
      if (auto key = reader_.give_up()) keys_.push_back(std::move(*key));
    } else if (ready == 0) {
      return Wake::Timeout;
    }
  }
}

void Tty::show(const std::vector<std::string>& rows) {
  std::string out;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    out += row_update(static_cast<int>(y), y < shown_.size() ? shown_[y] : "", rows[y]);
  }
  write_all(out);
  shown_ = rows;
}

void Tty::wipe() {
  write_all("\x1b[0m\x1b[2J\x1b[H");
  shown_.clear();
}

bool has_terminal() {
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return !dumb && isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool colours_off() { return is_set("NO_COLOR"); }

bool plain_locale() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(variable)) continue;
    const std::string_view locale = std::getenv(variable);
    return locale == "C" || locale == "POSIX";
  }
  return false;
}

bool motion_off() { return colours_off() || is_set("REDUCED_MOTION"); }

}  // namespace nl
