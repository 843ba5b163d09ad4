// Property tests of invariants over random games.
// Invariants of every game: tried on random games of every preset × expansion × seats and both ways
// of answering a window, with seats that leave in the middle of it.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "engine/encode.h"
#include "engine/invariants.h"
#include "engine/observe.h"
#include "engine/random_play.h"

namespace nl {
namespace {

constexpr int kEndless = 20000;  // steps; the longest random games have some hundreds

class RandomGame {
 public:
  RandomGame(const GameKind& kind, std::uint64_t number)
      : rules_(kind.rules),
        random_(11, number),
        dice_(number),
        leavers_(number % 4 == 3),
        as_they_arrive_(number % 2 == 1),
        books_(rules_, s_) {
    s_ = new_game(rules_, kind.seats, random_, books_);
    all_ = cards_on_table(s_);
    if (all_ != cards_in_game(rules_, kind.seats)) fault_ = "the deal is not the game's cards";
  }

  // Plays to the end; says what went wrong, nothing for a good game.
  const char* play() {
    const int tried = dice_.below(60);
    for (int step = 0; !s_.over(); ++step) {
      if (step == tried && dice_.once_in(2)) {
        note(applies_other_than_legal(rules_, s_, random_));
      }
      if (fault_ != nullptr) return fault_;
      if (step > kEndless) return "the game does not end";
      take_step();
      check();
    }
    return fault_;
  }
  int deaths() const { return s_.seats - count(s_.alive); }

 private:
  void take_step() {
    if (leavers_ && dice_.once_in(48)) {
      const auto seat = static_cast<Seat>(dice_.below(s_.seats));
      const bool may = s_.living(seat);
      if (forfeit(rules_, s_, seat, random_, books_) != may)
        note("a forfeit is not for the living");
      return;
    }
    const Seat seat = as_they_arrive_ ? dice_.seat(actors(s_)) : next_actor(s_);
    const Action action = dice_.action(legal(rules_, s_, seat));
    if (!apply(rules_, s_, seat, action, random_, books_)) note("a legal action is refused");
  }
  void check() {
    note(broken(rules_, s_));
    if (!adds_up(cards_on_table(s_), books_.gone(), all_)) note("cards appear or vanish");
  }
  void note(const char* fault) {
    if (fault_ == nullptr) fault_ = fault;
  }

