// Game program of one ssh session: a child process on a pseudo-terminal, or on a pair of sockets if
// the client asked for no terminal. There is no shell in between.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace nl {

struct TerminalSize {
  int columns = 80;
  int rows = 24;
};

struct ProgramStart {
  std::filesystem::path program{};
  std::vector<std::string> arguments{};    // without the program's name
  std::vector<std::string> environment{};  // NAME=value; nothing else is inherited
  bool terminal = false;
  TerminalSize size{};
};

class SessionProgram {
 public:
  // Throws SshError.
  explicit SessionProgram(const ProgramStart& start);
  // Hangs up and waits for the child's end; kills it after a second.
  ~SessionProgram();
  SessionProgram(const SessionProgram&) = delete;
  SessionProgram& operator=(const SessionProgram&) = delete;

  // Non-blocking descriptor of the child's screen and keyboard.
  int file() const { return file_; }
  void resize(TerminalSize size) const;
  void interrupt() const;
  // End of input. A terminal has no such end, so the session ends there.
  void end_input() const;
  // Exit status, without waiting; -1 while it runs.
  int status();

 private:
  int file_ = -1;
  bool terminal_ = false;
  pid_t child_ = -1;
  int status_ = -1;
};

}  // namespace nl
