// Contest: one game between agents.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/luck.h"
#include "bots/bot.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace nl {

inline constexpr std::chrono::microseconds kShortestDelay{1000};

// Fixed time of each answer of a bot whose opponents can read a clock, with a choice or without:
// otherwise the time would tell who holds a Nope. It is twice the longer ones of the bot's last
// search times, in steps so coarse that a search hardly ever changes it.
class AnswerDelay {
 public:
  using Duration = std::chrono::steady_clock::duration;

  Duration of_an_answer() const;
  void add_thought(Duration took) { thoughts_[count_++ % kKept] = took; }
  bool known() const { return count_ != 0; }

 private:
  static constexpr std::size_t kKept = 32;
  std::array<Duration, kKept> thoughts_{};
  std::size_t count_ = 0;
};

// Anything that answers questions: a bot, or a program at the other end of a pipe.
class Agent {
 public:
  virtual ~Agent() = default;
  // A new game begins at this seat, and nothing of an earlier one is known any more. The same seed
  // plays the same way, where the agent allows it.
  virtual void begin(const Rules& rules, int seats, Seat seat, std::uint64_t seed) = 0;
  virtual Action act(const Rules& rules, const View& v, Past past) = 0;
  // Something happened that the agent's seat may know of, in its redacted form.
  virtual void observe(const Event&) {}
  // True if the past makes a difference to it. A program gets none: it keeps what it hears.
  virtual bool remembers(const Rules&) const { return false; }
  // Probability of each legal answer, if it can tell: as Bot::chances.
  virtual std::vector<Weighed> chances(const Rules&, const View&, Past) { return {}; }
  // True if the last answer came too late or could not be read.
  virtual bool failed() const { return false; }
  // True if it thinks in its own process, so that this one's processor time says nothing.
  virtual bool elsewhere() const { return false; }
  // … and what it has taken of a processor there so far, in microseconds, where that can be asked.
  virtual std::optional<double> micros_taken() const { return std::nullopt; }

  AnswerDelay delay;
};

class BotAgent : public Agent {
 public:
  explicit BotAgent(std::string name) : name_(std::move(name)) {}
  void begin(const Rules&, int, Seat, std::uint64_t seed) override { bot_ = make_bot(name_, seed); }
  Action act(const Rules& rules, const View& v, Past past) override {
    return bot_->act(rules, v, past);
  }
  bool remembers(const Rules& rules) const override { return make_bot(name_, 0)->remembers(rules); }
  std::vector<Weighed> chances(const Rules& rules, const View& v, Past past) override {
    return bot_->chances(rules, v, past);
  }

 private:
  std::string name_;
  std::unique_ptr<Bot> bot_;
};

// Result of one seat.
struct SeatResult {
  int place = 0;      // 1 for the winner
  int decisions = 0;  // decisions with a choice
  int illegal = 0;
  int timeouts = 0;
  std::vector<float> micros;  // how long each decision took
  double luck = 0;            // in wins, where it was asked for
};

struct GameResult {
  std::vector<SeatResult> seats;
  std::vector<GameAnswer> answers;
};

struct GameKey {
  std::uint64_t seed = 1;
  std::uint64_t deal = 0;
  int game = 0;  // of the deal: another one for every order of the agents around the table
};

// The seed that a program at that seat is told. Nobody can find the deal's seed from it, nor tell
// which other games are of the same deal.
std::uint64_t agent_seed(const GameKey& key, Seat seat);

// Plays one game; agents[i] sits at seat i. Chance depends on seed and deal alone, so that in every
// game of a deal the same cards come to the same seats. An agent whose answer is late, or not
// legal, leaves the game.
//
// With a program at the table, time tells nobody anything: programs are asked what leaves
// them no choice, too, bots take their time over it, and no answer comes in less than
// kShortestDelay.
GameResult play_game(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key);

// Fills in what luck was worth to every seat, when the game is over: while it is played, the time
// that this takes would tell what nobody may know.
void measure_luck(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key,
                  GameResult& result);

}  // namespace nl
