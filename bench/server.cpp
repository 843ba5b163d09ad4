// How fast a server is: rooms of five players on loopback, one action a second in each, the store
// on the disk. This process is the load; the server is another one, started here.
//
//   bench_server NINELIVES [--rooms 500] [--seconds 20] [--recover 1000] [--limit]
//
// Open loop: an action is due at its time whether or not the one before was quick, and its latency
// counts from when it was due until the last of the five clients has read what came of it. On its
// turn a client draws or plays a card, a third of the time; windows of half a second run out.
//
//   --recover N   kills a server with N running games with -9 and measures until all go on
//   --limit       adds rooms until the p99 is over 50 ms
//   --in FOLDER   where the store lies; /var/tmp by default (/tmp may be no disk at all)
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Moment = Clock::time_point;
using std::chrono::duration;
using std::chrono::milliseconds;

constexpr int kPlayers = 5;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "bench_server: %s\n", what.c_str());
  std::exit(1);
}

double seconds_since(Moment start) { return duration<double>(Clock::now() - start).count(); }

// ---- the server, as another process -------------------------------------------------------------

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

// ---- a client -----------------------------------------------------------------------------------

// What stands between `before` and the next quote or comma, in a message that we know to be well
// formed: the load must cost less than what it measures.
std::string_view field(std::string_view message, std::string_view before) {
  const std::size_t at = message.find(before);
  if (at == std::string_view::npos) return {};
  message.remove_prefix(at + before.size());
  return message.substr(0, message.find_first_of("\",}]"));
}

struct Room;

class Client {
 public:
  Client(int port, int poll, Room* room, int seat) : room_(room), seat_(seat) {
    socket_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      fail(std::string("connect: ") + std::strerror(errno));
    }
    const int one = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    write_all(
        "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = this;
    epoll_ctl(poll, EPOLL_CTL_ADD, socket_, &event);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { close(socket_); }

  void say(const std::string& text) {
    std::string frame = "\x81";
    if (text.size() < 126) {
      frame += static_cast<char>(0x80 | text.size());
    } else {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(text.size() >> 8);
      frame += static_cast<char>(text.size() & 255);
    }
    frame.append(4, '\0');  // a mask of zeros
    frame += text;
    if (upgraded_) return write_all(frame);
    early_ += frame;
  }

  // Reads what is there; calls `heard` with each message.
  template <class Heard>
  void read_some(Heard heard) {
    std::array<char, 65536> bytes;
    const ssize_t size = recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size <= 0) fail("the server has closed a connection");
    buffer_.append(bytes.data(), static_cast<std::size_t>(size));
    if (!upgraded_) {
      const std::size_t end = buffer_.find("\r\n\r\n");
      if (end == std::string::npos) return;
      if (!buffer_.starts_with("HTTP/1.1 101")) fail(buffer_);
      buffer_.erase(0, end + 4);
      upgraded_ = true;
      write_all(early_);
    }
    std::size_t at = 0;
    while (const auto frame = next_frame(at)) heard(*this, *frame);
    buffer_.erase(0, at);
  }

  Room& room() { return *room_; }
  int seat() const { return seat_; }
  std::string token;

 private:
  std::optional<std::string_view> next_frame(std::size_t& at) {
    for (;;) {
      if (buffer_.size() - at < 2) return std::nullopt;
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[at + i]); };
      std::size_t size = byte(1) & 127;
      std::size_t head = 2;
      if (size == 126) {
        if (buffer_.size() - at < 4) return std::nullopt;
        size = static_cast<std::size_t>(byte(2)) << 8 | byte(3);
        head = 4;
      } else if (size == 127) {
        if (buffer_.size() - at < 10) return std::nullopt;
        size = 0;
        for (std::size_t i = 2; i < 10; ++i) size = size << 8 | byte(i);
        head = 10;
      }
      if (buffer_.size() - at < head + size) return std::nullopt;
      const int kind = byte(0) & 15;
      const std::string_view payload(buffer_.data() + at + head, size);
      at += head + size;
      if (kind == 1) return payload;
      if (kind == 8) fail("closed: " + std::string(payload.substr(std::min<std::size_t>(2, size))));
      if (kind == 9)
        write_all(std::string("\x8a") + static_cast<char>(0x80 | size) + std::string(4, '\0') +
                  std::string(payload));
    }
  }
  void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) fail("the server has closed a connection");
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  Room* room_;
  int seat_;
  int socket_ = -1;
  bool upgraded_ = false;
  std::string early_;  // said before the server has agreed to listen
  std::string buffer_;
};

// ---- rooms --------------------------------------------------------------------------------------

