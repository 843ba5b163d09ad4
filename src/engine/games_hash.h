// Hash over many seeded games. It must be equal from every compiler and on every target: one number
// proves one engine. It covers every action, each acting seat's view and knowledge, and the final
// states, in the encoding of canonical_form.h.
#pragma once

#include "engine/canonical_form.h"
#include "engine/game.h"
#include "engine/knowledge_sink.h"
#include "engine/make_view.h"

namespace nl {

class Fingerprint {
 public:
  constexpr void add(std::uint64_t value) { hash_ = mix64(hash_ + value + 0x9E3779B97F4A7C15u); }
  constexpr void operator()(std::uint64_t value) { add(value); }
  constexpr std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

struct PlayedGame {
  std::uint64_t fingerprint = 0;
  int decisions = 0;
};

// One game of random legal play.
constexpr PlayedGame fingerprint_game(const Rules& rules, int seats, std::uint64_t seed,
                                      std::uint64_t game) {
  SeededSource random(seed, game);
  Stream choices(mix64(seed + 1) ^ game);
  KnowledgeSink sink(seats);
  State s = new_game(rules, seats, random, sink);
  Fingerprint hash;
  int decisions = 0;
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const ViewRef v = view_ref(rules, s, sink.seats[seat], seat);
    write(rules, v, hash);
    const auto choice = bounded(choices, static_cast<std::uint32_t>(v.legal.size()));
    const Action action = v.legal.nth(static_cast<int>(choice));
    hash.add(action.id);
    apply_legal(rules, s, seat, action, random, sink);
    ++decisions;
  }
  write(s, hash);
  return {hash.value(), decisions};
}

// Sets of expansions, from one to before another. A box that comes later gets sets and a hash of
// its own, so that the hash of the first ones stays what it is.
struct ExpansionSets {
  int first = 0;
  int end = 0;
};
inline constexpr ExpansionSets kFirstBoxes{0, kFirstBoxSets};
inline constexpr ExpansionSets kLaterBoxes{kFirstBoxSets, kExpansionSets};
inline constexpr ExpansionSets kAllSets{0, kExpansionSets};

// Calls visit(rules, preset, expansions, seats) for every game that the presets allow, in both ways
// of answering a window.
template <class Visit>
constexpr void for_each_game_kind(Visit visit, ExpansionSets sets = kFirstBoxes) {
  for (int preset = 0; preset < kPresets; ++preset) {
    for (int expansions = sets.first; expansions < sets.end; ++expansions) {
      Rules rules = make_rules(static_cast<Preset>(preset), static_cast<Expansions>(expansions));
      for (int seats = rules.min_players; seats <= rules.max_players; ++seats) {
        for (const NopeWay way : {NopeWay::Immediate, NopeWay::Commit}) {
          rules.nope_way = way;
          visit(rules, static_cast<Preset>(preset), static_cast<Expansions>(expansions), seats);
        }
      }
    }
  }
}

// The engine's hash: the sum over games, so that they can be played in any order.
constexpr std::uint64_t kHashSeed = 9;
constexpr int kHashGames = 32;  // of each kind

constexpr std::uint64_t engine_hash(int games_of_each = kHashGames,
                                    ExpansionSets sets = kFirstBoxes) {
  std::uint64_t sum = 0;
  const auto play_all = [&](const Rules& rules, Preset, Expansions, int seats) {
    for (int game = 0; game < games_of_each; ++game) {
      sum +=
          fingerprint_game(rules, seats, kHashSeed, static_cast<std::uint64_t>(game)).fingerprint;
    }
  };
  for_each_game_kind(play_all, sets);
  return sum;
}

}  // namespace nl
