// Child process that writes, reports what is durable, and is killed.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <stdexcept>
#include <vector>

namespace nl {

// A child process, and the pipe on which it acknowledges.
class Child {
 public:
  explicit Child(const std::function<void(int acknowledge)>& work) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    close(ends[1]);
    acknowledged_ = ends[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { close(acknowledged_); }

  void kill_now() const { kill(pid_, SIGKILL); }
  // Until it has said so much, as the last.
  void wait_for(int count) const {
    int value = -1;
    while (value + 1 < count && read(acknowledged_, &value, sizeof value) == sizeof value) {
    }
  }
  int wait_for_end() const {
    int status = 0;
    waitpid(pid_, &status, 0);
    return status;
  }
  // All that it said before it died.
  std::vector<int> acknowledged() const {
    std::vector<int> all;
    for (int value = 0; read(acknowledged_, &value, sizeof value) == sizeof value;) {
      all.push_back(value);
    }
    return all;
  }

 private:
  pid_t pid_ = 0;
  int acknowledged_ = 0;
};

inline void acknowledge(int pipe, int value) {
  if (write(pipe, &value, sizeof value) != sizeof value) _exit(1);
}

}  // namespace nl
