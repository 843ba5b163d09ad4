// The server that is measured, as another process.
#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "common.h"

namespace nl::bench {

// Of a process: who started it, and the processor's seconds, its own and those of its children that
// have ended.
struct ProcessTimes {
  int parent = 0;
  double own = 0;
  double ended_children = 0;
};

inline ProcessTimes times_of(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string line;
  if (!std::getline(stat, line)) return {};
  line.erase(0, line.rfind(')') + 2);
  int parent = 0;
  long user = 0, system = 0, ended_user = 0, ended_system = 0;
  std::sscanf(line.c_str(), "%*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld", &parent,
              &user, &system, &ended_user, &ended_system);
  const auto tick = static_cast<double>(sysconf(_SC_CLK_TCK));
  return {parent, static_cast<double>(user + system) / tick,
          static_cast<double>(ended_user + ended_system) / tick};
}

class ServerProcess {
 public:
  ServerProcess(const std::string& program, const std::string& data, const std::string& config) {
    int out[2];
    if (pipe(out) != 0) fail("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(out[1], STDOUT_FILENO);
      close(out[0]);
      close(out[1]);
      execl(program.c_str(), program.c_str(), "serve", "--bind", "127.0.0.1", "--port", "0",
            "--data", data.c_str(), "--config", config.c_str(), nullptr);
      _exit(127);
    }
    close(out[1]);
    std::string text;
    char byte = 0;
    while (text.find("127.0.0.1:") == std::string::npos || text.back() != '/') {
      if (read(out[0], &byte, 1) != 1) fail("the server did not start");
      text += byte;
    }
    port_ = std::atoi(text.c_str() + text.find("127.0.0.1:") + 10);
    out_ = out[0];
  }
  ~ServerProcess() { end(SIGTERM); }
  void end(int signal) {
    if (pid_ == 0) return;
    kill(pid_, signal);
    waitpid(pid_, nullptr, 0);
    close(out_);
    pid_ = 0;
  }
  int port() const { return port_; }
  long resident_kib() const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    std::string word;
    while (status >> word) {
      if (word != "VmRSS:") continue;
      long kib = 0;
      status >> kib;
      return kib;
    }
    return 0;
  }
  double cpu_seconds() const { return times_of(std::to_string(pid_)).own; }

 private:
  pid_t pid_ = 0;
  int port_ = 0;
  int out_ = -1;
};

}  // namespace nl::bench
