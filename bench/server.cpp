// Load benchmark of a server.
// Speed of a server: rooms of five players on loopback, one action a second in each, the store
// on the disk. This process is the load; the server is another one, started here.
//
// Open loop: an action is due at its time (or when its question comes, if that is later) whether or
// not the one before was quick, and its latency counts from when it was due until the last of the
// room's clients has read what came of it. Their style of play: Mix in load/load.h.
#include <sys/resource.h>

#include <CLI/CLI.hpp>

#include "load/hammer.h"
#include "load/load.h"

namespace nl::bench {
namespace {

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

struct Options {
  std::string program;
  int rooms = 500;
  int idle = 0;
  std::vector<int> thinkers{0};
  int rounds = 1;
  int seconds = 20;
  int recover = 0;
  int nodes = 0;
  int hammer = 0;
  bool limit = false;
  bool light = false;

  Mix mix() const { return light ? Mix::Light : Mix::Real; }
};

// The p99 in milliseconds.
double measure(const Options& options, int rooms, int thinkers) {
  const Servers server(options.program, options.nodes);
  const long empty = server.resident_kib();
  Load load(server, rooms, options.mix());
  load.connect_idle(options.idle);
  if (options.idle != 0) {
    std::printf("%5d idle connections: %.1f KiB each\n", options.idle,
                static_cast<double>(server.resident_kib() - empty) / options.idle);
  }
  const long with_idle = server.resident_kib();
  load.connect_all();
  const long connected = server.resident_kib();
  load.sit_down_all();
  load.seat_thinkers(thinkers);
  load.play(3);  // warm up
  const double server_cpu = server.cpu_seconds();
  const double database_cpu = server.database_cpu_seconds();
  const double own_cpu = own_cpu_seconds();
  const Moment start = Clock::now();
  const Hammer hammer(server.last_port(), options.hammer);
  Tally tally = load.play(options.seconds);
  const double wall = seconds_since(start);
  const long playing = server.resident_kib();
  std::sort(tally.latencies.begin(), tally.latencies.end());
  auto& all = tally.latencies;
  const long connections = static_cast<long>(load.people());
  const double cpu = server.cpu_seconds() - server_cpu;
  const double database = server.database_cpu_seconds() - database_cpu;
  const auto messages = static_cast<double>(std::max(1L, tally.messages));
  std::printf(
      "%5d rooms %3d thinkers %6.0f actions/s  %7.0f messages/s  p50 %6.1f ms  p99 %6.1f ms  p99.9 "
      "%6.1f ms  lost %ld  CPU server %3.0f %% database %3.0f %% load %3.0f %%, %.0f us of the "
      "server's and %.0f us of the database's a message  "
      "memory %ld KiB a connection, %ld in a game\n",
      rooms, thinkers, static_cast<double>(tally.actions) / wall,
      static_cast<double>(tally.messages) / wall, percentile(all, 0.5), percentile(all, 0.99),
      percentile(all, 0.999), load.lost(), 100 * cpu / wall, 100 * database / wall,
      100 * (own_cpu_seconds() - own_cpu) / wall, 1e6 * cpu / messages, 1e6 * database / messages,
      (connected - with_idle) / connections, (playing - with_idle) / connections);
  if (options.hammer != 0) {
    std::printf("%5d addresses beside them: %.0f answers/s, %.0f %% of them 429\n", options.hammer,
                static_cast<double>(hammer.answers()) / wall,
                100.0 * static_cast<double>(hammer.turned_away()) /
                    static_cast<double>(std::max(1L, hammer.answers())));
  }
  std::fflush(stdout);
  return percentile(all, 0.99);
}

// All rooms are at one server, which is killed. Then it starts again, or a second node has them.
void recover(const Options& options) {
  Servers servers(options.program, std::min(options.nodes, 1));
  std::vector<std::pair<std::string, std::string>> seats;
  {
    Load load(servers, options.recover);
    load.connect_all();
    load.sit_down_all();
    load.play(10);
    seats = load.seats();
  }
  const bool taken_over = options.nodes > 1;
  if (taken_over) servers.add();
  servers.kill_first();
  const Moment killed = Clock::now();
  if (!taken_over) servers.add();
  const double listening = seconds_since(killed);
  Load load(servers, options.recover);
  load.resume(seats);
  std::printf(
      "%d rooms after kill -9, %s: listening after %.2f s, a player of each back in its game "
      "after %.2f s\n",
      options.recover, taken_over ? "taken by another node" : "started again", listening,
      seconds_since(killed));
}

// The same rooms beside each number of thinking tables, interleaved, so that whatever else the
// machine does falls on all of them; of the rounds the median counts.
void compare(const Options& options) {
  std::vector<std::vector<double>> found(options.thinkers.size());
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i].push_back(measure(options, options.rooms, options.thinkers[i]));
    }
  }
  for (auto& p99s : found) std::sort(p99s.begin(), p99s.end());
  for (std::size_t i = 1; i < found.size(); ++i) {
    std::printf("p99 beside %d thinking tables: %.2f times that beside %d\n", options.thinkers[i],
                percentile(found[i], 0.5) / percentile(found[0], 0.5), options.thinkers[0]);
  }
}

void allow_many_connections() {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

void run(const Options& options) {
  constexpr double kMostMilliseconds = 50;
  allow_many_connections();
  if (options.recover != 0) return recover(options);
  if (!options.limit) return compare(options);
  int rooms = options.rooms;
  while (measure(options, rooms, options.thinkers[0]) <= kMostMilliseconds) rooms += rooms / 4;
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
  app.add_option("--idle", options.idle, "connections beside them that do nothing")
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();
  app.add_flag("--light", options.light, "draws and single cards only; all windows run out");
  app.add_option("--thinkers", options.thinkers,
                 "tables of four searching bots beside them; several numbers are compared")
      ->check(CLI::Range(0, 1'000))
      ->capture_default_str();
  app.add_option("--rounds", options.rounds, "of such a comparison")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--hammer", options.hammer,
                 "addresses beside them that ask for the ladder, games and device sync")
      ->check(CLI::Range(0, 200))
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
  app.add_option("--nodes", options.nodes,
                 "so many on a PostgreSQL of their own; 0: one server with its own folder")
      ->check(CLI::Range(0, 9))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  nl::bench::run(options);
}
