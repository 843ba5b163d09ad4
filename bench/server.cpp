// How fast a server is: rooms of five players on loopback, one action a second in each, the store
// on the disk. This process is the load; the server is another one, started here.
//
// Open loop: an action is due at its time whether or not the one before was quick, and its latency
// counts from when it was due until the last of the five clients has read what came of it. On its
// turn a client draws or plays a card, a third of the time; windows of half a second run out.
#include <sys/resource.h>

#include <CLI/CLI.hpp>

#include "load/load.h"

namespace nl::bench {
namespace {

class Folder {
 public:
  static inline std::string where = "/var/tmp";

  Folder() {
    path_ = where + "/bench_server.XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) fail("no folder in " + where);
    std::ofstream(path_ + "/server.toml")
        << "log = \"off\"\nconnections = 100000\nper_address = 100000\n"
           "[limits]\nrooms = 100000\nrooms_per_address = 100000\nbots_per_address = 100000\n"
           "room_burst = 100000\ngame_burst = 100000\nenter_burst = 100000\n"
           "[pace]\ngrace_ms = 3600000\n";
  }
  ~Folder() {
    if (std::system(("rm -rf " + path_).c_str()) != 0) std::perror("rm");
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

double percentile(std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto place = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
  return sorted[place];
}

double own_cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// The p99 in milliseconds.
double measure(const std::string& program, int rooms, int thinkers, double seconds) {
  const Folder folder;
  const ServerProcess server(program, folder.path());
  const long empty = server.resident_kib();
  Load load(server, rooms);
  load.connect_all();
  const long connected = server.resident_kib();
  load.sit_down_all();
  load.seat_thinkers(thinkers);
  load.play(3);  // warm up
  const double server_cpu = server.cpu_seconds();
  const double own_cpu = own_cpu_seconds();
  const Moment start = Clock::now();
  Tally tally = load.play(seconds);
  const double wall = seconds_since(start);
  const long playing = server.resident_kib();
  std::sort(tally.latencies.begin(), tally.latencies.end());
  auto& all = tally.latencies;
  const int connections = rooms * kPlayers;
  std::printf(
      "%5d rooms  %6.0f actions/s  %7.0f messages/s  p50 %6.1f ms  p99 %6.1f ms  p99.9 %6.1f ms  "
      "lost %ld  CPU server %3.0f %% load %3.0f %%  memory %ld KiB a connection, %ld in a game\n",
      rooms, static_cast<double>(tally.actions) / wall, static_cast<double>(tally.messages) / wall,
      percentile(all, 0.5), percentile(all, 0.99), percentile(all, 0.999), load.lost(),
      100 * (server.cpu_seconds() - server_cpu) / wall, 100 * (own_cpu_seconds() - own_cpu) / wall,
      (connected - empty) / connections, (playing - empty) / connections);
  std::fflush(stdout);
  return percentile(all, 0.99);
}

void recover(const std::string& program, int rooms) {
  const Folder folder;
  std::vector<std::pair<std::string, std::string>> seats;
  {
    ServerProcess server(program, folder.path());
    Load load(server, rooms);
    load.connect_all();
    load.sit_down_all();
    load.play(10);
    seats = load.seats();
    server.end(SIGKILL);
  }
  const Moment killed = Clock::now();
  const ServerProcess server(program, folder.path());
  const double listening = seconds_since(killed);
  Load load(server, rooms);
  load.resume(seats);
  std::printf(
      "%d rooms after kill -9: listening after %.2f s, a player of each back in its game "
      "after %.2f s\n",
      rooms, listening, seconds_since(killed));
}

struct Options {
  std::string program;
  int rooms = 500;
  int thinkers = 0;
  int seconds = 20;
  int recover = 0;
  bool limit = false;
};

void allow_many_connections() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

void run(const Options& options) {
  constexpr double kMostMilliseconds = 50;
  allow_many_connections();
  if (options.recover != 0) return recover(options.program, options.recover);
  int rooms = options.rooms;
  while (measure(options.program, rooms, options.thinkers, options.seconds) <= kMostMilliseconds &&
         options.limit) {
    rooms += rooms / 4;
  }
}

}  // namespace
}  // namespace nl::bench

int main(int argc, char** argv) {
  nl::bench::Options options;
  CLI::App app("Measures a server of ninelives under load", "bench_server");
  app.add_option("program", options.program, "the program that serves")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--rooms", options.rooms, "rooms of five players")
      ->check(CLI::Range(1, 20'000))
      ->capture_default_str();
  app.add_option("--thinkers", options.thinkers, "tables of four searching bots beside them")
      ->check(CLI::Range(0, 1'000))
      ->capture_default_str();
  app.add_option("--seconds", options.seconds, "how long it is measured")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--recover", options.recover,
                 "kill -9 of a server with so many games, and the time until all go on")
      ->check(CLI::Range(1, 20'000));
  app.add_flag("--limit", options.limit, "add rooms until the p99 is over 50 ms");
  app.add_option("--in", nl::bench::Folder::where,
                 "where the store lies (/tmp may be no disk at all)")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  nl::bench::run(options);
}
