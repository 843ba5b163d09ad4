#include "arena/contest.h"

#include <ctime>

#include "engine/fingerprint.h"
#include "engine/game.h"

namespace nl {
namespace {

// A bot's decision takes as much of the processor as it does, however busy the machine is; for a
// program elsewhere only the clock on the wall is left.
double micros_now(bool elsewhere) {
  timespec now{};
  clock_gettime(elsewhere ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

class Contest {
 public:
  Contest(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key)
      : rules_(rules),
        agents_(agents),
        random_(key.seed, key.deal),
        lots_(mix64(key.seed ^ mix64(key.deal) ^ 0x6172656E61u)),
        sink_(static_cast<int>(agents.size())) {
    result_.seats.resize(agents.size());
  }

  GameResult play() {
    const int seats = static_cast<int>(agents_.size());
    s_ = new_game(rules_, seats, random_, sink_);
    for (Seat seat = 0; seat < seats; ++seat) {
      agents_[seat]->begin(rules_, seats, seat, std::uint64_t{lots_()} << 32 | lots_());
    }
    place_ = seats;
    while (!s_.over()) step();
    result_.seats[winner(s_)].place = 1;
    return std::move(result_);
  }

 private:
  void step() {
    const Seat seat = next_actor(s_);
    const SeatMask before = s_.alive;
    const ActionSet choices = legal(rules_, s_, seat);
    const Action action = choices.size() == 1 ? choices.nth(0) : ask(seat, choices);
    apply_legal(rules_, s_, seat, action, random_, sink_);
    ++result_.length;
    for (Seat other = 0; other < s_.seats; ++other) {
      if (holds(before, other) && !s_.living(other)) result_.seats[other].place = place_--;
    }
  }
  // What can't be taken is replaced by lot, and counted.
  Action ask(Seat seat, const ActionSet& choices) {
    const View v = view(rules_, s_, sink_.seats[seat], seat);
    SeatResult& result = result_.seats[seat];
    const bool elsewhere = agents_[seat]->elsewhere();
    const double start = micros_now(elsewhere);
    const Action action = agents_[seat]->act(rules_, v);
    result.micros.push_back(static_cast<float>(micros_now(elsewhere) - start));
    ++result.decisions;
    if (agents_[seat]->failed()) {
      ++result.timeouts;
    } else if (choices.has(action)) {
      return action;
    } else {
      ++result.illegal;
    }
    return choices.nth(
        static_cast<int>(bounded(lots_, static_cast<std::uint32_t>(choices.size()))));
  }

  const Rules& rules_;
  const std::vector<Agent*>& agents_;
  SeededSource random_;
  Stream lots_;
  KnowledgeSink sink_;
  State s_;
  GameResult result_;
  int place_ = 0;
};

}  // namespace

GameResult play_game(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key) {
  return Contest(rules, agents, key).play();
}

}  // namespace nl
