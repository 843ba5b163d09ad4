// Golden test of observation bytes.
// Golden bytes of observations: one number for each level over seeded games of every kind. The
// engine's hash does not cover these bytes, so that it outlives their layout; a change of the
// layout is a new version of the environments, and changes the numbers here.
#include <gtest/gtest.h>

#include "engine/encode.h"
#include "engine/random_play.h"

namespace nl {
namespace {

template <class Observation>
void add_bytes(const Observation& observation, Fingerprint& hash) {
  for (const std::uint8_t byte :
       std::bit_cast<std::array<std::uint8_t, sizeof(Observation)>>(observation)) {
    hash.add(byte);
  }
}

struct Levels {
  Fingerprint raw{};
  Fingerprint counting{};
  Fingerprint history{};
};

// Knowledge and the last events of every seat.
struct Listeners {
  static constexpr bool kListens = true;
  KnowledgeSink known;
  std::array<History, kMaxSeats> histories{};

  void operator()(const Event& event) {
    known(event);
    for (Seat seat = 0; seat < known.count; ++seat) histories[seat].add(redact(event, seat));
  }
};

void play(const GameKind& kind, std::uint64_t number, Levels& levels) {
  SeededSource random(11, number);
  Dice dice(number);
  Listeners told{KnowledgeSink(kind.seats)};
  State s = new_game(kind.rules, kind.seats, random, told);
  while (!s.over()) {
    const Seat seat = next_actor(s);
    const View v = view(kind.rules, s, told.known.seats[seat], seat);
    HistoryObservation observation{};
    encode(kind.rules, v, told.histories[seat], observation);
    add_bytes(observation.counting.raw, levels.raw);
    add_bytes(observation.counting, levels.counting);
    add_bytes(observation.events, levels.history);
    apply(kind.rules, s, seat, dice.action(v.legal), random, told);
  }
}

TEST(ObservationBytes, RL_1_AreWhatTheyWere) {
  Levels levels;
  std::uint64_t number = 0;
  for (const GameKind& kind : game_kinds_with(kFirstBoxes)) play(kind, number++, levels);
  EXPECT_EQ(levels.raw.value(), 0xedb1b90189f00979u);
  EXPECT_EQ(levels.counting.value(), 0x21924c46317440d3u);
  EXPECT_EQ(levels.history.value(), 0x74ac12076c07e453u);
}

}  // namespace
}  // namespace nl
