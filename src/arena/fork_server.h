// Fork server of Python agents: imports modules once and forks a sandboxed process for each game.
#pragma once

#include <memory>
#include <mutex>
#include <string>

namespace nl {

// An agent's command with modules to import once: `preload:torch,numpy python3 agent.py --fast`.
struct PreloadedCommand {
  std::string modules{};    // torch,numpy; empty: a plain command
  std::string program{};    // python3
  std::string arguments{};  // agent.py --fast

  std::string plain() const { return program + ' ' + arguments; }
};

// Throws std::invalid_argument where modules are named and no Python script follows.
PreloadedCommand preloaded_command(const std::string& command);

// Words of a shell's line that start the server, to be run in `folder` within a sandbox's mounts.
std::string server_words(const PreloadedCommand& command, const std::string& folder,
                         const std::string& paths);

class ForkServer {
 public:
  // The one that was started with this shell command. Throws std::invalid_argument with the reason
  // where its modules can't be imported or games can't be isolated.
  static std::shared_ptr<ForkServer> of(const std::string& command);

  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // Forks a process that reads from `in` and writes to `out`. Its number, which is its group's too.
  // Throws std::runtime_error if the server has gone.
  int fork_game(int in, int out);

 private:
  explicit ForkServer(const std::string& command);
  std::string heard(int milliseconds);

  std::mutex one_at_a_time_;
  int control_ = -1;
  int process_ = -1;
};

}  // namespace nl
