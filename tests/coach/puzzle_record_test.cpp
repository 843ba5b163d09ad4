// Tests of games that go on from a puzzle.
#include "coach/puzzle_record.h"

#include <gtest/gtest.h>

#include <set>

#include "bots/bot.h"
#include "engine/consistent.h"
#include "engine/make_view.h"
#include "game/film.h"
#include "game/open_cards.h"
#include "game/origin.h"
#include "text/knowledge_text.h"
#include "text/state_text.h"

namespace nl {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

StartPosition position_in(const std::vector<std::string>& lines) {
  return std::get<StartPosition>(parse_record_line(lines[1]));
}

const Puzzle& first_of(Phase phase) {
  for (const Puzzle& puzzle : all_puzzles()) {
    if (puzzle.world.top().phase == phase) return puzzle;
  }
  return all_puzzles().front();
}

TEST(PuzzleRecord, WEB_17_EveryPuzzleGoesOnInAWorldThatItsPlayerCantTellApart) {
  for (const Puzzle& puzzle : all_puzzles()) {
    const auto origin = origin_at(joined(puzzle_record(puzzle, 7)), "puzzle", 0);
    ASSERT_TRUE(origin) << puzzle_text(puzzle);
    const GameSoFar game = game_at(*origin);
    const View then = view_of(puzzle, game.rules());
    const View now = game.view(puzzle.seat);
    EXPECT_EQ(now.hand, then.hand);
    EXPECT_EQ(now.hand_size, then.hand_size);
    EXPECT_EQ(now.pile_size, then.pile_size);
    EXPECT_EQ(now.discard, then.discard);
    EXPECT_EQ(now.known, then.known);
    EXPECT_EQ(now.legal, then.legal);
    EXPECT_TRUE(game.legal(puzzle.seat).has(puzzle.answer));
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const char* lie = untrue(game.rules(), OpenCards::state(game), game.view(seat));
      EXPECT_EQ(lie, nullptr) << lie << " for seat " << int{seat} << ": " << puzzle_text(puzzle);
    }
  }
}

// Somebody who plays on learns nothing of the world that the puzzle came from.
TEST(PuzzleRecord, WEB_17_HiddenCardsAreDealtAgain) {
  for (const Puzzle& puzzle : all_puzzles()) {
    if (puzzle.game != "official" || puzzle.world.pile_size < 10) continue;
    std::set<std::string> worlds;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      worlds.insert(state_text(position_in(puzzle_record(puzzle, seed)).state));
    }
    EXPECT_GE(worlds.size(), 7U);
    EXPECT_FALSE(worlds.contains(state_text(puzzle.world)));
    Puzzle other = puzzle;
    other.world = position_in(puzzle_record(puzzle, 99)).state;
    EXPECT_EQ(puzzle_record(other, 3), puzzle_record(puzzle, 3)) << "drawn from the view alone";
  }
}

TEST(PuzzleRecord, WEB_17_ARecordThatBeginsInThePositionCanBeReplayed) {
  for (const Phase phase : {Phase::Turn, Phase::Place}) {
    const Puzzle& puzzle = first_of(phase);
    const auto opening = puzzle_record(puzzle, 1);
    Game game(game_at(*origin_at(joined(opening), "puzzle", 0)), SeededSource(5, 5));
    game.write_behind(opening);
    auto bot = make_bot("careful", 1);
    while (!game.over()) {
      const Seat seat = game.next_asked();
      const Action action = bot->act(game.rules(), game.view(seat), {});
      ASSERT_FALSE(game.submit(seat, action, game.decision(seat)));
    }
    Film film;
    int number = 0;
    for (const std::string& line : game.record()) {
      const auto difference = film.feed(++number, parse_record_line(line));
      ASSERT_FALSE(difference) << difference->reason;
    }
    ASSERT_FALSE(film.finish());
    EXPECT_TRUE(film.over());
    EXPECT_EQ(film.stills().size(), static_cast<std::size_t>(game.steps()) + 1);
  }
}

class PositionLine : public testing::Test {
 protected:
  // A replay's reason to refuse the record; empty: it doesn't.
  static std::string refused(const StartPosition& position) {
    Replay replay;
    replay.feed(1, parse_record_line(lines().front()));
    const auto difference = replay.feed(2, position);
    return difference ? difference->reason : "";
  }
  static std::vector<std::string> lines() { return puzzle_record(first_of(Phase::Turn), 1); }

  StartPosition position_ = position_in(lines());
};

TEST_F(PositionLine, WEB_17_AnImpossiblePositionIsRefused) {
  EXPECT_EQ(refused(position_), "");
  const auto changed = [&](auto change) {
    StartPosition other = position_;
    change(other);
    return refused(other);
  };
  const auto state = [&](auto change) {
    return changed([&](StartPosition& p) { change(p.state); });
  };
  EXPECT_NE(state([](State& s) { s.alive = 1; }), "");
  EXPECT_NE(state([](State& s) { s.turn = 1; }), "");
  EXPECT_NE(state([](State& s) { s.owed = 0; }), "");
  EXPECT_NE(state([](State& s) { s.pile_size = 0; }), "") << "no kitten";
  EXPECT_NE(state([](State& s) { s.hands[0][Card::Exploding] = 1; }), "");
  EXPECT_NE(state([](State& s) { s.hands[0][Card::Skip] = 9; }), "");
  // More cards than are in play would be dealt past the end of a world.
  EXPECT_NE(state([](State& s) { s.discard[Card::Defuse] = 6; }), "") << "two seats use fewer";
  EXPECT_NE(changed([](StartPosition& p) {
              Knowledge::Parts parts;
              parts.pile_size = p.state.pile_size;
              parts.exploded = 5;
              p.known = Knowledge(p.state.turn, p.state.seats, parts);
            }),
            "")
      << "more kittens gone than there are";
  EXPECT_NE(state([](State& s) { s.frames[0].phase = Phase::Window; }), "");
  EXPECT_NE(state([](State& s) { s.depth = 2; }), "");
  EXPECT_NE(state([](State& s) { s.play.waiting = 1; }), "");
  EXPECT_NE(state([](State& s) { s.marked[0][Card::Skip] = 1; }), "");
  EXPECT_NE(state([](State& s) { s.cursed = 1; }), "");
  Knowledge::Parts parts{.pile_size = 99};
  EXPECT_NE(changed([&](StartPosition& p) { p.known = Knowledge(p.seat, p.state.seats, parts); }),
            "");
  parts = {.pile_size = position_.state.pile_size};
  parts.facts[parts.fact_count++] = {Card::Nope, 0, 0};
  EXPECT_NE(changed([&](StartPosition& p) { p.known = Knowledge(p.seat, p.state.seats, parts); }),
            "");
}

TEST_F(PositionLine, WEB_17_ALineIsReadAsItWasWritten) {
  const StartPosition again = std::get<StartPosition>(parse_record_line(record_text(position_)));
  EXPECT_EQ(state_text(again.state), state_text(position_.state));
  EXPECT_EQ(again.seat, position_.seat);
  EXPECT_EQ(again.known, position_.known);
  EXPECT_THROW(parse_record_line(R"({"position":{"state":"seats=9","known":""}})"), RecordError);
  const std::string known = R"(","known":"seat=0 cards=1"}})";
  EXPECT_THROW(parse_record_line(R"({"position":{"state":")" + state_text(position_.state) + known),
               RecordError);
}

}  // namespace
}  // namespace nl
