// One number over many seeded games. It must be the same from every compiler and on every target:
// one number proves one engine. Actions, observations and final states all go into it.
#pragma once

#include <span>

#include "engine/encode.h"
#include "engine/game.h"

namespace nl {

// Everything each seat knows, kept up to date as events come.
struct KnowledgeSink {
  static constexpr bool kListens = true;

  std::array<Knowledge, kMaxSeats> seats{};
  int count = 0;

  constexpr explicit KnowledgeSink(int seat_count) : count(seat_count) {
    for (Seat seat = 0; seat < count; ++seat) seats[seat] = Knowledge(seat, count);
  }
  // The kind is a constant wherever an event is told, so most events cost nothing.
  constexpr void operator()(const Event& event) {
    if (Knowledge::concerns(event.kind)) fold(event);
  }
  // Not inlined: events are told from many places, and compilers for GPUs would copy it to each.
  [[gnu::noinline]] constexpr void fold(const Event& event) {
    SeatMask insiders = event.knows;
    for (Knowledge& seat : std::span(seats).first(static_cast<std::size_t>(count))) {
      seat.fold(Told(event, (insiders & 1) != 0));
      insiders >>= 1;
    }
  }
};

class Fingerprint {
 public:
  constexpr void add(std::uint64_t value) { hash_ = mix64(hash_ + value + 0x9E3779B97F4A7C15u); }

  template <class Value>
  constexpr void add_bytes(const Value& value) {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Value)>>(value);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      word = word << 8 | bytes[i];
      if (i % 8 == 7) add(word);
    }
    add(word);
  }
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
    const View v = view(rules, s, sink.seats[seat], seat);
    CountingObservation observation{};
    encode(rules, v, observation);
    hash.add_bytes(observation);
    const auto choice = bounded(choices, static_cast<std::uint32_t>(v.legal.size()));
    const Action action = v.legal.nth(static_cast<int>(choice));
    hash.add(action.id);
    apply_legal(rules, s, seat, action, random, sink);
    ++decisions;
  }
  hash.add_bytes(s);
  return {hash.value(), decisions};
}

// Calls visit(rules, preset, expansions, seats) for every game that the presets allow, in both ways
// of answering a window.
template <class Visit>
constexpr void for_each_game_kind(Visit visit) {
  for (int preset = 0; preset < kPresets; ++preset) {
    for (int expansions = 0; expansions < kExpansionSets; ++expansions) {
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

constexpr std::uint64_t engine_hash(int games_of_each = kHashGames) {
  std::uint64_t sum = 0;
  for_each_game_kind([&](const Rules& rules, Preset, Expansions, int seats) {
    for (int game = 0; game < games_of_each; ++game) {
      sum +=
          fingerprint_game(rules, seats, kHashSeed, static_cast<std::uint64_t>(game)).fingerprint;
    }
  });
  return sum;
}

}  // namespace nl
