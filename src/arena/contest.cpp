// Contest: plays one game between agents.
#include "arena/contest.h"

#include <algorithm>
#include <ctime>
#include <thread>

#include "arena/digest.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"

namespace nl {
namespace {

// Number of random orders of the unseen cards for the critic, who sees them.
constexpr int kLuckOrders = 4;
// The critic's estimate assumes equally strong players. Between others luck matters less than it
// says, so this share of it is used. It was fitted on 600 games of the anchors
// (docs/train/benchmark.md).
constexpr double kLuckWeight = 0.4;

double micros_by(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// Processor time of a decision doesn't depend on the load of the machine. Wall time is the fallback
// for a program that is gone, and for systems without that figure.
class Stopwatch {
 public:
  explicit Stopwatch(const Agent& agent)
      : agent_(agent),
        clock_(agent.elsewhere() ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID),
        taken_(agent.micros_taken()),
        start_(micros_by(clock_)) {}

  float micros() const {
    const double passed = micros_by(clock_) - start_;
    const auto taken = agent_.micros_taken();
    return static_cast<float>(taken && taken_ ? std::max(0.0, *taken - *taken_) : passed);
  }

 private:
  const Agent& agent_;
  clockid_t clock_;
  std::optional<double> taken_;
  double start_;
};

using Clock = std::chrono::steady_clock;

std::uint64_t seed_from(std::string_view label, const GameKey& key, std::uint64_t game, Seat seat) {
  const Bytes32 digest = sha256({as_bytes(label), eight_bytes(key.seed), eight_bytes(key.deal),
                                 eight_bytes(game), eight_bytes(seat)});
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < 8; ++i) seed = seed << 8 | digest[i];
  return seed;
}

// Bots use the same random numbers in all games of a deal, like the cards.
std::uint64_t bot_seed(const GameKey& key, Seat seat) {
  return seed_from("ninelives arena bot", key, 0, seat);
}

// Long sleeps overshoot by about 10 microseconds more than short ones, which an opponent could
// measure. So the last part is a spin.
void wait_until(Clock::time_point due) {
  constexpr std::chrono::microseconds kAwake{200};
  std::this_thread::sleep_until(due - kAwake);
  while (Clock::now() < due) {
  }
}

// Warms up a bot before its first game: its first decisions take longer than the delay and would
// reveal that it searched. The other players at that table draw and pass.
void measure_delay(const Rules& rules, int seats, Agent& agent) {
  constexpr int kThoughts = 8;
  SeededSource random(1, 1);
  MemorySink sink(seats, agent.remembers(rules));
  State s = new_game(rules, seats, random, sink);
  agent.begin(rules, seats, 0, 1);
  for (int thoughts = 0; thoughts < kThoughts && s.living(0) && !s.over();) {
    const Seat seat = next_actor(s);
    const ActionSet choices = legal(rules, s, seat);
    Action action = choices.nth(0);
    if (seat == 0 && choices.size() > 1) {
      const auto start = Clock::now();
      action = agent.act(rules, view(rules, s, sink.known(seat), seat), sink.past(seat));
      agent.delay.add_thought(Clock::now() - start);
      ++thoughts;
    }
    apply_legal(rules, s, seat, action, random, sink);
  }
}

// Updates every seat's knowledge, and sends each agent its redacted events.
class ContestSink {
 public:
  static constexpr bool kListens = true;

  ContestSink(const std::vector<Agent*>& agents, bool remembers)
      : agents_(agents), memory_(static_cast<int>(agents.size()), remembers) {}

  void operator()(const Event& event) {
    memory_(event);
    for (std::size_t seat = 0; seat < agents_.size(); ++seat) {
      if (agents_[seat]->elsewhere())
        agents_[seat]->observe(redact(event, static_cast<Seat>(seat)));
    }
  }
  const Knowledge& known(Seat seat) const { return memory_.known(seat); }
  Past past(Seat seat) const { return memory_.past(seat); }

 private:
  const std::vector<Agent*>& agents_;
  MemorySink memory_;
};

class Contest {
 public:
  Contest(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key)
      : rules_(rules),
        agents_(agents),
        key_(key),
        random_(key.seed, key.deal),
        sink_(agents, somebody_remembers(rules, agents)) {
    result_.seats.resize(agents.size());
    for (const Agent* agent : agents) programs_ += agent->elsewhere();
  }

