// The server that is measured, as another process.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "common.h"

namespace nl::bench {

class ServerProcess {
 public:
  ServerProcess(const std::string& program, const std::string& folder) {
    int out[2];
    if (pipe(out) != 0) fail("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      dup2(out[1], STDOUT_FILENO);
      close(out[0]);
      close(out[1]);
      const std::string data = folder + "/data";
      const std::string config = folder + "/server.toml";
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
  double cpu_seconds() const {
    std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
    std::string line;
    std::getline(stat, line);
    line.erase(0, line.rfind(')') + 2);
    long user = 0;
    long system = 0;
    std::sscanf(line.c_str(), "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user,
                &system);
    return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

 private:
  pid_t pid_ = 0;
  int port_ = 0;
  int out_ = -1;
};

}  // namespace nl::bench
