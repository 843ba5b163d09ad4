// Line input from streams and files, with signals.
#include "terminal/input.h"

#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace nl {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Limit of one answer; the rest of a longer line is read as further lines.
constexpr std::size_t kLongestLine = 4096;

volatile sig_atomic_t line_interrupted = 0;
volatile sig_atomic_t line_terminated = 0;

void note_line_signal(int signal) { (signal == SIGINT ? line_interrupted : line_terminated) = 1; }

int poll_time(std::optional<Clock::time_point> end) {
  if (!end) return -1;
  const auto left = std::chrono::ceil<milliseconds>(*end - Clock::now());
  return left.count() > 0 ? static_cast<int>(left.count()) : 0;
}

}  // namespace

void catch_interrupts(bool termination) {
  struct sigaction action {};
  action.sa_handler = note_line_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // no SA_RESTART: a signal must interrupt a waiting read
  sigaction(SIGINT, &action, nullptr);
  if (!termination) return;
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
}

InputLine StreamInput::read(std::optional<milliseconds>) {
  std::string text;
  if (!std::getline(in_, text)) return {};
  return {InputLine::Outcome::Text, std::move(text)};
}

std::optional<std::string> FileInput::take_line() {
  const std::size_t end = buffer_.find('\n');
  if (end == std::string::npos && buffer_.size() < kLongestLine) return std::nullopt;
  const std::size_t length = end == std::string::npos ? kLongestLine : end;
  std::string line = buffer_.substr(0, length);
  buffer_.erase(0, end == std::string::npos ? length : length + 1);
  return line;
}

bool FileInput::from_keyboard() const { return isatty(file_) != 0; }

void FileInput::forget_ahead() {
  if (!from_keyboard()) return;
  tcflush(file_, TCIFLUSH);
  buffer_.clear();
}

InputLine FileInput::read(std::optional<milliseconds> wait) {
  std::optional<Clock::time_point> end;
  if (wait) end = Clock::now() + *wait;
  while (true) {
    if (line_terminated != 0) return {InputLine::Outcome::Terminated};
    if (std::exchange(line_interrupted, 0) != 0) return {InputLine::Outcome::Interrupted};
    if (auto line = take_line()) return {InputLine::Outcome::Text, std::move(*line)};
    if (ended_ && !buffer_.empty()) return {InputLine::Outcome::Text, std::exchange(buffer_, {})};
    if (ended_ && (listen_to_ < 0 || !std::exchange(end_reported_, true))) return {};
    std::array<pollfd, 2> files = {pollfd{ended_ ? -1 : file_, POLLIN, 0},
                                   pollfd{listen_to_, POLLIN, 0}};
    const int ready = poll(files.data(), files.size(), poll_time(end));
    if (ready == 0) return {InputLine::Outcome::TimeUp};
    if (ready > 0 && files[0].revents == 0) return {InputLine::Outcome::TimeUp};
    if (ready < 0) {
      if (errno == EINTR) continue;
      return {};
    }
    std::array<char, 1024> bytes;
    const ssize_t count = ::read(file_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      ended_ = true;
    } else {
      buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }
}

}  // namespace nl