  GameResult play() {
    const int seats = static_cast<int>(agents_.size());
    for (Seat seat = 0; seat < seats; ++seat) {
      Agent& agent = *agents_[seat];
      if (watched(seat) && !agent.elsewhere() && !agent.delay.known()) {
        measure_delay(rules_, seats, agent);
      }
      agent.begin(rules_, seats, seat,
                  agent.elsewhere() ? agent_seed(key_, seat) : bot_seed(key_, seat));
    }
    s_ = new_game(rules_, seats, random_, sink_);
    place_ = seats;
    while (!s_.over()) step();
    result_.seats[winner(s_)].place = 1;
    return std::move(result_);
  }

 private:
  static bool somebody_remembers(const Rules& rules, const std::vector<Agent*>& agents) {
    return std::any_of(agents.begin(), agents.end(),
                       [&](const Agent* agent) { return agent->remembers(rules); });
  }

  void step() {
    const Seat seat = next_actor(s_);
    const SeatMask before = s_.alive;
    const ActionSet choices = legal(rules_, s_, seat);
    const Action action = watched(seat) ? ask_in_its_time(seat, choices) : ask(seat, choices);
    const bool left = !choices.has(action);
    if (left) {
      forfeit(rules_, s_, seat, random_, sink_);
    } else {
      apply_legal(rules_, s_, seat, action, random_, sink_);
    }
    result_.answers.push_back({seat, action, left});
    for (Seat other = 0; other < s_.seats; ++other) {
      if (holds(before, other) && !s_.living(other)) result_.seats[other].place = place_--;
    }
  }

  // True if another agent at the table can read a clock.
  bool watched(Seat seat) const { return programs_ > (agents_[seat]->elsewhere() ? 1 : 0); }

  // A program is asked even without a choice, and uses its own time.
  Action ask_in_its_time(Seat seat, const ActionSet& choices) {
    const auto start = Clock::now();
    Agent& agent = *agents_[seat];
    const Clock::duration delay = agent.elsewhere() ? kShortestDelay : agent.delay.of_an_answer();
    const Action action = ask(seat, choices);
    if (choices.size() > 1) agent.delay.add_thought(Clock::now() - start);
    wait_until(start + delay);
    return action;
  }

  // The agent's answer. Illegal ones are counted.
  Action ask(Seat seat, const ActionSet& choices) {
    Agent& agent = *agents_[seat];
    const bool choice = choices.size() > 1;
    if (!choice && !agent.elsewhere()) return choices.nth(0);
    const View v = view(rules_, s_, sink_.known(seat), seat);
    SeatResult& result = result_.seats[seat];
    const Stopwatch watch(agent);
    const Action action = agent.act(rules_, v, sink_.past(seat));
    if (choice) {
      result.micros.push_back(watch.micros());
      ++result.decisions;
    }
    if (agent.failed()) {
      ++result.timeouts;
      return make_action(kWords);
    }
    result.illegal += !choices.has(action);
    return action;
  }

  const Rules& rules_;
  const std::vector<Agent*>& agents_;
  const GameKey& key_;
  SeededSource random_;
  ContestSink sink_;
  State s_;
  GameResult result_;
  int programs_ = 0;
  int place_ = 0;
};

}  // namespace

AnswerDelay::Duration AnswerDelay::of_an_answer() const {
  std::array<Duration, kKept> sorted = thoughts_;
  const std::size_t count = std::min(count_, kKept);
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  // Drops the longest eighth, when the machine was busy elsewhere.
  const Duration longest = count == 0 ? Duration{} : sorted[count - 1 - count / 8];
  Duration delay = kShortestDelay;
  while (delay < 2 * longest) delay *= 2;
  return delay;
}

std::uint64_t agent_seed(const GameKey& key, Seat seat) {
  return seed_from("ninelives arena program", key, static_cast<std::uint64_t>(key.game), seat);
}

GameResult play_game(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key) {
  return Contest(rules, agents, key).play();
}

void measure_luck(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key,
                  GameResult& result) {
  const MixOf mix_of = [&](Seat seat, const View& v, Past past) {
    return agents[seat]->chances(rules, v, past);
  };
  const Chances luck =
      luck_in_game(rules, static_cast<int>(agents.size()), SeededSource(key.seed, key.deal),
                   result.answers, mix_of, critic_value(rules, kLuckOrders));
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    result.seats[seat].luck = kLuckWeight * luck[seat];
  }
}

}  // namespace nl
