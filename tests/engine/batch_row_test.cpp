// Tests of batch rows (src/engine/batch_row.h) against single games.
// Steps of a batch from one choice to the next (src/engine/batch_row.h): the same
// positions, the same knowledge and the same ends as by asking and answering one by one.
#include "engine/batch_row.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "engine/games_hash.h"

namespace nl {
namespace {

using Bytes = std::array<std::uint8_t, sizeof(State)>;

// One game by play_on, compiled for a scope, one by single answers, side by side. Now and then the
// acting seat leaves.
template <class Scope = AnyGame>
class Twins {
 public:
  Twins(const Rules& rules, int seats, std::uint64_t number)
      : rules_(rules), random_(21, number), lane_known_(seats), known_(seats) {
    lane_ = new_game(rules, seats, random_, lane_known_);
    s_ = new_game(rules, seats, random_, known_);
  }

  bool play(Stream& choices) {
    bool goes_on = next(false, Action{});
    while (goes_on) {
      one_by_one();
      if (!equal()) return false;
      const bool leaves = bounded(choices, 64) == 0;
      const Action action = choose(choices, asked_.legal);
      if (leaves) {
        forfeit(rules_, s_, asked_.seat, random_, known_);
        forfeit<Scope>(rules_, lane_, asked_.seat, random_, lane_known_);
      } else {
        apply_legal(rules_, s_, asked_.seat, action, random_, known_);
      }
      goes_on = next(!leaves, action);
    }
    one_by_one();
    return equal() && s_.over();
  }

 private:
  bool next(bool answered, Action action) {
    return play_on<Scope>(rules_, lane_, random_, lane_known_, asked_, answered, action);
  }
  // To the next choice.
  void one_by_one() {
    while (!s_.over()) {
      const Seat seat = next_actor(s_);
      const ActionSet choices = legal(rules_, s_, seat);
      if (choices.size() != 1) return;
      apply_legal(rules_, s_, seat, choices.nth(0), random_, known_);
    }
  }
  bool equal() const {
    if (std::bit_cast<Bytes>(tidied(lane_)) != std::bit_cast<Bytes>(tidied(s_))) return false;
    if (lane_known_.seats != known_.seats) return false;
    return s_.over() || (asked_.seat == next_actor(s_) &&
                         asked_.legal == legal(rules_, s_, asked_.seat) && !asked_.forced());
  }

