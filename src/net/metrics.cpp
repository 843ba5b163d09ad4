#include "net/metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace nl {
namespace {

// The text form that Prometheus reads.
class Page {
 public:
  template <class Number>
  void add(const char* name, const char* type, const char* help, Number value) {
    text_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n'
          << name << ' ' << value << '\n';
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

long resident_bytes() {
  long all = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
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

std::string metrics_text(const Metrics& m, const CommitQueue::Figures& commits,
                         const ThinkPool::Figures& thinkers) {
  Page page;
  page.add("ninelives_connections", "gauge", "Open WebSocket connections.", m.connections.load());
  page.add("ninelives_rooms", "gauge", "Rooms.", m.rooms.load());
  page.add("ninelives_http_requests_total", "counter", "Requests.", m.requests.load());
  page.add("ninelives_connections_total", "counter", "Connections opened.", m.opened.load());
  page.add("ninelives_turned_away_total", "counter", "Connections refused.", m.turned_away.load());
  page.add("ninelives_cut_total", "counter", "Connections cut.", m.cut.load());
  page.add("ninelives_messages_in_total", "counter", "Messages received.", m.messages_in.load());
  page.add("ninelives_messages_out_total", "counter", "Messages sent.", m.messages_out.load());
  page.add("ninelives_bytes_out_total", "counter", "Bytes of messages.", m.bytes_out.load());
  page.add("ninelives_store_groups_total", "counter", "Commits.", commits.groups.load());
  page.add("ninelives_store_entries_total", "counter", "Entries stored.", commits.entries.load());
  page.add("ninelives_store_seconds_total", "counter", "Time spent storing.",
           static_cast<double>(commits.microseconds.load()) / 1e6);
  page.add("ninelives_thoughts_total", "counter", "Searches of bots and hints.",
           thinkers.thoughts.load());
  page.add("ninelives_thoughts_late_total", "counter",
           "Searches dropped: the careful bot answered instead.", thinkers.late.load());
  page.add("ninelives_thinking_seconds_total", "counter", "Time spent searching.",
           static_cast<double>(thinkers.microseconds.load()) / 1e6);
  // The names that dashboards expect of any process.
  page.add("process_resident_memory_bytes", "gauge", "Resident memory.", resident_bytes());
  page.add("process_cpu_seconds_total", "counter", "CPU time.", cpu_seconds());
  return page.text();
}

}  // namespace nl
