// Particle belief: worlds that a seat can't tell from the true one, each with a past. A world is
// dealt from the view, what the seat was told is taken back to the first hands (rewind.h), and from
// there the engine plays it again: so everybody in it knows what they would know, and the
// world weighs what it is likely if the others are a bot whose chances are known.
//
// With two players the weights are exact: a world's weight times how often it is drawn is, up to a
// factor that all worlds share, its probability given all that the seat was told.
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

// A bot's chances; where it can't say them it is asked some times: an estimate without bias.
std::vector<Weighed> chances_of(Bot& bot, const Rules& rules, const View& v, Past past);

struct PastWorld {
  State state;
  MemorySink minds;
  double log_deal = 0;  // its weight before anybody has answered
  struct Answered {
    std::size_t when;  // number of events told to the viewer
    double log_chance;
  };
  std::vector<Answered> answers{};

  // By the others' answers since the viewer had been told so much.
  double log_weight(std::size_t since = 0) const;
};

struct WeighedWorlds {
  std::vector<PastWorld> worlds;
  std::vector<double> weights;
};

// Cache of a bot's chances by the events of its seat: equal events give equal chances.
using SaidChances = std::unordered_map<std::uint64_t, std::vector<Weighed>>;

class PastWorlds {
 public:
  // `told`: all that the viewer was told since the game began. Everybody else is `target`.
  PastWorlds(const Rules& rules, const View& v, std::span<const Event> told, Bot& target,
             Stream& chance, SaidChances& said);

  // True if the events can be undone.
  bool possible() const { return past_.possible(); }

  // One more world; empty if the deal doesn't fit the earlier events.
  std::optional<PastWorld> draw();

  // So many, or as many as were found. In a long game hardly any deal fits all that the others have
  // answered: then they are weighed by the latest answers, as many as leave some worlds to count.
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
