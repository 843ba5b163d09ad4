// Fork server of Python agents: imports modules once and forks a sandboxed process for each game.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace nl {

// An agent's command with modules to import once: `preload:torch,numpy python3 agent.py --fast`.
struct PreloadedCommand {
  std::string modules{};    // torch,numpy; empty: a plain command
  std::string program{};    // python3
  std::string arguments{};  // agent.py --fast

  std::string plain() const { return program + ' ' + arguments; }
};

// Throws std::invalid_argument if modules are named but no Python script follows.
PreloadedCommand preloaded_command(const std::string& command);

// Environment in which a fork server runs its games.
struct ForkPlace {
  std::string folder;
  std::string paths{};                // PYTHONPATH
  std::vector<std::string> hidden{};  // files that each game finds empty
};

// Part of a shell command that starts the server within a sandbox's mounts.
std::string server_words(const PreloadedCommand& command, const ForkPlace& place);

class ForkServer {
 public:
  // Wraps a server started with this shell command. Throws std::invalid_argument with the reason if
  // its modules can't be imported or games can't be isolated.
  static std::shared_ptr<ForkServer> of(const std::string& command);

  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Process of one game: the first of its PID namespace, so that all its processes end together.
  struct Process {
    int number = -1;
    int handle = -1;  // a pidfd, since a process number may be reused after the end
    void end();
  };

  // Forks a process that reads from `in` and writes to `out`. Throws std::runtime_error if the
  // server has ended.
  Process fork_game(int in, int out);

 private:
  explicit ForkServer(const std::string& command);
  std::string heard(int milliseconds);

  std::mutex one_at_a_time_;
  int control_ = -1;
  int process_ = -1;
};

}  // namespace nl
