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

// Fixed response time of a bot whose opponents can read a clock, with a choice or without:
// otherwise the time would reveal who holds a Nope. It is twice the longer ones of the bot's last
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

// Agent that answers questions: a bot, or a program at the other end of a pipe.
class Agent {
 public:
  virtual ~Agent() = default;
  // A new game begins at this seat; the agent forgets earlier ones. The same seed gives the same
  // play, if the agent supports it.
  virtual void begin(const Rules& rules, int seats, Seat seat, std::uint64_t seed) = 0;
  virtual Action act(const Rules& rules, const View& v, Past past) = 0;
  // An event that the agent's seat may see, redacted.
  virtual void observe(const Event&) {}
  // True if past events influence its play. A program keeps its own history.
  virtual bool remembers(const Rules&) const { return false; }
  // Probability of each legal answer, if known: as Bot::chances.
  virtual std::vector<Weighed> chances(const Rules&, const View&, Past) { return {}; }
  // True if the last answer was late or unreadable.
  virtual bool failed() const { return false; }
  // True if it runs in its own process, so that this process's time says nothing.
  virtual bool elsewhere() const { return false; }
  // … and the processor time that it has used there so far, in microseconds, if known.
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
  double luck = 0;            // in wins, if measured
};

struct GameResult {
  std::vector<SeatResult> seats;
  std::vector<GameAnswer> answers;
};

struct GameKey {
  std::uint64_t seed = 1;
  std::uint64_t deal = 0;
  int game = 0;  // number of the deal, shared by every order of the agents around the table
};

// The seed that a program at that seat receives. It reveals neither the deal's seed nor which other
// games belong to the same deal.
std::uint64_t agent_seed(const GameKey& key, Seat seat);

// Plays one game; agents[i] sits at seat i. Chance depends on seed and deal only, so that in every
// game of a deal the same seats get the same cards. An agent that answers late or illegally leaves
// the game.
//
// With a program at the table, response times carry no information: programs are also asked when
// they have no choice, bots delay their answers, and no answer takes less than kShortestDelay.
GameResult play_game(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key);

// Computes the luck of every seat after the game: during it, the time that this takes would leak
// hidden cards.
void measure_luck(const Rules& rules, const std::vector<Agent*>& agents, const GameKey& key,
                  GameResult& result);

}  // namespace nl
