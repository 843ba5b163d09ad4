// Random games of every kind, for tests that look at many of them.
#pragma once

#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/games_hash.h"

namespace nl {

struct GameKind {
  Rules rules;
  Preset preset;
  Expansions expansions;
  int seats;

  std::string name() const {
    return "preset " + std::to_string(static_cast<int>(preset)) + ", expansions " +
           std::to_string(expansions) + ", " + std::to_string(seats) + " seats, " +
           (rules.nope_way == NopeWay::Commit ? "commit" : "immediate");
  }
};

inline std::vector<GameKind> game_kinds_with(ExpansionSets sets) {
  std::vector<GameKind> kinds;
  const auto add = [&](const Rules& rules, Preset preset, Expansions expansions, int seats) {
    kinds.push_back({rules, preset, expansions, seats});
  };
  for_each_game_kind(add, sets);
  return kinds;
}

// Every preset × expansion × seats, in both ways of answering a window.
inline const std::vector<GameKind>& all_game_kinds() {
  static const std::vector<GameKind> kKinds = game_kinds_with(kAllSets);
  return kKinds;
}

// The kind of the game with this number: they take turns.
inline const GameKind& game_kind(std::uint64_t number) {
  return all_game_kinds()[number % all_game_kinds().size()];
}

// Size of a test: optimised builds do it all, those with sanitizers a sample.
constexpr int in_builds(int release, int debug) {
#ifdef NDEBUG
  (void)debug;
  return release;
#else
  (void)release;
  return debug;
#endif
}

// Small numbers for the choices of a test, apart from the game's own chance.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : words_(mix64(seed ^ 0x64696365u)) {}

  int below(int n) { return static_cast<int>(bounded(words_, static_cast<std::uint32_t>(n))); }
  bool once_in(int n) { return below(n) == 0; }
  Seat seat(SeatMask seats) { return pick_seat(words_, seats); }
  Action action(const ActionSet& choices) { return choices.nth(below(choices.size())); }
  Stream& words() { return words_; }

 private:
  Stream words_;
};

// The cards of the pile from the top, as `viewer` has to think it lies: a kitten that somebody else
// has drawn and may keep is still there, and so is a card that somebody else is about to bury.
inline std::vector<Card> pile_as_seen(const State& s, Seat viewer) {
  std::vector<Card> pile;
  for (int place = 0; place < s.pile_size; ++place) pile.push_back(s.from_top(place));
  const Frame& top = s.top();
  if ((top.phase == Phase::Keep || top.phase == Phase::Bury) && top.seat != viewer) {
    pile.insert(top.b == 0 ? pile.begin() : pile.end(), static_cast<Card>(top.a));
  }
  return pile;
}

}  // namespace nl
