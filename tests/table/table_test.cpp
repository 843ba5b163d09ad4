// Tests of a local table: questions, views, deadlines, forfeits.
#include "table/table.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "game/replay.h"
#include "table/staged.h"

namespace nl {
namespace {

constexpr Action kNope = word(Verb::Nope);
constexpr Action kPass = word(Verb::Pass);
constexpr Action kDraw = word(Verb::Draw);

Refusal why(const std::optional<Refused>& refused) {
  EXPECT_TRUE(refused.has_value());
  return refused ? refused->why : Refusal::NotLegal;
}

Table three_with_nopes() {
  return make_table(
      staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}, {Card::Nope}}));
}

// ---- numbers of questions ----------------------------------------------------------------------

TEST(TableDecisions, NET_8_APassOfAnotherDoesNotChangeMyQuestion) {
  Table table = three_with_nopes();
  must(table, 0, play(Card::Shuffle));
  const Decision asked = table.decision(2);
  must(table, 1, kPass);
  EXPECT_EQ(table.decision(2), asked);
  EXPECT_EQ(table.submit(2, kNope, asked), std::nullopt);
}

TEST(TableDecisions, NET_8_ANopeThatCountsAsksEverybodyAnew) {
  Table table = three_with_nopes();
  must(table, 0, play(Card::Shuffle));
  const Decision one = table.decision(1);
  const Decision two = table.decision(2);
  must(table, 2, kNope);
  EXPECT_NE(table.decision(1), one);
  // A second Nope meant for the Shuffle would now save it: it is refused, and stays in the hand.
  EXPECT_EQ(why(table.submit(1, kNope, one)), Refusal::LateNope);
  EXPECT_EQ(why(table.submit(1, kPass, one)), Refusal::Stale);
  EXPECT_EQ(why(table.submit(2, kNope, two)), Refusal::LateNope);
  EXPECT_EQ(table.view(1).hand[Card::Nope], 1);
  EXPECT_EQ(table.submit(1, kNope, table.decision(1)), std::nullopt);
}

TEST(TableDecisions, ANumberIsNeverUsedTwiceForASeat) {
  Table table = three_with_nopes();
  const Decision first = table.decision(0);
  must(table, 0, play(Card::Shuffle));
  must(table, 1, kPass);
  must(table, 2, kPass);
  EXPECT_GT(table.decision(0), first);
  EXPECT_EQ(why(table.submit(0, kDraw, first)), Refusal::Stale);
}

TEST(TableDecisions, AForfeitElsewhereLeavesTheQuestionAlone) {
  Table table = three_with_nopes();
  must(table, 0, play(Card::Shuffle));
  const Decision asked = table.decision(1);
  EXPECT_EQ(table.forfeit(2), std::nullopt);
  EXPECT_EQ(table.decision(1), asked);
}

// ---- refusals ----------------------------------------------------------------------------------

TEST(TableRefusals, NET_2_OnlyWhoeverIsAskedMayAct) {
  Table table = three_with_nopes();
  EXPECT_EQ(why(table.submit(1, kDraw, table.decision(1))), Refusal::NotYourTurn);
  EXPECT_EQ(why(table.submit(kWatcher, kDraw, 0)), Refusal::Watching);
  EXPECT_EQ(table.forfeit(1), std::nullopt);
  EXPECT_EQ(why(table.submit(1, kDraw, table.decision(1))), Refusal::OutOfGame);
  EXPECT_EQ(table.forfeit(2), std::nullopt);
  EXPECT_TRUE(table.over());
  EXPECT_EQ(why(table.submit(0, kDraw, table.decision(0))), Refusal::GameOver);
  EXPECT_EQ(why(table.forfeit(0)), Refusal::GameOver);
}

TEST(TableRefusals, SaysWhyACardCantBePlayed) {
  Table table = three_with_nopes();
  const auto tried = [&](Action action) { return why(table.submit(0, action, table.decision(0))); };
  EXPECT_EQ(tried(play(Card::Attack)), Refusal::NotHeld);
  EXPECT_EQ(tried(play(Card::Nope)), Refusal::NotAlone);
  EXPECT_EQ(tried(play(Card::Defuse)), Refusal::NotAlone);
  EXPECT_EQ(tried(kNope), Refusal::NotLegal);
  EXPECT_EQ(tried(pair(Card::Attack)), Refusal::NotHeld);
}

