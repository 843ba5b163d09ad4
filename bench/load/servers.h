// Servers under load: one with its own folder, or nodes on a PostgreSQL of their own.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <vector>

#include "server_process.h"

namespace nl::bench {

// All that a run leaves on the disk.
class Folder {
 public:
  static inline std::string where = "/var/tmp";

  Folder() {
    path_ = where + "/bench_server.XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) fail("no folder in " + where);
    chmod(path_.c_str(), 0755);  // PostgreSQL runs as another user
  }
  ~Folder() {
    if (std::system(("rm -rf " + path_).c_str()) != 0) std::perror("rm");
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Postgres {
 public:
  explicit Postgres(const std::string& folder) : folder_(folder + "/pg") { order("start"); }
  ~Postgres() { order("stop"); }
  std::string address() const { return "postgres://ninelives@/postgres?host=" + folder_; }
  // Of the process that listens and of all that it has started, ended ones too.
  double cpu_seconds() const {
    int first = 0;
    std::ifstream(folder_ + "/data/postmaster.pid") >> first;
    const ProcessTimes listener = times_of(std::to_string(first));
    double sum = listener.own + listener.ended_children;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const std::string pid = entry.path().filename().string();
      if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
      const ProcessTimes process = times_of(pid);
      if (process.parent == first) sum += process.own;
    }
    return sum;
  }

 private:
  void order(const std::string& what) const {
    const std::string command = "tests/cluster/postgres.sh " + what + " " + folder_ + " >&2";
    if (std::system(command.c_str()) != 0) fail(command);
  }

  const std::string folder_;
};

class Servers {
 public:
  // `nodes`: 0: one server with its own folder.
  Servers(std::string program, int nodes) : program_(std::move(program)) {
    if (nodes > 0) postgres_ = std::make_unique<Postgres>(folder_.path());
    for (int i = 0; i < std::max(1, nodes); ++i) add();
  }

  void add() {
    const std::size_t number = servers_.size();
    const std::string config = folder_.path() + "/server" + std::to_string(number) + ".toml";
    write_config(config, number);
    servers_.push_back(std::make_unique<ServerProcess>(
        program_, folder_.path() + (postgres_ ? "/node" + std::to_string(number) : "/data"),
        config));
  }
  void kill_first() { servers_.front()->end(SIGKILL); }

  // Whole rooms are at one node.
  int port(std::size_t room) const { return servers_[room % servers_.size()]->port(); }
  int last_port() const { return servers_.back()->port(); }
  long resident_kib() const {
    return sum<long>([](const ServerProcess& server) { return server.resident_kib(); });
  }
  double cpu_seconds() const {
    return sum<double>([](const ServerProcess& server) { return server.cpu_seconds(); });
  }

  double database_cpu_seconds() const { return postgres_ ? postgres_->cpu_seconds() : 0; }

 private:
  template <class Number, class Of>
  Number sum(Of of) const {
    return std::accumulate(servers_.begin(), servers_.end(), Number{},
                           [&](Number all, const auto& server) { return all + of(*server); });
  }
  void write_config(const std::string& file, std::size_t number) const {
    std::ofstream config(file);
    config << "log = \"off\"\nconnections = 100000\nper_address = 100000\nkey = '" << folder_.path()
           << "/the.key'\n";
    if (postgres_) {
      config << "store = '" << postgres_->address()
             << "'\nnode_url = 'ws://127.0.0.1:" << number + 1 << "/ws'\n";
    }
    config << "[limits]\nrooms = 100000\nrooms_per_address = 100000\nbots_per_address = 100000\n"
              "room_burst = 100000\ngame_burst = 100000\nenter_burst = 100000\n"
              "[pace]\ngrace_ms = 3600000\n[features]\nladder = true\n";
  }

  const Folder folder_;
  const std::string program_;
  std::unique_ptr<Postgres> postgres_;
  std::vector<std::unique_ptr<ServerProcess>> servers_;
};

}  // namespace nl::bench
