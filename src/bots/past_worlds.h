// Worlds that a seat can't tell from the true one, each with a past that leads to it. A world is
// dealt from the view, what the seat was told is taken back event by event to the first hands, and
// from there the engine plays it again: so everybody in it knows what they would know, and the
// world weighs what it is likely if the others are a bot whose chances are known.
//
// With two players the weights are exact: a world's weight times how often it is drawn is, up to a
// factor that all worlds share, its probability given all that the seat was told.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "bots/bot.h"
#include "bots/minds.h"
#include "engine/game.h"
#include "engine/random.h"

namespace nl {

// A bot's chances; where it can't say them it is asked some times: an estimate without bias.
std::vector<Weighed> chances_of(Bot& bot, const Rules& rules, const View& v, Past past);

struct PastWorld {
  State state;
  Minds minds;
  double log_deal = 0;  // what it weighs before anybody has answered
  struct Answered {
    std::size_t when;  // how much the viewer had been told
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

// What a bot has said of its chances where a seat had been told something: it says the same again.
using SaidChances = std::unordered_map<std::uint64_t, std::vector<Weighed>>;

class PastWorlds {
 public:
  // `told`: all that the viewer was told since the game began. Everybody else is `target`.
  PastWorlds(const Rules& rules, const View& v, std::span<const Event> told, Bot& target,
             Stream& chance, SaidChances& said);

  // Whether what was told can be taken back: the base box as most rules have it, while all live.
  bool possible() const { return possible_; }

  // One more world; nothing where the deal doesn't fit what was told before.
  std::optional<PastWorld> draw();

  // So many, or as many as were found. In a long game hardly any deal fits all that the others have
  // answered: then they are weighed by the latest answers, as many as leave some worlds to count.
  WeighedWorlds draw_many(int wanted);

 private:
  struct Replay;
  struct Placed {
    std::uint8_t place;
    Card card;
  };
  using Placing = std::vector<Placed>;
  using Cards = std::vector<Card>;

  bool rewind();
  bool undo(std::size_t i);
  bool undo_draw(std::size_t i);
  bool undo_putting_back(Event& event);
  bool undo_gift(Event& event, Seat from, Seat to);
  bool deal();
  bool lay_pile(const std::vector<Placing>& ways, Counts& rest, Cards& others);
  bool unshuffle(std::size_t i);
  static std::vector<Placing> ways_to_lie(const Knowledge& known, int pile);
  bool take(Seat seat, Card card);
  bool lies_on_top(const Event& seen) const;
  Card any_card_of(Seat seat);
  int below(int n) { return static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(n))); }

  const Rules& rules_;
  const View& v_;
  std::span<const Event> told_;
  Bot& target_;
  Stream& chance_;
  SaidChances& said_;
  bool possible_;
  // What the viewer knew of the pile before events: the top card, and at a shuffle (and now) the
  // ways in which it could lie.
  Cards top_before_;
  std::map<std::size_t, std::vector<Placing>> ways_;

  // Of the world under way: its cards, what the viewer was not told of the events, the piles that
  // shuffles left, the last first.
  State cards_{};
  std::vector<Event> whole_;
  std::vector<std::array<Card, kMaxBox>> shuffled_;
  double log_weight_ = 0;
};

}  // namespace nl