TEST(TableRefusals, ATK_4_SelfAndTheDeadAreNoTargets) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::Favor}, {}, {}, {}}));
  EXPECT_EQ(table.forfeit(2), std::nullopt);
  must(table, 0, play(Card::Favor));
  const auto tried = [&](Seat seat) {
    return why(table.submit(0, target(0, seat, 4), table.decision(0)));
  };
  EXPECT_EQ(tried(0), Refusal::TargetSelf);
  EXPECT_EQ(tried(2), Refusal::TargetDead);
  EXPECT_EQ(why(table.submit(0, make_action(kTargetBase + 7), table.decision(0))),
            Refusal::NotLegal);
}

TEST(TableRefusals, WhoHasNoNopeIsToldSo) {
  Table table = make_table(staged(Preset::Family, kBase, {{Card::Shuffle}, {}}));
  must(table, 0, play(Card::Shuffle));
  EXPECT_EQ(why(table.submit(1, kNope, table.decision(1))), Refusal::NoNope);
  EXPECT_EQ(table.phase(), Phase::Window);
}

// ---- what a viewer gets ------------------------------------------------------------------------

TEST(TableEvents, NET_3_SecretsGoToTheirOwnerAlone) {
  Table table = make_table(staged(Preset::Official, kBase, {{Card::See}, {}, {}}));
  must(table, 0, play(Card::See));
  must(table, 1, kPass);
  must(table, 2, kPass);
  const auto saw = [&](Seat viewer) {
    for (const Event& event : table.events(viewer)) {
      if (event.kind == EventKind::Saw) return static_cast<int>(event.secrets);
    }
    return -1;
  };
  EXPECT_EQ(saw(0), 3);
  EXPECT_EQ(saw(1), 0);
  EXPECT_EQ(saw(kWatcher), 0);
}

TEST(TableEvents, NumbersHaveNoGapsWhereOthersPassed) {
  Table table = three_with_nopes();
  must(table, 0, play(Card::Shuffle));
  const std::size_t before = table.events(0).size();
  must(table, 1, kPass);
  EXPECT_EQ(table.events(0).size(), before);
  for (const Event& event : table.events(0)) EXPECT_NE(event.kind, EventKind::None);
}

// ---- deadlines ---------------------------------------------------------------------------------

TEST(TableDeadlines, NOPE_8_EachNopeOpensTheWindowAnew) {
  Staged wanted =
      staged(Preset::Official, kBase, {{Card::Shuffle, Card::Nope}, {Card::Nope}, {Card::Nope}});
  wanted.window = Time{3000};
  Table table = make_table(wanted);
  EXPECT_EQ(table.deadline(), std::nullopt);
  must(table, 0, play(Card::Shuffle), Time{1000});
  EXPECT_EQ(table.deadline(), Time{4000});
  must(table, 1, kPass, Time{2000});
  EXPECT_EQ(table.deadline(), Time{4000});
  must(table, 2, kNope, Time{2500});
  EXPECT_EQ(table.deadline(), Time{5500});
  EXPECT_FALSE(table.expire(Time{5499}));
  EXPECT_EQ(table.phase(), Phase::Window);
  EXPECT_TRUE(table.expire(Time{5500}));
  EXPECT_EQ(table.phase(), Phase::Turn);
  EXPECT_EQ(table.deadline(), std::nullopt);
}

// ---- whole games -------------------------------------------------------------------------------

TableSetup bots_only(Preset preset, Expansions expansions, int seats, std::uint64_t seed) {
  TableSetup setup{.preset = preset,
                   .expansions = expansions,
                   .rules = make_rules(preset, expansions),
                   .seed = seed};
  for (int seat = 0; seat < seats; ++seat) {
    setup.seats.push_back({"P" + std::to_string(seat), seat % 2 == 0 ? "careful" : "random"});
  }
  return setup;
}

