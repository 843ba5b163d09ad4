// Tournaments: the same whatever the threads, whole after a kill, and open to programs.
// Requirements: RL-3, RL-4
#include "arena/tournament.h"

#include <gtest/gtest.h>

#include <sstream>

#include "arena/board_text.h"

namespace nl {
namespace {

TournamentPlan small_plan(int seats, int threads) {
  TournamentPlan plan;
  plan.board.seats = seats;
  plan.rules = official();
  plan.rules.nope_way = NopeWay::Commit;
  plan.field = {{"random"}, {"careful"}, {"counting"}, {"ismcts:4"}, {"draw"}};
  plan.deals = 3;
  plan.threads = threads;
  plan.engine = "test";
  return plan;
}

// Without the times, which are never the same.
std::string without_times(DealLine line) {
  for (AgentTally& tally : line.tallies) tally.times = {};
  return to_line(line);
}

std::vector<std::string> results(const TournamentPlan& plan, const std::set<DealKey>& played = {}) {
  std::vector<std::string> lines;
  run_tournament(plan, played,
                 {[&](const DealLine& line) { lines.push_back(without_times(line)); }, {}});
  return lines;
}

TEST(Tournament, RL_3_ThreadsChangeNothing) {
  for (const int seats : {2, 4}) {
    const auto one = results(small_plan(seats, 1));
    EXPECT_EQ(one.size(), seats == 2 ? 30u : 15u);
    EXPECT_EQ(one, results(small_plan(seats, 4)));
  }
}

TEST(Tournament, RL_3_AKilledOneGoesOn) {
  const TournamentPlan plan = small_plan(2, 2);
  const auto whole = results(plan);
  std::string log;
  int left = 11;
  run_tournament(plan, {},
                 {[&](const DealLine& line) {
                    if (left-- > 0) log += without_times(line) + '\n';
                  },
                  [&] { return left <= 0; }});
  log += whole[11].substr(0, whole[11].size() / 2);  // killed in the middle of a line
  std::istringstream stored(log);
  std::set<DealKey> played;
  std::vector<std::string> all;
  for (const DealLine& line : read_log(stored)) {
    played.insert(line.key);
    all.push_back(to_line(line));
  }
  EXPECT_EQ(all.size(), 11u);
  for (const std::string& line : results(plan, played)) all.push_back(line);
  EXPECT_EQ(all, whole);
}

TEST(Tournament, EveryRotationOfADealHasTheSameCards) {
  TournamentPlan plan = small_plan(2, 1);
  plan.field = {{"counting"}, {"counting"}};
  plan.deals = 20;
  // The same agent on both sides: what one wins in one rotation, the other wins in the other.
  int won = 0;
  run_tournament(plan, {},
                 {[&](const DealLine& line) {
                    for (const auto& places : line.places) won += places[0] == 1;
                  },
                  {}});
  EXPECT_EQ(won, 20);
}

TEST(Tournament, LineUpsAreAllSetsOfAgents) {
  EXPECT_EQ(lineups(5, 2).size(), 10u);
  EXPECT_EQ(lineups(5, 4).size(), 5u);
  EXPECT_EQ(lineups(2, 4), (std::vector<std::vector<std::size_t>>{{0, 1, 0, 1}}));
}

// sed answers each question with the first legal action.
constexpr const char* kFirstLegal = R"(sed -un 's/^{"ask":\[\([0-9]*\).*/\1/p')";

TEST(Tournament, RL_4_AProgramTakesPart) {
  TournamentPlan plan = small_plan(2, 2);
  plan.field = {{"careful"}, {"first", kFirstLegal, 5000}};
  std::vector<DealLine> lines;
  run_tournament(plan, {}, {[&](const DealLine& line) { lines.push_back(line); }, {}});
  ASSERT_EQ(lines.size(), 3u);
  for (const DealLine& line : lines) {
    EXPECT_GT(line.tallies[1].decisions, 0);
    EXPECT_EQ(line.tallies[1].illegal + line.tallies[1].timeouts, 0);
  }
}

TEST(Tournament, WrongLateAndDeadProgramsAreCounted) {
  TournamentPlan plan = small_plan(2, 1);
  plan.deals = 1;
  const auto tally_of = [&](const std::string& command, int timeout_ms) {
    plan.field = {{"draw"}, {"program", command, timeout_ms}};
    AgentTally tally;
    run_tournament(plan, {}, {[&](const DealLine& line) { tally = line.tallies[1]; }, {}});
    return tally;
  };
  const AgentTally wrong = tally_of("sed -un 's/^{\"ask.*/255/p'", 5000);
  EXPECT_EQ(wrong.illegal, wrong.decisions);
  const AgentTally dead = tally_of("true", 5000);
  EXPECT_EQ(dead.timeouts, dead.decisions);
  const AgentTally late = tally_of("sleep 5", 5);
  EXPECT_EQ(late.timeouts, late.decisions);
}

TEST(Leaderboard, RL_3_EveryFormatHasEveryAgent) {
  std::vector<DealLine> log;
  run_tournament(small_plan(2, 1), {}, {[&](const DealLine& line) { log.push_back(line); }, {}});
  log.push_back(log.front());  // a deal that is there twice counts once
  const std::vector<Board> made = boards(log, 50);
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0].games, 60);
  EXPECT_EQ(made[0].rows.back().agent == "random" || made[0].rows.back().agent == "draw", true);
  for (const BoardFormat format :
       {BoardFormat::Plain, BoardFormat::Markdown, BoardFormat::AsJson, BoardFormat::Html}) {
    std::ostringstream out;
    print_boards(out, made, format, "2026-01-02");
    for (const char* agent : {"random", "careful", "counting", "ismcts:4", "draw", "2026-01-02"}) {
      EXPECT_NE(out.str().find(agent), std::string::npos) << agent;
    }
  }
}

TEST(Leaderboard, IntervalsHoldTheValueAndComeFromTheLogAlone) {
  std::vector<DealLine> log;
  run_tournament(small_plan(2, 1), {}, {[&](const DealLine& line) { log.push_back(line); }, {}});
  const auto print = [](const std::vector<DealLine>& lines) {
    std::ostringstream out;
    print_boards(out, boards(lines, 50), BoardFormat::Plain, "");
    return out.str();
  };
  const std::string one = print(log);
  std::reverse(log.begin(), log.end());
  EXPECT_EQ(print(log), one);
  const auto made = boards(log, 50);
  for (const BoardRow& row : made[0].rows) {
    EXPECT_LE(row.win_share.low, row.win_share.value + 1e-9);
    EXPECT_GE(row.win_share.high, row.win_share.value - 1e-9);
  }
}

}  // namespace
}  // namespace nl