struct Room {
  std::string code;
  std::vector<std::unique_ptr<Client>> clients{};
  bool playing = false;
  int asked = -1;  // who has an open question
  std::string decision{};
  std::string game{};
  bool may_draw = false;
  std::vector<std::string> plays{};  // actions beside drawing
  std::string only{};                // what to say to another question
  Moment due{};
  bool waiting = false;  // for the outcome of an action
  Moment begun{};        // when that action was due
  std::array<bool, kPlayers> told{};
};

struct Tally {
  std::vector<double> latencies{};  // in milliseconds
  long actions = 0;
  long messages = 0;
};

class Load {
 public:
  Load(const ServerProcess& server, int rooms) : server_(server), poll_(epoll_create1(0)) {
    rooms_.resize(static_cast<std::size_t>(rooms));
    for (auto& room : rooms_) room = std::make_unique<Room>();
  }
  ~Load() { close(poll_); }

  // Everybody connects and says hello; nobody is in a room.
  void connect_all() {
    for (auto& room : rooms_) {
      for (int seat = 0; seat < kPlayers; ++seat) {
        room->clients.push_back(std::make_unique<Client>(server_.port(), poll_, room.get(), seat));
      }
    }
    for (auto& room : rooms_) {
      for (auto& client : room->clients) client->say(R"({"t":"hello","version":1})");
    }
    wait_until([&] { return welcomed_ == rooms_.size() * kPlayers; }, "welcomes");
  }
  void sit_down_all() {
    for (auto& room : rooms_) {
      room->clients[0]->say(
          R"({"t":"create","name":"P","seats":5,"window_ms":500,"turn_s":0,"preset":"official"})");
    }
    wait_until([&] { return joined_ == rooms_.size(); }, "rooms");
    for (auto& room : rooms_) {
      for (int seat = 1; seat < kPlayers; ++seat) {
        room->clients[static_cast<std::size_t>(seat)]->say(R"({"t":"join","name":"P","room":")" +
                                                           room->code + "\"}");
      }
    }
    wait_until([&] { return joined_ == rooms_.size() * kPlayers; }, "players");
    for (auto& room : rooms_) room->clients[0]->say(R"({"t":"start"})");
    wait_until(
        [&] {
          return std::all_of(rooms_.begin(), rooms_.end(),
                             [](const auto& room) { return room->asked >= 0; });
        },
        "first questions");
  }

  Tally play(double seconds) {
    tally_ = {};
    const Moment start = Clock::now();
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      rooms_[i]->due = start + std::chrono::microseconds(1'000'000 * i / rooms_.size());
    }
    const Moment end =
        start + std::chrono::duration_cast<Clock::duration>(duration<double>(seconds));
    while (Clock::now() < end) {
      for (auto& room : rooms_) act_if_due(*room);
      poll(milliseconds(1));
    }
    const Moment last = Clock::now() + std::chrono::seconds(5);
    const auto open = [&] {
      return std::count_if(rooms_.begin(), rooms_.end(),
                           [](const auto& room) { return room->waiting; });
    };
    while (open() != 0 && Clock::now() < last) poll(milliseconds(1));
    lost_ = open();
    return tally_;
  }
  long lost() const { return lost_; }

  std::vector<std::pair<std::string, std::string>> seats() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& room : rooms_) all.emplace_back(room->code, room->clients[0]->token);
    return all;
  }

  // One player of each room comes back, and has the whole view again.
  void resume(const std::vector<std::pair<std::string, std::string>>& seats) {
    for (std::size_t i = 0; i < seats.size(); ++i) {
      auto& client = *rooms_[i]->clients.emplace_back(
          std::make_unique<Client>(server_.port(), poll_, rooms_[i].get(), 0));
      client.say(R"({"t":"hello","version":1})");
      client.say(R"({"t":"resume","room":")" + seats[i].first + R"(","token":")" + seats[i].second +
                 "\"}");
    }
    wait_until([&] { return views_ == seats.size(); }, "views");
  }

 private:
  template <class Condition>
  void wait_until(Condition condition, const char* what) {
    const Moment start = Clock::now();
    while (!condition()) {
      poll(milliseconds(5));
      if (seconds_since(start) > 120) fail(std::string("no ") + what);
    }
  }

  void poll(milliseconds most) {
    std::array<epoll_event, 512> events;
    const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(most.count()));
    for (int i = 0; i < count; ++i) {
      static_cast<Client*>(events[static_cast<std::size_t>(i)].data.ptr)
          ->read_some([&](Client& client, std::string_view text) { heard(client, text); });
    }
  }

  void heard(Client& client, std::string_view text) {
    ++tally_.messages;
    Room& room = client.room();
    const std::string_view type = field(text, R"("t":")");
    if (type == "events" || type == "view") return told(client, room, type == "view");
    if (type == "question") return asked(client, room, text);
    if (type == "welcome") ++welcomed_;
    if (type == "joined") {
      ++joined_;
      room.code = field(text, R"("room":")");
      client.token = field(text, R"("token":")");
    }
    if (type == "over" && client.seat() == 0) {
      room.asked = -1;
      client.say(R"({"t":"rematch"})");
      client.say(R"({"t":"start"})");
    }
    if (type == "refused" && field(text, R"("reason":")") != "no_nope") fail(std::string(text));
  }

  void told(Client& client, Room& room, bool whole) {
    if (whole) ++views_;
    if (!room.waiting || whole) return;
    room.told[static_cast<std::size_t>(client.seat())] = true;
    if (!std::all_of(room.told.begin(), room.told.end(), [](bool b) { return b; })) return;
    room.waiting = false;
    tally_.latencies.push_back(duration<double, std::milli>(Clock::now() - room.begun).count());
  }

  // Windows are left to run out.
  void asked(Client& client, Room& room, std::string_view text) {
    if (text.find(R"("phase":"window")") != std::string_view::npos) return;
    room.asked = client.seat();
    room.decision = field(text, R"("decision":)");
    room.game = field(text, R"("game":)");
    std::string_view legal = text.substr(text.find(R"("legal":[)") + 9);
    legal = legal.substr(0, legal.find(']'));
    room.may_draw = legal.find(R"("draw")") != std::string_view::npos;
    room.plays.clear();
    room.only = field(legal, "\"");
    while (!legal.empty()) {
      const std::string_view action = field(legal, "\"");
      if (action.starts_with("play ")) room.plays.emplace_back(action);
      const std::size_t comma = legal.find(',');
      if (comma == std::string_view::npos) break;
      legal.remove_prefix(comma + 1);
    }
  }

  void act_if_due(Room& room) {
    if (room.asked < 0 || room.waiting || Clock::now() < room.due) return;
    std::string action = room.only;
    if (room.may_draw) {
      const bool plays = !room.plays.empty() && dice_() % 3 == 0;
      action = plays ? room.plays[dice_() % room.plays.size()] : "draw";
    }
    const int seat = std::exchange(room.asked, -1);
    room.waiting = true;
    room.told = {};
    room.begun = room.due;
    room.due += std::chrono::seconds(1);
    ++tally_.actions;
    room.clients[static_cast<std::size_t>(seat)]->say(R"({"t":"answer","game":)" + room.game +
                                                      R"(,"decision":)" + room.decision +
                                                      R"(,"action":")" + action + "\"}");
  }

  const ServerProcess& server_;
  int poll_;
  std::vector<std::unique_ptr<Room>> rooms_;
  std::size_t welcomed_ = 0;
  std::size_t joined_ = 0;
  std::size_t views_ = 0;
  long lost_ = 0;
  Tally tally_;
  std::mt19937 dice_{1};
};

