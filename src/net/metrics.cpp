// Writer of the Prometheus page.
#include "net/metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "net/cluster_watch.h"
#include "net/server_log.h"
#include "text/build_version.h"

namespace nl {
namespace {

// The text form that Prometheus reads.
class Page {
 public:
  template <class Number>
  void add(const char* name, const char* type, const char* help, Number value) {
    head(name, type, help);
    text_ << name << ' ' << value << '\n';
  }
  void add(const char* name, const char* help, const LabelledCounter& reasons) {
    head(name, "counter", help);
    for (const auto& [reason, count] : reasons.all()) {
      text_ << name << "{reason=\"" << reason << "\"} " << count << '\n';
    }
  }
  void add(const char* name, const char* help, const Histogram& times) {
    head(name, "histogram", help);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < Histogram::kEnds.size(); ++i) {
      below += times.count(i);
      text_ << name << "_bucket{le=\"" << Histogram::kEnds[i] / 1e3 << "\"} " << below << '\n';
    }
    below += times.count(Histogram::kEnds.size());
    text_ << name << "_bucket{le=\"+Inf\"} " << below << '\n'
          << name << "_sum " << times.seconds() << '\n'
          << name << "_count " << below << '\n';
  }
  void info(const char* name, const char* help, const std::string& labels) {
    head(name, "gauge", help);
    text_ << name << '{' << labels << "} 1\n";
  }
  std::string text() const { return text_.str(); }

 private:
  // Full numbers, not 1.8e+09.
  static std::ostringstream whole_numbers() {
    std::ostringstream text;
    text.precision(15);
    return text;
  }
  void head(const char* name, const char* type, const char* help) {
    text_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
  }

