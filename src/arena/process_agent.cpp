#include "arena/process_agent.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "engine/encode.h"
#include "protocol/view_json.h"
#include "text/bytes.h"
#include "text/notation.h"

namespace nl {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kProtocol = 1;

// The `counting` observation, two hexadecimal digits a byte: what learned agents were trained on.
std::string observation_hex(const Rules& rules, const View& v) {
  CountingObservation observation;
  encode(rules, v, observation);
  return to_hex(std::bit_cast<std::array<std::uint8_t, sizeof observation>>(observation));
}

}  // namespace

std::string question_line(const Rules& rules, const View& v) {
  Json legal = Json::array();
  v.legal.for_each([&](Action action) { legal.push_back(action.id); });
  const Json json = {{"ask", std::move(legal)},
                     {"view", view_json(rules, v)},
                     {"observation", observation_hex(rules, v)}};
  return json.dump();
}

ProcessAgent::ProcessAgent(std::string command, int timeout_ms)
    : command_(std::move(command)), timeout_ms_(timeout_ms) {}

ProcessAgent::~ProcessAgent() { stop(); }

void ProcessAgent::start() {
  int down[2];
  int up[2];
  // Close-on-exec: another thread's program must not hold this one's pipes open.
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe for " + command_);
  }
  signal(SIGPIPE, SIG_IGN);  // a program that has gone is noticed by its silence
  pid_ = fork();
  if (pid_ == 0) {
    setpgid(0, 0);
    dup2(down[0], 0);
    dup2(up[1], 1);
    execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
  unread_.clear();
}

void ProcessAgent::stop() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool ProcessAgent::send(const std::string& line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = write(to_, rest.data(), rest.size());
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool ProcessAgent::receive(std::string& line) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(timeout_ms_);
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return true;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{from_, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
    char buffer[4096];
    const ssize_t got = read(from_, buffer, sizeof buffer);
    if (got <= 0) return false;
    unread_.append(buffer, static_cast<std::size_t>(got));
  }
}

void ProcessAgent::begin(const Rules&, int seats, Seat seat, std::uint64_t seed) {
  if (pid_ < 0) start();
  const Json json = {{"begin", kProtocol}, {"seat", seat}, {"seats", seats}, {"seed", seed}};
  send(json.dump() + '\n');
}

// A program that was too late may answer the wrong question next: it is started anew.
Action ProcessAgent::act(const Rules& rules, const View& v) {
  std::string answer;
  if (pid_ < 0) start();
  failed_ = !send(question_line(rules, v) + '\n') || !receive(answer);
  if (failed_) stop();
  const auto id = parse_number(answer, kActions - 1);
  return make_action(id ? *id : kWords);
}

}  // namespace nl
