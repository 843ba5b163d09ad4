// Supervisor of the ssh server's process.
#include "app/ssh_supervisor.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "client/address.h"
#include "net/server_log.h"

extern char** environ;

namespace nl {
namespace {

constexpr int kLookMs = 50;
constexpr int kPauseMs = 500;      // delay of a restart
constexpr int kGoodbyeMs = 3'000;  // grace time for its sessions, after SIGTERM

}  // namespace

std::vector<std::string> ssh_server_command(const NetOptions& options, std::uint16_t port) {
  std::string server = "127.0.0.1:" + std::to_string(port);
  if (!options.tls_cert.empty()) {
    if (!options.page_url.starts_with("https://")) {
      throw NetError("--ssh with TLS needs page_url = \"https://HOST\", the certificate's name");
    }
    server = "wss://" + options.page_url.substr(std::string("https://").size());
    while (server.ends_with('/')) server.pop_back();
    if (!parse_address(server, port)) throw NetError("--ssh: page_url has more than a host");
  }
  return {"ssh",
          "--server",
          server,
          "--port",
          std::to_string(options.ssh_port),
          "--bind",
          options.bind,
          "--data",
          (options.data / "ssh").string(),
          "--log",
          options.log.level,
          "--log-form",
          options.log.form,
          "--parent",
          std::to_string(getpid())};
}

class SshSupervisor::Impl {
 public:
  explicit Impl(std::vector<std::string> command)
      : command_(std::move(command)), thread_([this] { keep_running(); }) {}
  ~Impl() {
    ending_ = true;
    thread_.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

 private:
  pid_t start() {
    std::vector<char*> words = {const_cast<char*>("ninelives")};
    for (std::string& word : command_) words.push_back(word.data());
    words.push_back(nullptr);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    pid_t child = -1;
    if (posix_spawn(&child, "/proc/self/exe", &files, &attributes, words.data(), environ) != 0) {
      child = -1;
    }
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return child;
  }

  // Waits until the process ends or `ending_` is set; returns whether it has ended.
  bool wait_for(pid_t child) {
    while (!ending_) {
      if (waitpid(child, nullptr, WNOHANG) == child) return true;
      poll(nullptr, 0, kLookMs);
    }
    return false;
  }

  static void stop(pid_t child) {
    kill(child, SIGTERM);
    for (int waited = 0; waited < kGoodbyeMs; waited += kLookMs) {
      if (waitpid(child, nullptr, WNOHANG) == child) return;
      poll(nullptr, 0, kLookMs);
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }

  void keep_running() {
    while (!ending_) {
      const pid_t child = start();
      if (child >= 0 && !wait_for(child)) return stop(child);
      if (ending_) return;
      log_event(LogLevel::Warning, "ssh_door_ended");
      for (int waited = 0; waited < kPauseMs && !ending_; waited += kLookMs) {
        poll(nullptr, 0, kLookMs);
      }
    }
  }

  std::vector<std::string> command_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

SshSupervisor::SshSupervisor(std::vector<std::string> command)
    : impl_(std::make_unique<Impl>(std::move(command))) {}
SshSupervisor::~SshSupervisor() = default;

}  // namespace nl
