// Tests of the running game.
// One running game: what it takes and refuses, the numbers of questions, what each viewer is told,
// and its record. Tests of tables and rooms cover what these add.
#include "game/game.h"

#include <gtest/gtest.h>

#include "game/film.h"
#include "game/random_record.h"
#include "game/staged.h"
#include "table/table.h"

namespace nl {
namespace {

constexpr Action kNope = word(Verb::Nope);
constexpr Action kPass = word(Verb::Pass);
constexpr Action kDraw = word(Verb::Draw);

using SeededGame = Game<SeededSource>;

SeededGame game_with(const Staged& wanted) {
  NullSink nobody;
  return {GameSoFar(header_of(wanted), Stage(wanted).deal(), nobody), SeededSource(7, 0)};
}

SeededGame three_with_nopes() {
  return game_with(
      staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}, {Card::Nope}}));
}

void must(SeededGame& game, Seat seat, Action action) {
  ASSERT_EQ(game.submit(seat, action, game.decision(seat)), std::nullopt);
}

std::optional<Refusal> why(const Verdict& verdict) {
  const auto* refused = std::get_if<Refused>(&verdict);
  return refused ? std::optional(refused->why) : std::nullopt;
}

// Every preset and both ways of answering a window.
std::vector<Header> kinds_of_games() {
  std::vector<Header> kinds;
  for (int preset = 0; preset < kPresets; ++preset) {
    for (const NopeWay way : {NopeWay::Immediate, NopeWay::Commit}) {
      Header kind{static_cast<Preset>(preset), kImploding | kStreaking, {}, 4};
      kind.rules = make_rules(kind.preset, kind.expansions);
      kind.rules.nope_way = way;
      kinds.push_back(kind);
    }
  }
  return kinds;
}

// Random play, and a look after every step.
template <class Look>
void watch(const Header& kind, std::uint64_t number, Look look) {
  SeededGame game(kind, SeededSource(3, number), RecordWriter({record_text(kind)}));
  Stream dice(number);
  while (!game.over()) {
    const Seat seat = pick_seat(dice, game.acting_seats());
    const ActionSet& actions = game.legal(seat);
    const auto nth = bounded(dice, static_cast<std::uint32_t>(actions.size()));
    const Verdict verdict = game.judge(seat, actions.nth(static_cast<int>(nth)));
    const SeededGame before = game;
    game.take(std::get<Accepted>(verdict));
    look(before, std::get<Accepted>(verdict).move(), game);
  }
}

// ---- refusals ----------------------------------------------------------------------------------

TEST(GameRefusals, NET_2_WhoIsNotAskedIsToldWhy) {
  SeededGame game = three_with_nopes();
  const Decision now = game.decision(0);
  EXPECT_EQ(why(game.judge(0, kDraw, now)), std::nullopt);
  EXPECT_EQ(why(game.judge(kWatcher, kDraw, 0)), Refusal::Watching);
  EXPECT_EQ(why(game.judge(1, kDraw)), Refusal::NotYourTurn);
  EXPECT_EQ(why(game.judge(1, kNope)), Refusal::LateNope);
  EXPECT_EQ(why(game.judge(0, kDraw, now + 1)), Refusal::Stale);
  EXPECT_EQ(why(game.judge(0, kNope, now + 1)), Refusal::LateNope);
  EXPECT_EQ(why(game.judge(0, kNope, now)), Refusal::NotLegal);
  EXPECT_EQ(why(game.judge(0, play(Card::Attack), now)), Refusal::NotHeld);
  EXPECT_EQ(game.forfeit(1), std::nullopt);
  EXPECT_EQ(why(game.judge(1, kDraw)), Refusal::OutOfGame);
  EXPECT_EQ(why(game.judge_forfeit(1)), Refusal::OutOfGame);
  EXPECT_EQ(game.forfeit(2), std::nullopt);
  EXPECT_EQ(why(game.judge(0, kDraw)), Refusal::GameOver);
  EXPECT_EQ(why(game.judge(0, kNope)), Refusal::LateNope);
  EXPECT_EQ(why(game.judge_forfeit(0)), Refusal::GameOver);
  EXPECT_EQ(why(game.judge_forfeit(kWatcher)), Refusal::Watching);
}