void play_out(Table& table) {
  while (!table.over()) table.play_bot(table.next_asked());
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

TEST(TableGames, BOT_1_AnySeatCanBeABotAndTheRecordIsTrue) {
  for (int preset = 0; preset < kPresets; ++preset) {
    for (Expansions set = 0; set < kExpansionSets; ++set) {
      Table table(bots_only(static_cast<Preset>(preset), set, 3, 11));
      play_out(table);
      std::istringstream record(joined(table.record()));
      const auto totals = replay_all(record, {}, [](const Difference& difference) {
        ADD_FAILURE() << difference.line << ": " << difference.reason;
      });
      EXPECT_EQ(totals.games, 1);
      EXPECT_EQ(table.died().size(), 2u);
    }
  }
}

// A bot that never met some cards of the box: who answers for it has its seat and its name, at the
// table and in the record.
TEST(TableGames, BOT_1_ABotThatNeverMetTheCardsDoesNotPlayUnderItsName) {
  for (const char* const bot :
       {"net+search:1", "net:" NINELIVES_SOURCE_DIR "/data/nets/policy.nlnet"}) {
    TableSetup setup = bots_only(Preset::Official, kBase, 3, 11);
    setup.seats[1].bot = bot;
    EXPECT_EQ(Table(setup).bot_name(1), bot);
    setup = bots_only(Preset::Official, kImploding, 3, 11);
    setup.seats[1].bot = bot;
    Table table(setup);
    EXPECT_EQ(table.bot_name(1), "counting");
    EXPECT_EQ(joined(table.record()).find("net"), std::string::npos);
    table.seat_bot(2, bot);
    EXPECT_EQ(table.bot_name(2), "counting");
  }
}

TEST(TableGames, ASeedGivesTheSameGameAgain) {
  Table one(bots_only(Preset::Official, kImploding, 4, 5));
  Table two(bots_only(Preset::Official, kImploding, 4, 5));
  play_out(one);
  play_out(two);
  EXPECT_EQ(one.record(), two.record());
  Table other(bots_only(Preset::Official, kImploding, 4, 6));
  EXPECT_NE(other.record(), two.record());
}

TEST(TableGames, SHUF_1_WithoutASeedNoTwoGamesAreAlike) {
  TableSetup setup = bots_only(Preset::Official, kBase, 3, 0);
  setup.seed.reset();
  std::set<std::string> deals;
  for (int game = 0; game < 50; ++game) deals.insert(Table(setup).record()[2]);
  EXPECT_EQ(deals.size(), 50u);
}

TEST(TableGames, ABotTakesASeatAndGivesItBack) {
  Table table = three_with_nopes();
  EXPECT_FALSE(table.is_bot(1));
  table.seat_bot(1, "random");
  EXPECT_TRUE(table.is_bot(1));
  EXPECT_EQ(table.people(), 0b101);
  table.seat_bot(1, "");
  EXPECT_EQ(table.people(), 0b111);
}

// ---- going on with a broken-off game -----------------------------------------------------------

TEST(TableResume, ACutOffRecordGoesOnToTheSameEnd) {
  Table whole(bots_only(Preset::Srs, kStreaking, 3, 21));
  play_out(whole);
  const auto& lines = whole.record();
  for (std::size_t cut = 3; cut < lines.size(); cut += 7) {
    std::istringstream part(
        joined({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(cut)}));
    Table table = Table::resume(part);
    // Every line that the resumed table has is one that the file had.
    for (std::size_t i = 0; i < table.record().size(); ++i) ASSERT_EQ(table.record()[i], lines[i]);
    EXPECT_TRUE(table.is_bot(0));
    EXPECT_EQ(table.names()[1], "P1");
    play_out(table);
    EXPECT_TRUE(table.over());
  }
}

TEST(TableResume, ALineCutInTheMiddleIsLeftOut) {
  Table whole(bots_only(Preset::Official, kBase, 2, 3));
  for (int i = 0; i < 6; ++i) whole.play_bot(whole.next_asked());
  std::string text = joined(whole.record());
  text.resize(text.size() - 5);
  std::istringstream part(text);
  Table table = Table::resume(part);
  EXPECT_LT(table.record().size(), whole.record().size());
  EXPECT_FALSE(table.over());
}

TEST(TableResume, WhatIsNoRecordIsRefusedWithItsLine) {
  const auto refused = [](const std::string& text) {
    std::istringstream in(text);
    try {
      Table::resume(in);
    } catch (const RecordError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ(refused(""), "the record is empty");
  EXPECT_EQ(refused("nonsense\n{}\n").substr(0, 2), "1:");
  EXPECT_NE(refused("{\"end\":{\"winner\":0,\"died\":[]}}\n"), "taken");
}

}  // namespace
}  // namespace nl