// ---- measuring ----------------------------------------------------------------------------------

class Folder {
 public:
  static inline std::string where = "/var/tmp";

  Folder() {
    path_ = where + "/bench_server.XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) fail("no folder in " + where);
    std::ofstream(path_ + "/server.toml")
        << "log = \"off\"\nconnections = 100000\nper_address = 100000\n"
           "[limits]\nrooms = 100000\n[pace]\ngrace_ms = 3600000\n";
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
double measure(const std::string& program, int rooms, double seconds) {
  const Folder folder;
  const ServerProcess server(program, folder.path());
  const long empty = server.resident_kib();
  Load load(server, rooms);
  load.connect_all();
  const long connected = server.resident_kib();
  load.sit_down_all();
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

int number_after(const std::vector<std::string>& words, const std::string& name, int otherwise) {
  const auto found = std::find(words.begin(), words.end(), name);
  return found == words.end() || found + 1 == words.end() ? otherwise : std::stoi(*(found + 1));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty())
    fail("bench_server NINELIVES [--rooms N] [--seconds S] [--recover N] [--limit]");
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const auto in = std::find(words.begin(), words.end(), "--in");
  if (in != words.end() && in + 1 != words.end()) Folder::where = *(in + 1);
  const int seconds = number_after(words, "--seconds", 20);
  int rooms = number_after(words, "--rooms", 500);
  if (std::find(words.begin(), words.end(), "--recover") != words.end()) {
    recover(words[0], number_after(words, "--recover", 1000));
    return 0;
  }
  const bool to_the_limit = std::find(words.begin(), words.end(), "--limit") != words.end();
  while (measure(words[0], rooms, seconds) <= 50 && to_the_limit) rooms += rooms / 4;
}