TEST(GameRefusals, NET_2_WordsAreJudgedLikeActionsAndLatenessComesFirst) {
  SeededGame game = three_with_nopes();
  const Decision now = game.decision(0);
  EXPECT_EQ(why(game.judge(0, "play shuffle", now)), std::nullopt);
  EXPECT_EQ(why(game.judge(0, "play attack", now)), Refusal::NotHeld);
  EXPECT_EQ(why(game.judge(0, "hello", now)), Refusal::NotLegal);
  EXPECT_EQ(why(game.judge(0, "hello", now + 1)), Refusal::Stale);
  EXPECT_EQ(why(game.judge(0, "nope", now + 1)), Refusal::LateNope);
  EXPECT_EQ(why(game.judge(1, "hello")), Refusal::NotYourTurn);
}

TEST(GameRefusals, WhatIsRefusedChangesNothing) {
  SeededGame game = three_with_nopes();
  const std::size_t told = game.events(kWatcher).size();
  EXPECT_NE(game.submit(0, play(Card::Attack), game.decision(0)), std::nullopt);
  EXPECT_NE(game.submit(1, kDraw, game.decision(1)), std::nullopt);
  EXPECT_EQ(game.steps(), 0);
  EXPECT_EQ(game.events(kWatcher).size(), told);
}

TEST(GameRefusals, NoGameIsDealtWithRulesThatAllowNone) {
  const Header nobody{Preset::Official, kBase, make_rules(Preset::Official), 1};
  EXPECT_THROW(SeededGame(nobody, SeededSource(1, 1)), std::invalid_argument);
  Header many = nobody;
  many.seats = kMaxSeats + 1;
  EXPECT_THROW(SeededGame(many, SeededSource(1, 1)), std::invalid_argument);
}

#ifndef NDEBUG
TEST(GameRefusalsDeathTest, AnAcceptedMoveIsGoodForOneStepOnly) {
  SeededGame game = three_with_nopes();
  const Verdict verdict = game.judge(0, kDraw);
  game.take(std::get<Accepted>(verdict));
  EXPECT_DEATH(game.take(std::get<Accepted>(verdict)), "moved on");
}
#endif

// ---- numbers of questions
// ------------------------------------------------------------------------

TEST(GameQuestions, NET_8_ANumberChangesOnlyWithTheQuestion) {
  for (const Header& kind : kinds_of_games()) {
    watch(kind, 5, [](const GameSoFar& before, const Move& move, const GameSoFar& after) {
      for (Seat seat = 0; seat < after.seats(); ++seat) {
        const bool asked = holds(after.acting_seats(), seat);
        const bool waited = seat != move.seat && holds(before.acting_seats(), seat);
        const Decision next = before.decision(seat) + 1;
        if (!asked) {
          ASSERT_EQ(after.decision(seat), before.decision(seat));
        } else if (!waited || after.nopes() != before.nopes() || after.phase() != before.phase()) {
          ASSERT_EQ(after.decision(seat), next);
        } else if (after.phase() == Phase::Window) {
          ASSERT_EQ(after.decision(seat), before.decision(seat)) << "somebody else passed";
        }
      }
    });
  }
}

TEST(GameQuestions, NET_8_AnAnswerToTheQuestionBeforeANopeIsTooLate) {
  SeededGame game = three_with_nopes();
  must(game, 0, play(Card::Shuffle));
  const Decision before = game.decision(1);
  must(game, 2, kNope);
  EXPECT_EQ(why(game.judge(1, kNope, before)), Refusal::LateNope);
  EXPECT_EQ(why(game.judge(1, kPass, before)), Refusal::Stale);
  EXPECT_EQ(why(game.judge(1, kNope)), std::nullopt);
}

// ---- what viewers are told
// -----------------------------------------------------------------------

TEST(GameEvents, NET_3_EachViewerIsToldTheRedactedGameWithoutGaps) {
  for (const Header& kind : kinds_of_games()) {
    SeededGame game(kind, SeededSource(11, 2), RecordWriter({record_text(kind)}));
    play_at_random(game, Stream(4), 2);
    Film film;  // of its record: it hears everything
    int number = 0;
    for (const std::string& line : game.record()) {
      ASSERT_EQ(film.feed(++number, parse_record_line(line)), std::nullopt);
    }
    for (const Seat viewer : {Seat{0}, Seat{1}, Seat{2}, Seat{3}, kWatcher}) {
      std::vector<Event> shown;
      for (const Event& event : film.events()) {
        const Event mine = redact(event, viewer);
        if (mine.kind != EventKind::None) shown.push_back(mine);
      }
      const auto told = game.events(viewer);
      ASSERT_EQ(std::vector<Event>(told.begin(), told.end()), shown);
    }
  }
}