  const Rules& rules_;
  SeededSource random_;  // keyed by what it is asked for, so both can share it
  KnowledgeSink lane_known_;
  KnowledgeSink known_;
  State lane_;
  State s_;
  OpenChoice asked_;
};

TEST(BatchRow, RL_2_GoesFromChoiceToChoiceAsSingleAnswersDo) {
  constexpr std::uint64_t kGamesOfEach = 20;
  for_each_game_kind([](const Rules& rules, Preset, Expansions, int seats) {
    for (std::uint64_t number = 0; number < kGamesOfEach; ++number) {
      Stream choices(number);
      Twins<> twins(rules, seats, number);
      ASSERT_TRUE(twins.play(choices)) << seats << " seats, game " << number;
    }
  });
}

TEST(BatchRow, RL_2_BaseBoxGamesAreTheSameWithNothingElseCompiled) {
  constexpr std::uint64_t kGamesOfEach = 100;
  int kinds = 0;
  for_each_game_kind(
      [&](const Rules& rules, Preset, Expansions expansions, int seats) {
        if (!BaseBoxOnly::fits(rules)) return;
        EXPECT_EQ(expansions, kBase);
        ++kinds;
        for (std::uint64_t number = 0; number < kGamesOfEach; ++number) {
          Stream choices(number);
          Twins<BaseBoxOnly> twins(rules, seats, number);
          ASSERT_TRUE(twins.play(choices)) << seats << " seats, game " << number;
        }
      },
      kAllSets);
  EXPECT_EQ(kinds, 24) << "three presets without a question of their own, 2 to 5 players, two ways";
}

TEST(BatchRow, RL_2_APlainGameHasNoCardAndNoQuestionBeyondTheBaseBox) {
  const auto fits = [](auto change) {
    Rules rules = official();
    change(rules);
    return BaseBoxOnly::fits(rules);
  };
  EXPECT_TRUE(fits([](Rules&) {}));
  EXPECT_TRUE(fits([](Rules& rules) { rules.dead = Dead::Discard; }));
  EXPECT_FALSE(fits([](Rules& rules) { rules.times = true; }));
  EXPECT_FALSE(fits([](Rules& rules) { rules.chain = true; }));
  EXPECT_FALSE(fits([](Rules& rules) { rules.five = true; }));
  EXPECT_FALSE(fits([](Rules& rules) { ++rules.copies[Card::Nope]; })) << "no room in the pile";
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const bool base = official().copies[card_at(kind)] != 0;
    const bool room = fits([&](Rules& rules) {
      --rules.copies[Card::See];
      ++rules.copies[card_at(kind)];
    });
    EXPECT_EQ(room, base) << kind;
  }
}

// A GPU keeps no room for more: what would come beyond it is the next thread's game.
TEST(BatchRow, RL_2_APlainGameNeedsNoMoreRoomThanAfterTheDeal) {
  constexpr std::uint64_t kGamesOfEach = 50;
  int least = kMaxBox;
  const auto play = [&](const Rules& rules, int seats, std::uint64_t number) {
    SeededSource random(22, number);
    Stream choices(number);
    NullSink nobody;
    State s = new_game(rules, seats, random, nobody);
    const int dealt = s.pile_size;
    while (!s.over()) {
      const Seat seat = next_actor(s);
      if (bounded(choices, 64) == 0) {
        forfeit(rules, s, seat, random, nobody);
      } else {
        apply_legal(rules, s, seat, choose(choices, legal(rules, s, seat)), random, nobody);
      }
      ASSERT_LE(s.pile_size, dealt) << seats << " seats, game " << number;
      least = std::min<int>(least, s.pile_size);
    }
    for (int seat = seats; seat < kMaxSeats; ++seat) {
      EXPECT_EQ(s.hands[static_cast<std::size_t>(seat)].total(), 0) << seat;
    }
  };
  for_each_game_kind(
      [&](Rules rules, Preset, Expansions, int seats) {
        if (!BaseBoxOnly::fits(rules)) return;
        for (const Dead dead : {Dead::Out, Dead::Kitten, Dead::Discard}) {
          rules.dead = dead;
          for (std::uint64_t number = 0; number < kGamesOfEach; ++number) {
            play(rules, seats, number);
          }
        }
      },
      kAllSets);
  EXPECT_LT(least, 5) << "games that went far";
}

TEST(BatchRow, RL_2_HandsOfSeatsThatAreNotThereLieBeforeAGame) {
  State s;
  for (std::size_t seat = 0; seat < s.hands.size(); ++seat) {
    s.hands[seat][Card::Nope] = static_cast<std::uint8_t>(seat);
  }
  int seat = 0;
  for (const Counts& hand : s.hands) EXPECT_EQ(hand[Card::Nope], seat++) << "by seat";
  EXPECT_EQ(seat, kMaxSeats);
  const auto bytes = std::bit_cast<Bytes>(s);
  for (std::size_t place = 0; place < kMaxSeats; ++place) {
    EXPECT_EQ(bytes[place * sizeof(Counts) + index(Card::Nope)], kMaxSeats - 1 - place);
  }
}

TEST(BatchRow, RL_2_RowsAndEpisodesHaveGamesOfTheirOwn) {
  const auto deal = [](std::uint32_t row, std::uint32_t episode) {
    SeededSource random = chance_of(7, row, episode);
    NullSink nobody;
    return new_game(official(), 4, random, nobody);
  };
  EXPECT_EQ(std::bit_cast<Bytes>(deal(1, 2)), std::bit_cast<Bytes>(deal(1, 2)));
  EXPECT_NE(std::bit_cast<Bytes>(deal(1, 2)), std::bit_cast<Bytes>(deal(1, 3)));
  EXPECT_NE(std::bit_cast<Bytes>(deal(1, 2)), std::bit_cast<Bytes>(deal(2, 2)));
}

}  // namespace
}  // namespace nl
