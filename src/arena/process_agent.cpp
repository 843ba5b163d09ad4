#include "arena/process_agent.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/encode.h"
#include "text/notation.h"

namespace nl {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kProtocol = 1;

Json cards_json(const Counts& cards) {
  Json json = Json::object();
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (cards[card_at(kind)] != 0)
      json[std::string(card_name(card_at(kind)))] = cards[card_at(kind)];
  }
  return json;
}

Json card_json(Card card) {
  return index(card) < kCardKinds ? Json(card_name(card)) : Json(nullptr);
}

Json seat_json(Seat seat) { return seat < kMaxSeats ? Json(seat) : Json(nullptr); }

Json seats_json(SeatMask mask) {
  Json list = Json::array();
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    if (holds(mask, seat)) list.push_back(seat);
  }
  return list;
}

Json play_json(const View& v) {
  constexpr std::array<std::string_view, 4> kCombos = {"single", "pair", "triple", "five"};
  if (v.play.by == kNoSeat) return nullptr;
  return {{"card", card_json(v.play.card)},
          {"combo", kCombos[static_cast<std::size_t>(v.play.combo)]},
          {"by", seat_json(v.play.by)},
          {"target", seat_json(v.play.target)},
          {"named", card_json(v.play.named)},
          {"nopes", v.play.nopes}};
}

Json known_pile(const View& v) {
  Json facts = Json::array();
  for (int i = 0; i < v.known.facts(); ++i) {
    const PileFact& fact = v.known.fact(i);
    facts.push_back({{"card", card_json(fact.card)}, {"low", fact.low}, {"high", fact.high}});
  }
  return facts;
}

Json known_hands(const View& v) {
  Json list = Json::array();
  for (int i = 0; i < v.known.held(); ++i) {
    list.push_back({{"seat", v.known.held(i).seat()}, {"card", card_json(v.known.held(i).card())}});
  }
  return list;
}

Json view_json(const Rules& rules, const View& v) {
  const Odds odds = next_draw_odds(rules, v);
  Json sizes = Json::array();
  for (Seat seat = 0; seat < v.seats; ++seat) sizes.push_back(v.hand_size[seat]);
  return {{"viewer", v.viewer},
          {"seats", v.seats},
          {"phase", phase_name(v.phase())},
          {"phase_seat", seat_json(v.top().seat)},
          {"turn", v.turn},
          {"owed", v.owed},
          {"forward", v.forward != 0},
          {"alive", seats_json(v.alive)},
          {"cursed", seats_json(v.cursed)},
          {"hand_sizes", std::move(sizes)},
          {"pile", v.pile_size},
          {"discard", cards_json(v.discard)},
          {"discard_top", card_json(v.discard_top)},
          {"play", play_json(v)},
          {"hand", cards_json(v.hand)},
          {"known_pile", known_pile(v)},
          {"known_hands", known_hands(v)},
          {"kitten_odds", {odds.kittens, odds.cards}}};
}

// The `counting` observation, two hexadecimal digits a byte: what learned agents were trained on.
std::string observation_hex(const Rules& rules, const View& v) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  CountingObservation observation;
  encode(rules, v, observation);
  const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof observation>>(observation);
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace

std::string question_line(const Rules& rules, const View& v) {
  Json legal = Json::array();
  v.legal.for_each([&](Action action) { legal.push_back(action.id); });
  const Json json = {{"ask", std::move(legal)},
                     {"view", view_json(rules, v)},
                     {"observation", observation_hex(rules, v)}};
  return json.dump();
}

ProcessAgent::ProcessAgent(std::string command, int timeout_ms)
    : command_(std::move(command)), timeout_ms_(timeout_ms) {}

ProcessAgent::~ProcessAgent() { stop(); }

void ProcessAgent::start() {
  int down[2];
  int up[2];
  // Close-on-exec: another thread's program must not hold this one's pipes open.
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe for " + command_);
  }
  signal(SIGPIPE, SIG_IGN);  // a program that has gone is noticed by its silence
  pid_ = fork();
  if (pid_ == 0) {
    setpgid(0, 0);
    dup2(down[0], 0);
    dup2(up[1], 1);
    execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
  unread_.clear();
}

void ProcessAgent::stop() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool ProcessAgent::send(const std::string& line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = write(to_, rest.data(), rest.size());
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool ProcessAgent::receive(std::string& line) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(timeout_ms_);
  for (;;) {
    const std::size_t end = unread_.find('\n');
    if (end != std::string::npos) {
      line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return true;
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{from_, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
    char buffer[4096];
    const ssize_t got = read(from_, buffer, sizeof buffer);
    if (got <= 0) return false;
    unread_.append(buffer, static_cast<std::size_t>(got));
  }
}

void ProcessAgent::begin(const Rules&, int seats, Seat seat, std::uint64_t seed) {
  if (pid_ < 0) start();
  const Json json = {{"begin", kProtocol}, {"seat", seat}, {"seats", seats}, {"seed", seed}};
  send(json.dump() + '\n');
}

// A program that was too late may answer the wrong question next: it is started anew.
Action ProcessAgent::act(const Rules& rules, const View& v) {
  std::string answer;
  if (pid_ < 0) start();
  failed_ = !send(question_line(rules, v) + '\n') || !receive(answer);
  if (failed_) stop();
  const auto id = parse_number(answer, kActions - 1);
  return make_action(id ? *id : kWords);
}

}  // namespace nl