TEST(GameEvents, AFilmShowsEveryStepAsItWas) {
  const Header kind = kinds_of_games().front();
  std::vector<View> seen;
  std::vector<std::string> record;
  watch(kind, 9, [&](const GameSoFar&, const Move&, const GameSoFar& after) {
    seen.push_back(after.view(2));
    record = after.record();
  });
  Film film;
  int number = 0;
  for (const std::string& line : record) film.feed(++number, parse_record_line(line));
  ASSERT_EQ(film.stills().size(), seen.size() + 1);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const View still = film.stills()[i + 1].view(kind.rules, 2);
    ASSERT_EQ(still.hand, seen[i].hand);
    ASSERT_EQ(still.legal, seen[i].legal);
    ASSERT_EQ(still.known.facts(), seen[i].known.facts());
  }
  EXPECT_TRUE(film.over());
}

// ---- windows ------------------------------------------------------------------------------------

TEST(GameWindows, NOPE_8_WhenTheTimeIsUpAllTheOthersPass) {
  SeededGame game = three_with_nopes();
  must(game, 0, play(Card::Shuffle));
  must(game, 1, kPass);
  game.expire();
  EXPECT_EQ(game.phase(), Phase::Turn);
}

TEST(GameWindows, NOPE_8_ANopeLaidDownInSecretOpensTheWindowAnew) {
  Staged wanted = staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}, {}});
  wanted.rules.nope_way = NopeWay::Commit;
  SeededGame game = game_with(wanted);
  must(game, 0, play(Card::Shuffle));
  must(game, 1, kNope);
  game.expire();
  EXPECT_EQ(game.phase(), Phase::Window);
  EXPECT_EQ(game.nopes(), 1);
  game.expire();
  EXPECT_EQ(game.phase(), Phase::Turn);
}

// ---- the record ---------------------------------------------------------------------------------

TEST(GameRecord, TheSameSourceGivesTheSameRecordAtATable) {
  TableSetup setup{.preset = Preset::Srs,
                   .expansions = kImploding,
                   .rules = make_rules(Preset::Srs, kImploding),
                   .seed = 12,
                   .game = 3};
  for (int seat = 0; seat < 4; ++seat)
    setup.seats.push_back({"P" + std::to_string(seat), "random"});
  Table table(setup);
  const Header header{setup.preset, setup.expansions, setup.rules, 4};
  SeededGame game(header, SeededSource(12, 3),
                  RecordWriter({table.record()[0], table.record()[1]}));
  while (!table.over()) {
    const Seat seat = table.next_asked();
    const Action action = table.bot_choice(seat);
    ASSERT_EQ(table.submit(seat, action, table.decision(seat)), std::nullopt);
    must(game, seat, action);
  }
  EXPECT_EQ(game.record(), table.record());
}

TEST(GameRecord, WithoutAScribeThereIsNone) {
  SeededGame game(kinds_of_games().front(), SeededSource(1, 1));
  play_at_random(game, Stream(1));
  game.note("a line");
  EXPECT_TRUE(game.record().empty());
  EXPECT_EQ(game.died().size(), 3u);
}

TEST(GameRecord, AGameGoesOnBehindTheLinesThatToldItSoFar) {
  const Header kind = kinds_of_games().front();
  SeededGame whole(kind, SeededSource(8, 8), RecordWriter({record_text(kind)}));
  Replay replay;
  for (int i = 0; i < 2; ++i)
    replay.feed(i + 1, parse_record_line(whole.record()[0 + static_cast<std::size_t>(i)]));
  GameSoFar so_far = replay.game();
  so_far.write_behind(whole.record());
  SeededGame second(so_far, SeededSource(8, 8));
  play_at_random(whole, Stream(1));
  play_at_random(second, Stream(1));
  EXPECT_EQ(second.record(), whole.record());
}

}  // namespace
}  // namespace nl
