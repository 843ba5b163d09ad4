// An agent that is a program of its own. It gets one line of JSON a question on its standard input
// and answers with one line on its standard output; docs/train/agents.md describes the lines.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "arena/contest.h"
#include "arena/fork_server.h"

namespace nl {

// `story`: the events since the seat's last question, in English sentences.
std::string question_line(const Rules& rules, const View& v,
                          const std::vector<std::string>& story = {});

// Start mode of a game's process. The last two modes need commands from sandbox.h.
enum class Start : std::uint8_t {
  Open,       // by the command
  Sandboxed,  // by the command, which receives its system call filter
  Forked,     // by the ForkServer that the command starts
};

class ProcessAgent : public Agent {
 public:
  ProcessAgent(std::string command, int timeout_ms, Start how = Start::Open);
  ~ProcessAgent() override;
  ProcessAgent(const ProcessAgent&) = delete;
  ProcessAgent& operator=(const ProcessAgent&) = delete;

  // Starts a fresh process per game: a process that saw several games of a deal would know all
  // hands in the second.
  void begin(const Rules& rules, int seats, Seat seat, std::uint64_t seed) override;
  Action act(const Rules& rules, const View& v, Past past) override;
  void observe(const Event& event) override;
  bool failed() const override { return failed_; }
  bool elsewhere() const override { return true; }
  std::optional<double> micros_taken() const override;

  // Runs a sandbox's command to its end; true if it exits with 0.
  static bool succeeds(const std::string& command);

 private:
  using Clock = std::chrono::steady_clock;

  void start();
  void start_process(int in, int out);
  void stop();
  bool ready(int pipe, short event, Clock::time_point deadline) const;
  bool has_unsolicited_output();
  // False: too late, or the program has ended.
  bool send(const std::string& line, Clock::time_point deadline);
  bool receive(std::string& line, Clock::time_point deadline);
  bool read_some();

  std::string command_;
  std::chrono::milliseconds timeout_;
  Start how_;
  int pid_ = -1;
  ForkServer::Process forked_{};  // the same process, if a fork server started it
  int to_ = -1;
  int from_ = -1;
  std::string unread_;
  Seat seat_ = 0;
  std::vector<std::string> names_;  // of the players, as the story calls them
  std::vector<std::string> story_;  // since the last question
  bool failed_ = false;
};

}  // namespace nl
