// Rooms full of clients that act on time.
#pragma once

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client.h"
#include "servers.h"

namespace nl::bench {

struct Room {
  std::string code;
  std::vector<std::unique_ptr<Client>> clients{};
  bool playing = false;
  bool thinks = false;  // a table of searching bots, to slow the others down
  int bots = 0;
  int asked = -1;  // the seat with an open question
  std::string decision{};
  std::string game{};
  bool may_draw = false;
  std::vector<std::string> plays{};  // actions beside drawing
  std::string only{};                // the answer to another question
  Moment due{};
  bool waiting = false;  // for the outcome of an action
  Moment begun{};        // when that action was due
  std::array<bool, kPlayers> told{};
};

// An answer to a window, which its player thinks over for a moment.
struct Reply {
  Moment due{};
  Client* client = nullptr;
  std::string text{};
  friend bool operator<(const Reply& a, const Reply& b) { return a.due > b.due; }
};

// Style of the clients' play. Light: draw or play a card, and windows run out. Real: they use all
// that they hold, most of them answer a window, a few say Nope, some talk, and two of the five
// seats are bots' in every fourth room.
enum class Mix { Light, Real };

struct Tally {
  std::vector<double> latencies{};  // in milliseconds
  long actions = 0;
  long messages = 0;
};

class Load {
 public:
  Load(const Servers& servers, int rooms, Mix mix = Mix::Light)
      : servers_(servers), mix_(mix), poll_(epoll_create1(0)) {
    rooms_.resize(static_cast<std::size_t>(rooms));
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      rooms_[i] = std::make_unique<Room>();
      if (mix_ == Mix::Real && i % 4 == 3) rooms_[i]->bots = 2;
    }
  }
  ~Load() { close(poll_); }

