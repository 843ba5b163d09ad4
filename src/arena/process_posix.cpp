// Agent processes on POSIX: start, pipes, answers with a deadline, end.
#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cerrno>
#include <stdexcept>
#include <utility>

#include "arena/machine.h"
#include "arena/process_agent.h"
#include "arena/seccomp_filter.h"
#include "protocol/view_json.h"
#include "text/notation.h"
#include "text/rules_text.h"

namespace nl {
namespace {

constexpr int kProtocol = 1;
constexpr std::size_t kLongestAnswer = 4096;

// Close-on-exec: another thread's program must not hold this one's pipes open.
bool open_pipe(int (&ends)[2]) {
#ifdef __APPLE__  // in two steps: a program that another thread starts in between gets the pipe too
  if (pipe(ends) != 0) return false;
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  return true;
#else
  return pipe2(ends, O_CLOEXEC) == 0;
#endif
}

// A memory file with the system call filter, one per start, because reading moves its position.
int open_filter() {
#ifdef __linux__
  static const std::string filter = seccomp_filter();
  const int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (::write(file, filter.data(), filter.size()) != static_cast<ssize_t>(filter.size())) return -1;
  lseek(file, 0, SEEK_SET);
  return file;
#else
  return -1;
#endif
}

// In the child: puts the filter at the descriptor that the command names, which survives exec.
void hand_over_filter(int filter) {
  if (filter == kFilterDescriptor) {
    fcntl(filter, F_SETFD, 0);
  } else if (filter >= 0) {
    dup2(filter, kFilterDescriptor);
  }
}

[[noreturn]] void run_shell(const std::string& command) {
  execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

bool ProcessAgent::succeeds(const std::string& command) {
  const int filter = open_filter();
  const pid_t child = fork();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    for (int end = 0; end < 3; ++end) dup2(nothing, end);
    hand_over_filter(filter);
    run_shell(command);
  }
  if (filter >= 0) close(filter);
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

void ProcessAgent::start_process(int in, int out) {
  if (how_ == Start::Forked) {
    forked_ = ForkServer::of(command_)->fork_game(in, out);
    pid_ = forked_.number;
    return;
  }
  const int filter = how_ == Start::Sandboxed ? open_filter() : -1;
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    dup2(in, 0);
    dup2(out, 1);
    hand_over_filter(filter);
    run_shell(command_);
  }
  if (filter >= 0) close(filter);
  pid_ = child;
}

void ProcessAgent::start() {
  int down[2];
  int up[2];
  if (!open_pipe(down) || !open_pipe(up)) throw std::runtime_error("no pipe for " + command_);
  signal(SIGPIPE, SIG_IGN);  // the silence of an ended program is noticed
  start_process(down[0], up[1]);
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
  // A program that doesn't read fills its pipe: writing must not block either.
  fcntl(to_, F_SETFL, O_NONBLOCK);
  fcntl(from_, F_SETFL, O_NONBLOCK);
  unread_.clear();
}

void ProcessAgent::stop() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  if (how_ == Start::Forked) {
    forked_.end();  // its parent waits for it
  } else {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_ = -1;
}

bool ProcessAgent::ready(int pipe, short event, Clock::time_point deadline) const {
  using std::chrono::milliseconds;
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
  pollfd waiting{pipe, event, 0};
  return left >= 0 && poll(&waiting, 1, static_cast<int>(left)) > 0;
}

bool ProcessAgent::send(const std::string& line, Clock::time_point deadline) {
  std::string_view rest = line;
  while (!rest.empty()) {
    if (!ready(to_, POLLOUT, deadline)) return false;
    const ssize_t written = ::write(to_, rest.data(), rest.size());
    if (written < 0 && errno == EAGAIN) continue;
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool ProcessAgent::read_some() {
  char buffer[4096];
  const ssize_t got = ::read(from_, buffer, sizeof buffer);
  if (got <= 0) return got < 0 && errno == EAGAIN;
  unread_.append(buffer, static_cast<std::size_t>(got));
  return unread_.size() <= kLongestAnswer;
}

bool ProcessAgent::receive(std::string& line, Clock::time_point deadline) {
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return true;
    }
    if (!ready(from_, POLLIN, deadline) || !read_some()) return false;
  }
}

// Output before the question is no answer, and would shift all later answers.
bool ProcessAgent::has_unsolicited_output() {
  if (unread_.empty() && ready(from_, POLLIN, Clock::now())) read_some();
  return !unread_.empty();
}

void ProcessAgent::begin(const Rules& rules, int seats, Seat seat, std::uint64_t seed) {
  stop();
  start();
  failed_ = false;
  seat_ = seat;
  story_.clear();
  names_.clear();
  for (int i = 0; i < seats; ++i) names_.push_back("player_" + std::to_string(i));
  const Json json = {{"begin", kProtocol},
                     {"seat", seat},
                     {"seats", seats},
                     {"seed", seed},
                     {"rules", rules_json(rules)}};
  send(json.dump() + '\n', Clock::now() + timeout_);
}

std::optional<double> ProcessAgent::micros_taken() const {
  return pid_ < 0 ? std::nullopt : processor_micros(pid_);
}

// An agent that has failed leaves the game, so that its process gets no further question.
Action ProcessAgent::act(const Rules& rules, const View& v, Past) {
  std::string answer;
  const auto deadline = Clock::now() + timeout_;
  failed_ = has_unsolicited_output() || !send(question_line(rules, v, story_) + '\n', deadline) ||
            !receive(answer, deadline);
  story_.clear();
  if (failed_) stop();
  const auto id = parse_number(answer, kActions - 1);
  return make_action(id ? *id : kWords);
}

}  // namespace nl
#endif