  std::ostringstream text_ = whole_numbers();
};

long resident_bytes() {
  long all = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

std::size_t open_files() {
  std::error_code error;
  const std::filesystem::directory_iterator files("/proc/self/fd", error);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

rlim_t most_files() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

// Memory limit of the process's control group, as a service manager sets it; empty: none.
std::optional<std::uint64_t> memory_limit() {
  std::string line;
  std::ifstream groups("/proc/self/cgroup");
  while (std::getline(groups, line) && !line.starts_with("0::")) {
  }
  if (!line.starts_with("0::")) return std::nullopt;
  std::uint64_t bytes = 0;
  std::ifstream limit("/sys/fs/cgroup" + line.substr(3) + "/memory.max");
  return limit >> bytes ? std::optional(bytes) : std::nullopt;
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

std::string store_metrics(const StoreFigures& store) {
  Page page;
  page.add("ninelives_store_bytes", "gauge", "Size of the store; looked at every minute.",
           store.bytes.load());
  page.add("ninelives_device_sync_entries", "gauge", "Device sync entries.",
           store.device_sync.load());
  page.add("ninelives_ladder_rows", "gauge", "Rows of the ladder.", store.ladder.load());
  if (const auto free = store.free.load(); free >= 0) {
    page.add("ninelives_disk_free_bytes", "gauge", "Free on the data folder's volume.", free);
  }
  if (const auto time = store.backup.load(); time > 0) {
    page.add("ninelives_backup_time_seconds", "gauge", "Last backup, in seconds since 1970.", time);
  }
  if (const auto time = store.certificate_ends.load(); time > 0) {
    page.add("ninelives_certificate_end_seconds", "gauge",
             "End of the certificate, in seconds since 1970.", time);
  }
  return page.text();
}

std::string cluster_metrics_text(const ClusterFigures& c) {
  Page page;
  page.add("ninelives_takeovers_total", "counter", "Holders whose rooms this node has taken.",
           c.takeovers.load());
  page.add("ninelives_rooms_taken_total", "counter", "Rooms taken from others.",
           c.rooms_taken.load());
  page.add("ninelives_rooms_given_away_total", "counter",
           "Rooms given to others at a stop, or because they had fewer.", c.given_away.load());
  page.add("ninelives_fences_total", "counter", "Epochs that this node lost while it lived.",
           c.fences.load());
  page.add("ninelives_database_up", "gauge", "0: the database does not answer.",
           c.database_up.load());
  page.add("ninelives_nodes", "gauge", "Nodes that live, this one among them.", c.nodes.load());
  page.add("ninelives_rooms_waiting", "gauge",
           "Rooms without a node that can't go on under this node's rules.",
           c.rooms_waiting.load());
  return page.text();
}

std::string metrics_text(const Metrics& m, const CommitQueue::Figures& commits,
                         const BotPool::Figures& thinkers) {
  Page page;
  page.info("ninelives_build_info", "Version and commit.",
            "version=\"" + std::string(build_version()) + "\",commit=\"" +
                std::string(build_commit()) + '"');
  page.add("ninelives_connections", "gauge", "Open WebSocket connections.", m.connections.load());
  page.add("ninelives_rooms", "gauge", "Rooms.", m.rooms.load());
  page.add("ninelives_games", "gauge", "Running games, counted every five seconds.",
           m.games.load());
  page.add("ninelives_players", "gauge", "People who have a seat.", m.players.load());
  page.add("ninelives_watchers", "gauge", "People who watch.", m.watchers.load());
  page.add("ninelives_draining", "gauge", "1: running games go on, no new ones begin.",
           m.draining.load());
  page.add("ninelives_http_requests_total", "counter", "Requests.", m.requests.load());
  page.add("ninelives_connections_total", "counter", "Connections opened.", m.opened.load());
  page.add("ninelives_turned_away_total", "Connections refused.", m.turned_away);
  page.add("ninelives_cut_total", "Connections cut.", m.cut);
  page.add("ninelives_refused_total", "Requests refused.", m.refused);
  page.add("ninelives_calls_total", "Webhooks and messages to browsers.", m.calls);
  page.add("ninelives_handling_seconds", "From a message's arrival until it was dealt with.",
           m.handling);
  page.add("ninelives_messages_in_total", "counter", "Messages received.", m.messages_in.load());
  page.add("ninelives_messages_out_total", "counter", "Messages sent.", m.messages_out.load());
  page.add("ninelives_bytes_out_total", "counter", "Bytes of messages.", m.bytes_out.load());
  page.add("ninelives_store_groups_total", "counter", "Commits.", commits.groups.load());
  page.add("ninelives_store_entries_total", "counter", "Entries stored.", commits.entries.load());
  page.add("ninelives_store_seconds_total", "counter", "Time spent storing.",
           static_cast<double>(commits.microseconds.load()) / 1e6);
  page.add("ninelives_commit_seconds", "What a commit took.", commits.times);
  page.add("ninelives_log_lines_dropped_total", "counter", "Log lines that nobody read.",
           log_lines_dropped());
  page.add("ninelives_thoughts_total", "counter", "Searches of bots and hints.",
           thinkers.thoughts.load());
  page.add("ninelives_thoughts_late_total", "counter",
           "Searches dropped: the careful bot answered instead.", thinkers.late.load());
  page.add("ninelives_thinking_seconds_total", "counter", "Time spent searching.",
           static_cast<double>(thinkers.microseconds.load()) / 1e6);
  // Standard names of process metrics.
  page.add("process_start_time_seconds", "gauge", "Start, in seconds since 1970.",
           static_cast<double>(m.started.count()) / 1e3);
  page.add("process_open_fds", "gauge", "Open files.", open_files());
  page.add("process_max_fds", "gauge", "Limit of open files.", most_files());
  if (const auto limit = memory_limit()) {
    page.add("ninelives_memory_limit_bytes", "gauge", "Memory limit of the service.", *limit);
  }
  page.add("process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
  page.add("process_cpu_seconds_total", "counter", "CPU time.", cpu_seconds());
  return page.text();
}

}  // namespace nl