  // Everybody connects and says hello; nobody is in a room.
  void connect_all() {
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      Room* const room = rooms_[i].get();
      for (int seat = 0; seat < kPlayers - room->bots; ++seat) {
        room->clients.push_back(std::make_unique<Client>(servers_.port(i), poll_, room, seat));
      }
    }
    for (auto& room : rooms_) {
      for (auto& client : room->clients) client->say(R"({"t":"hello","version":1})");
    }
    wait_until([&] { return welcomed_ == people(); }, "welcomes");
  }
  void sit_down_all() {
    for (auto& room : rooms_) {
      room->clients[0]->say(
          R"({"t":"create","name":"P","seats":5,"window_ms":500,"turn_s":0,"preset":"official"})");
    }
    wait_until([&] { return joined_ == rooms_.size(); }, "rooms");
    for (auto& room : rooms_) {
      for (std::size_t seat = 1; seat < room->clients.size(); ++seat) {
        room->clients[seat]->say(R"({"t":"join","name":"P","room":")" + room->code + "\"}");
      }
      for (int bot = 0; bot < room->bots; ++bot) {
        room->clients[0]->say(R"({"t":"add_bot","bot":"medium"})");
      }
    }
    wait_until([&] { return joined_ == people(); }, "players");
    for (auto& room : rooms_) room->clients[0]->say(R"({"t":"start"})");
    wait_until(
        [&] {
          return std::all_of(rooms_.begin(), rooms_.end(),
                             [](const auto& room) { return room->bots != 0 || room->asked >= 0; });
        },
        "first questions");
  }

  // Tables of four bots that search as fast as they may; their host gives up and looks on.
  void seat_thinkers(int tables) {
    for (int i = 0; i < tables; ++i) {
      Room& room = *thinkers_.emplace_back(std::make_unique<Room>());
      room.thinks = true;
      room.clients.push_back(std::make_unique<Client>(servers_.port(0), poll_, &room, 0));
      Client& host = *room.clients[0];
      host.say(R"({"t":"hello","version":1})");
      host.say(R"({"t":"create","name":"T","seats":5,"turn_s":0,"expansions":["imploding"]})");
      for (int bot = 0; bot < 4; ++bot) host.say(R"({"t":"add_bot","bot":"net+search"})");
      host.say(R"({"t":"pace","percent":0})");
      host.say(R"({"t":"start"})");
    }
  }

  // Connections that have said hello and nothing else.
  void connect_idle(int connections) {
    const std::size_t before = welcomed_;
    for (int i = 0; i < connections; ++i) {
      Room& room = *idle_.emplace_back(std::make_unique<Room>());
      room.clients.push_back(std::make_unique<Client>(servers_.port(0), poll_, &room, 0));
      room.clients[0]->say(R"({"t":"hello","version":1})");
      poll(milliseconds(0));
    }
    const std::size_t all = before + static_cast<std::size_t>(connections);
    wait_until([&] { return welcomed_ == all; }, "welcomes");
  }

  std::size_t people() const {
    std::size_t all = 0;
    for (const auto& room : rooms_) all += static_cast<std::size_t>(kPlayers - room->bots);
    return all;
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
      reply_if_due();
      poll(milliseconds(1));
    }
    const Moment last = Clock::now() + std::chrono::seconds(5);
    const auto open = [&] {
      return std::count_if(rooms_.begin(), rooms_.end(),
                           [](const auto& room) { return room->waiting; });
    };
    while (open() != 0 && Clock::now() < last) {
      reply_if_due();
      poll(milliseconds(1));
    }
    lost_ = open();
    return tally_;
  }
  long lost() const { return lost_; }

  std::vector<std::pair<std::string, std::string>> seats() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& room : rooms_) all.emplace_back(room->code, room->clients[0]->token);
    return all;
  }

  // One player of each room comes back to the last server, and has the whole view again.
  void resume(const std::vector<std::pair<std::string, std::string>>& seats) {
    for (std::size_t i = 0; i < seats.size(); ++i) {
      auto& client = *rooms_[i]->clients.emplace_back(
          std::make_unique<Client>(servers_.last_port(), poll_, rooms_[i].get(), 0));
      client.say(R"({"t":"hello","version":1})");
      rooms_[i]->code = seats[i].first;
      client.token = seats[i].second;
      client.say(resume_text(client));
    }
    wait_until([&] { return views_ == seats.size(); }, "views");
  }

 private:
  template <class Condition>
  void wait_until(Condition condition, const char* what) {
    const Moment start = Clock::now();
    while (!condition()) {
      reply_if_due();
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
    Room& room = client.room();
    const std::string_view type = field(text, R"("t":")");
    if (room.thinks) return watched(client, type);
    ++tally_.messages;
    if (type == "events" || type == "view") return told(client, room, type == "view");
    if (type == "question") return asked(client, room, text);
    if (type == "welcome") ++welcomed_;
    // Of a node that has died a moment ago: as players do, it asks again.
    if (type == "elsewhere") reply_in(milliseconds(100), client, resume_text(client));
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
    if (type == "refused" && !is_part_of_playing(text)) fail(std::string(text));
  }

  // In a window another was quicker, or its half second was over when a reply of up to 0.4 s came:
  // under load that is often so. A turn waits for its answer, whatever the load: that is never
  // refused.
  static bool is_part_of_playing(std::string_view text) {
    constexpr std::string_view kInWindow[] = {"no_nope", "late_nope", "stale", "not_your_turn"};
    const std::string_view reason = field(text, R"("reason":")");
    if (field(text, R"("re":")") != "answer") return reason == "not_now";
    return field(text, R"("id":)") == kWindowAnswer &&
           std::find(std::begin(kInWindow), std::end(kInWindow), reason) != std::end(kInWindow);
  }

  void watched(Client& host, std::string_view type) {
    if (type == "view") host.say(R"({"t":"forfeit"})");
    if (type != "over") return;
    host.say(R"({"t":"rematch"})");
    host.say(R"({"t":"start"})");
  }

  void told(Client& client, Room& room, bool whole) {
    if (whole) ++views_;
    if (!room.waiting || whole) return;
    room.told[static_cast<std::size_t>(client.seat())] = true;
    const auto people = static_cast<std::ptrdiff_t>(room.clients.size());
    if (!std::all_of(room.told.begin(), room.told.begin() + people, [](bool b) { return b; })) {
      return;
    }
    room.waiting = false;
    tally_.latencies.push_back(duration<double, std::milli>(Clock::now() - room.begun).count());
  }

  void asked_in_window(Client& client, std::string_view text) {
    const bool answers = mix_ == Mix::Real && dice_() % 5 != 0;
    if (!answers) return;  // it is left to run out
    const bool nope = text.find(R"("nope")") != std::string_view::npos && dice_() % 10 == 0;
    reply_in(milliseconds(50 + dice_() % 350), client,
             answer_text(field(text, R"("game":)"), field(text, R"("decision":)"),
                         nope ? "nope" : "pass", kWindowAnswer));
  }
  void reply_in(milliseconds delay, Client& client, std::string text) {
    replies_.push_back({.due = Clock::now() + delay, .client = &client, .text = std::move(text)});
    std::push_heap(replies_.begin(), replies_.end());
  }
  static std::string resume_text(Client& client) {
    return R"({"t":"resume","room":")" + client.room().code + R"(","token":")" + client.token +
           "\"}";
  }
  void reply_if_due() {
    while (!replies_.empty() && replies_.front().due <= Clock::now()) {
      std::pop_heap(replies_.begin(), replies_.end());
      replies_.back().client->say(replies_.back().text);
      replies_.pop_back();
    }
  }
  static std::string answer_text(std::string_view game, std::string_view decision,
                                 std::string_view action, std::string_view id) {
    return R"({"t":"answer","game":)" + std::string(game) + R"(,"decision":)" +
           std::string(decision) + R"(,"action":")" + std::string(action) + R"(","id":)" +
           std::string(id) + "}";
  }

  void asked(Client& client, Room& room, std::string_view text) {
    if (text.find(R"("phase":"window")") != std::string_view::npos) {
      return asked_in_window(client, text);
    }
    room.asked = client.seat();
    // Windows and bots take their time: nobody can act before being asked.
    room.due = std::max(room.due, Clock::now());
    room.decision = field(text, R"("decision":)");
    room.game = field(text, R"("game":)");
    std::string_view legal = text.substr(text.find(R"("legal":[)") + 9);
    legal = legal.substr(0, legal.find(']'));
    room.may_draw = legal.find(R"("draw")") != std::string_view::npos;
    room.plays.clear();
    room.only = field(legal, "\"");
    while (!legal.empty()) {
      const std::string_view action = field(legal, "\"");
      const bool counts = mix_ == Mix::Real ? action != "draw" : action.starts_with("play ");
      if (counts) room.plays.emplace_back(action);
      const std::size_t comma = legal.find(',');
      if (comma == std::string_view::npos) break;
      legal.remove_prefix(comma + 1);
    }
  }

  void act_if_due(Room& room) {
    if (room.asked < 0 || room.waiting || Clock::now() < room.due) return;
    std::string action = room.only;
    if (room.may_draw) {
      const bool plays = !room.plays.empty() && dice_() % (mix_ == Mix::Real ? 2 : 3) == 0;
      action = plays ? room.plays[dice_() % room.plays.size()] : "draw";
    }
    const int seat = std::exchange(room.asked, -1);
    room.waiting = true;
    room.told = {};
    room.begun = room.due;
    room.due += std::chrono::seconds(1);
    ++tally_.actions;
    Client& client = *room.clients[static_cast<std::size_t>(seat)];
    client.say(answer_text(room.game, room.decision, action, kTurnAnswer));
    if (mix_ == Mix::Real && dice_() % 40 == 0) client.say(R"({"t":"chat","text":"well played"})");
  }

  // Numbers of answers, by which a refusal is known.
  static constexpr std::string_view kTurnAnswer = "1";
  static constexpr std::string_view kWindowAnswer = "2";

  const Servers& servers_;
  const Mix mix_;
  int poll_;
  std::vector<std::unique_ptr<Room>> rooms_;
  std::vector<std::unique_ptr<Room>> thinkers_;
  std::vector<std::unique_ptr<Room>> idle_;
  std::vector<Reply> replies_;  // a heap, soonest first
  std::size_t welcomed_ = 0;
  std::size_t joined_ = 0;
  std::size_t views_ = 0;
  long lost_ = 0;
  Tally tally_;
  std::mt19937 dice_{1};
};

}  // namespace nl::bench
