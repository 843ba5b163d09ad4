// Server log: formatting, rate limits and the writer thread.
#include "net/server_log.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "fair/commitment.h"
#include "fair/secret.h"
#include "text/bytes.h"

namespace nl {
namespace {

constexpr std::size_t kMostWaiting = 4'096;  // lines
constexpr auto kGoodbye = std::chrono::milliseconds(500);

constexpr auto kLevels =
    std::to_array<std::string_view>({"debug", "info", "warning", "error", "off"});
constexpr auto kForms = std::to_array<std::string_view>({"text", "json"});
constexpr auto kAddresses = std::to_array<std::string_view>({"off", "hash", "plain"});

template <class Named, std::size_t n>
std::optional<Named> kind_of(const std::array<std::string_view, n>& names,
                             const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Named>(found - names.begin());
}

// Writes lines to a file in its own thread, without ever waiting for a reader.
class LineWriter {
 public:
  explicit LineWriter(int file) : file_(file), thread_([this] { run(); }) {}
  ~LineWriter() {
    {
      const std::lock_guard lock(mutex_);
      last_moment_ = std::chrono::steady_clock::now() + kGoodbye;
    }
    work_.notify_one();
    thread_.join();
  }

  void add(std::string line) {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMostWaiting) {
      ++dropped_;
      return;
    }
    waiting_.push_back(std::move(line));
    if (waiting_.size() == 1) work_.notify_one();
  }
  std::uint64_t dropped() const { return dropped_; }

 private:
  bool ending() const { return last_moment_.has_value(); }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return ending() || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const std::string line = waiting_.front();
      lock.unlock();
      const bool written = write_all(line);
      lock.lock();
      if (written || closed_) {
        dropped_ += !written;
        waiting_.pop_front();
      } else if (ending() && std::chrono::steady_clock::now() > *last_moment_) {
        return;
      }
    }
  }

  // Writes parts that fit into any pipe that reports space: such a write returns at once. False:
  // there is no reader, now or later.
  bool write_all(std::string_view line) {
    while (!line.empty()) {
      pollfd wanted{.fd = file_, .events = POLLOUT, .revents = 0};
      if (poll(&wanted, 1, 100) <= 0) return false;
      const ssize_t size = write(file_, line.data(), std::min<std::size_t>(line.size(), 4'096));
      if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      closed_ = size < 0;
      if (closed_) return false;
      line.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }

  const int file_;
  std::mutex mutex_;
  std::condition_variable work_;
  std::deque<std::string> waiting_;
  std::optional<std::chrono::steady_clock::time_point> last_moment_;
  std::atomic<std::uint64_t> dropped_{0};
  std::atomic<bool> closed_{false};
  std::thread thread_;
};

struct Log {
  std::mutex mutex;  // over the settings: they change when the configuration is read again
  std::unique_ptr<LineWriter> writer;
  LogForm form = LogForm::Text;
  LogAddresses addresses = LogAddresses::Hash;
  Bytes32 address_key{};
  std::uint64_t dropped_reported = 0;
  std::atomic<LogLevel> level{LogLevel::Off};
};

Log& the_log() {
  static Log one;
  return one;
}

std::string time_text() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1'000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, 40> text;
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  std::snprintf(text.data() + size, text.size() - size, ".%03dZ", static_cast<int>(millis));
  return text.data();
}

// Escapes a value that may come from a stranger: it must not end the line or look like another
// field.
std::string json_text(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c >= ' ' && c < '\x7F' ? c : '?';
  }
  return text + '"';
}

std::string plain_or_quoted(const std::string& value) {
  const bool plain = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return c > ' ' && c < '\x7F' && c != '"' && c != '\\' && c != '=';
  });
  return plain ? value : json_text(value);
}

std::string line_of(LogForm form, LogLevel level, std::string_view event, LogFields fields) {
  const std::string_view name = kLevels[static_cast<std::size_t>(level)];
  std::string line;
  if (form == LogForm::JsonLines) {
    line = "{\"time\":\"" + time_text() + "\",\"level\":\"" + std::string(name) +
           "\",\"event\":" + json_text(event);
    for (const auto& [key, value] : fields) {
      line += ',' + json_text(key) + ':' + (value.number ? value.text : json_text(value.text));
    }
    return line + "}\n";
  }
  line = time_text() + ' ' + std::string(name) + ' ' + std::string(event);
  for (const auto& [key, value] : fields) {
    line += ' ' + std::string(key) + '=' + plain_or_quoted(value.text);
  }
  return line + '\n';
}

}  // namespace

std::string_view log_fault(const LogOptions& options) {
  if (!kind_of<LogLevel>(kLevels, options.level)) return "log";
  if (!kind_of<LogForm>(kForms, options.form)) return "log_form";
  if (!kind_of<LogAddresses>(kAddresses, options.addresses)) return "log_addresses";
  return {};
}

std::string_view start_log(const LogOptions& options) {
  if (const std::string_view fault = log_fault(options); !fault.empty()) return fault;
  const auto level = kind_of<LogLevel>(kLevels, options.level);
  const auto form = kind_of<LogForm>(kForms, options.form);
  const auto addresses = kind_of<LogAddresses>(kAddresses, options.addresses);
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  if (!log.writer) {
    log.writer = std::make_unique<LineWriter>(STDERR_FILENO);
    log.address_key = secret_bytes();
  }
  log.form = *form;
  log.addresses = *addresses;
  log.level = *level;
  return {};
}

void end_log() {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  log.level = LogLevel::Off;
  log.writer.reset();
}

void log_event(LogLevel level, std::string_view event, LogFields fields) {
  Log& log = the_log();
  if (level < log.level.load()) return;
  const std::lock_guard lock(log.mutex);
  if (!log.writer) return;
  const std::uint64_t dropped = log.writer->dropped();
  if (dropped != log.dropped_reported) {
    log.writer->add(line_of(log.form, LogLevel::Warning, "log_lines_dropped",
                            {{"lines", dropped - log.dropped_reported}}));
    log.dropped_reported = dropped;
  }
  log.writer->add(line_of(log.form, level, event, fields));
}

std::uint64_t log_lines_dropped() {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  return log.writer ? log.writer->dropped() : 0;
}

std::string room_in_log(const RoomId& room) { return to_hex(std::span(room).last<4>()); }

std::string address_in_log(const std::string& address) {
  Log& log = the_log();
  const std::lock_guard lock(log.mutex);
  if (log.addresses == LogAddresses::Off) return {};
  if (log.addresses == LogAddresses::Plain) return address;
  return to_hex(hmac_sha256(log.address_key, {as_bytes(address)})).substr(0, 12);
}

}  // namespace nl