  const Rules& rules_;
  SeededSource random_;
  Dice dice_;
  bool leavers_;
  bool as_they_arrive_;
  State s_{};
  Bookkeeper books_;
  Counts all_{};
  const char* fault_ = nullptr;
};

void expect_good_games(std::uint64_t first, int games) {
  for (std::uint64_t number = first; number < first + static_cast<std::uint64_t>(games); ++number) {
    RandomGame game(game_kind(number), number);
    const char* fault = game.play();
    ASSERT_EQ(fault, nullptr) << fault << " in game " << number << ": " << game_kind(number).name();
    ASSERT_EQ(game.deaths(), game_kind(number).seats - 1);
  }
}

TEST(Properties, SET_9_TURN_5_CardsAreConservedAndEveryGameEnds) {
  expect_good_games(0, in_builds(100'000, 2'000));
}

TEST(LongProperties, SET_9_TURN_5_TenMillionGames) {
  if (in_builds(0, 1) != 0) GTEST_SKIP() << "for release builds";
  expect_good_games(1'000'000, 10'000'000);
}

// The rules that no preset has: five titles, the faster game, and each preset's fields crossed.
TEST(Properties, COMBO_5_SET_8_HouseRulesHoldToo) {
  const int games = in_builds(20'000, 500);
  for (int number = 0; number < games; ++number) {
    Dice dice(static_cast<std::uint64_t>(number) + 77);
    GameKind kind = game_kind(static_cast<std::uint64_t>(number));
    Rules& rules = kind.rules;
    rules.five = dice.once_in(2);
    rules.combos = dice.once_in(2) ? Combos::Any : Combos::Cats;
    rules.times = dice.once_in(2);
    rules.nope_asks = dice.once_in(2) ? NopeAsks::All : NopeAsks::Holders;
    rules.stack = dice.once_in(2) ? Stack::Add : Stack::Flat;
    rules.chain = dice.once_in(2);
    rules.targeted = dice.once_in(2) ? TargetedWay::Jump : TargetedWay::Wait;
    rules.dead = static_cast<Dead>(dice.below(3));
    rules.keep_ends = dice.once_in(2);
    rules.loose = dice.once_in(2) ? Loose::AtOnce : Loose::AtDraw;
    RandomGame game(kind, static_cast<std::uint64_t>(number));
    const char* fault = game.play();
    ASSERT_EQ(fault, nullptr) << fault << " in game " << number << ": " << kind.name();
  }
}

std::array<std::uint8_t, sizeof(CountingObservation)> filled_with(std::uint8_t byte) {
  std::array<std::uint8_t, sizeof(CountingObservation)> bytes;
  bytes.fill(byte);
  return bytes;
}

// Learners get the bytes that encode() writes from a View: a ViewRef only spares the copies, and
// observe() spares the ViewRef.
TEST(Properties, TheSimdWriterEncodesAsTheViewDoes) {
  for (int number = 0; number < in_builds(2'000, 200); ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    SeededSource random(21, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    KnowledgeSink known(kind.seats);
    State s = new_game(kind.rules, kind.seats, random, known);
    while (!s.over()) {
      const auto viewer = static_cast<Seat>(dice.below(kind.seats));
      CountingObservation from_view;
      CountingObservation from_view_ref;
      // Every byte is written, whatever stood there.
      auto from_state = std::bit_cast<CountingObservation>(filled_with(0xA5));
      const View v = view(kind.rules, s, known.seats[viewer], viewer);
      const ViewRef g = view_ref(kind.rules, s, known.seats[viewer], viewer);
      encode(kind.rules, v, from_view);
      encode(kind.rules, g, from_view_ref);
      observe(kind.rules, cards_in_game(kind.rules, kind.seats), s, known.seats[viewer], viewer,
              from_state);
      ASSERT_EQ(std::memcmp(&from_view, &from_view_ref, sizeof from_view), 0) << kind.name();
      ASSERT_EQ(std::memcmp(&from_view, &from_state, sizeof from_view), 0) << kind.name();
      ASSERT_EQ(v.legal, g.legal) << kind.name();
      const Seat seat = next_actor(s);
      apply_legal(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, known);
    }
  }
}

// Observations get the odds of both ends by one pass over what is known of the pile.
TEST(Properties, ENG_2_BothEndsOfThePileHaveTheOddsOfTheirPlaces) {
  int with_ranges = 0;
  for (int number = 0; number < in_builds(2'000, 400); ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    SeededSource random(23, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    KnowledgeSink known(kind.seats);
    State s = new_game(kind.rules, kind.seats, random, known);
    while (!s.over()) {
      const auto viewer = static_cast<Seat>(dice.below(kind.seats));
      const ViewRef v = view_ref(kind.rules, s, known.seats[viewer], viewer);
      CountingObservation o;
      encode(kind.rules, v, o);
      const Counts cards = unseen(kind.rules, v);
      ASSERT_EQ(o.top_odds, kitten_byte(kind.rules, v, cards, 0)) << kind.name();
      ASSERT_EQ(o.bottom_odds, kitten_byte(kind.rules, v, cards, v.pile_size - 1)) << kind.name();
      with_ranges += knows_ranges(v.known);
      const Seat seat = next_actor(s);
      apply_legal(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, known);
    }
  }
  EXPECT_GT(with_ranges, 100);
}

// The sink leaves out what it knows to change nothing: each seat ends up with what it would know
// had it folded every event by itself.
struct EveryEvent {
  static constexpr bool kListens = true;
  KnowledgeSink quick;
  std::array<Knowledge, kMaxSeats> slow{};

  explicit EveryEvent(int seats) : quick(seats) {
    for (Seat seat = 0; seat < seats; ++seat) slow[seat] = Knowledge(seat, seats);
  }
  void operator()(const Event& event) {
    quick(event);
    for (Seat seat = 0; seat < quick.count; ++seat) fold(slow[seat], redact(event, seat));
  }
};

TEST(Properties, TheSinkKnowsWhatEverySeatFoldsByItself) {
  for (int number = 0; number < in_builds(4'000, 400); ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    SeededSource random(23, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    EveryEvent known(kind.seats);
    State s = new_game(kind.rules, kind.seats, random, known);
    while (!s.over()) {
      for (Seat seat = 0; seat < kind.seats; ++seat) {
        ASSERT_EQ(known.quick.seats[seat], known.slow[seat]) << kind.name();
      }
      const Seat seat = next_actor(s);
      apply_legal(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, known);
    }
  }
}

// A seat whose knowledge is set from outside loses what others play as any other.
TEST(Properties, KnowledgeThatIsSetIsNotForgotten) {
  KnowledgeSink known(3);
  known({.kind = EventKind::GameStarted, .seat = 0, .number = 20});
  Knowledge::Parts parts;
  parts.held[0] = held_card(1, Card::Skip);
  parts.held_count = 1;
  parts.pile_size = 20;
  known.set(2, Knowledge(2, 3, parts));
  known({.kind = EventKind::Played, .seat = 1, .card = Card::Skip});
  EXPECT_EQ(known.seats[2].held(), 0);
}

TEST(Properties, OnlyASeatThatIsAskedHasLegalActionsWhateverTheNumber) {
  for (int number = 0; number < in_builds(200, 50); ++number) {
    const GameKind& kind = game_kind(static_cast<std::uint64_t>(number));
    SeededSource random(22, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    NullSink sink;
    State s = new_game(kind.rules, kind.seats, random, sink);
    for (;;) {
      for (int seat = 0; seat <= kNoSeat; ++seat) {
        const bool asked = seat < kMaxSeats && holds(actors(s), static_cast<Seat>(seat));
        ASSERT_EQ(asks(s, static_cast<Seat>(seat)), asked) << seat << ", " << kind.name();
        const ActionSet set = legal(kind.rules, s, static_cast<Seat>(seat));
        ASSERT_EQ(set.empty(), !asked) << seat << ", " << kind.name();
      }
      if (s.over()) break;
      const Seat seat = next_actor(s);
      apply_legal(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, sink);
    }
  }
}

TEST(Properties, SET_8_TheFasterGameTakesAThirdOutAndEnds) {
  for (int number = 0; number < in_builds(5'000, 200); ++number) {
    GameKind kind = game_kind(static_cast<std::uint64_t>(number));
    kind.rules.faster = true;
    SeededSource random(5, static_cast<std::uint64_t>(number));
    Dice dice(static_cast<std::uint64_t>(number));
    NullSink sink;
    State s = new_game(kind.rules, kind.seats, random, sink);
    const int before = cards_in_game(kind.rules, kind.seats).total();
    ASSERT_LT(cards_on_table(s).total(), before) << kind.name();
    int steps = 0;
    while (!s.over() && ++steps < kEndless) {
      const Seat seat = next_actor(s);
      ASSERT_TRUE(
          apply(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, sink));
    }
    ASSERT_TRUE(s.over()) << kind.name();
  }
}

}  // namespace
}  // namespace nl
