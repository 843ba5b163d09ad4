// Particle belief: worlds that a seat can't distinguish from the true one, each with a past. A
// world is dealt from the view, the seat's events are undone back to the first hands (rewind.h),
// and from there the engine replays it. So every seat in it knows what it would know, and the world
// is weighted by its likelihood if the others are a bot with known probabilities.
//
// With two players the weights are exact: a world's weight times its sampling frequency is, up to a
// common factor, its probability given the seat's events.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "bots/bot.h"
#include "bots/rewind.h"
#include "engine/game.h"
#include "engine/memory_sink.h"
#include "engine/random.h"

namespace nl {

// A bot's probabilities; if it does not report them, an unbiased estimate from samples.
std::vector<Weighed> chances_of(Bot& bot, const Rules& rules, const View& v, Past past);

struct PastWorld {
  State state;
  MemorySink minds;
  double log_deal = 0;  // its weight before any answer
  struct Answered {
    std::size_t when;  // number of the viewer's events
    double log_chance;
  };
  std::vector<Answered> answers{};

  // Likelihood of the others' answers since the viewer had this many events.
  double log_weight(std::size_t since = 0) const;
};

struct WeighedWorlds {
  std::vector<PastWorld> worlds;
  std::vector<double> weights;
};

// Cache of a bot's probabilities by the events of its seat: equal events give equal probabilities.
using SaidChances = std::unordered_map<std::uint64_t, std::vector<Weighed>>;

class PastWorlds {
 public:
  // `told`: all of the viewer's events since the game began. All other seats are `target`.
  PastWorlds(const Rules& rules, const View& v, std::span<const Event> told, Bot& target,
             Stream& chance, SaidChances& said);

  // True if the events can be undone.
  bool possible() const { return past_.possible(); }

  // One more world; empty if the deal doesn't fit the earlier events.
  std::optional<PastWorld> draw();

  // This many worlds, or as many as were found. In a long game hardly any deal fits all of the
  // others' answers: then only the latest answers are used, as many as leave some worlds to count.
  WeighedWorlds draw_many(int wanted);

 private:
  struct Replay;

  const Rules& rules_;
  const View& v_;
  std::span<const Event> told_;
  Bot& target_;
  SaidChances& said_;
  Rewind past_;
};

}  // namespace nl
