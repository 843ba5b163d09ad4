// Tests of `leaderboard --check` with forged logs: it finds every change, gap and addition.
#include "arena/log_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "arena/board_text.h"
#include "arena/identity.h"
#include "arena/log_schedule.h"
#include "arena/sealed_seed.h"
#include "played_logs.h"

namespace nl {
namespace {

// Lines with a chain that fits, as a forger would write them. Links that they have are dropped.
std::string chained_log(const std::vector<std::string>& texts) {
  std::ostringstream out;
  LogWriter writer(out, "");
  for (const std::string& text : texts) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      const std::size_t link = line.find(",\"chain\"");
      writer.write(link == std::string::npos ? line : line.substr(0, link) + '}');
    }
  }
  return out.str();
}

std::string deal_lines(const std::vector<DealLine>& log) {
  std::string text;
  for (const DealLine& line : log) text += to_line(line) + '\n';
  return text;
}

std::string open_log(const TournamentPlan& plan, const std::vector<DealLine>& log) {
  return chained_log({to_line(schedule_of(plan, "")), deal_lines(log)});
}

std::string sealed_log(const TournamentPlan& plan, const std::vector<DealLine>& log,
                       const SealedSeed& sealed, const std::optional<SealedSeed>& revealed) {
  return chained_log({commitment_line(sealed), to_line(schedule_of(plan, commitment_to(sealed))),
                      deal_lines(log), revealed ? reveal_line(*revealed) : ""});
}

TEST(LogCheck, BEN_3_ALogHoldsOrItIsSaidWhatIsWrong) {
  const TournamentPlan plan = bots_plan(3, {"careful", "counting", "random", "draw"});
  const auto log = played(plan);
  const SealedSeed sealed{77, Bytes32{9}};
  const std::string whole = sealed_log(plan, log, sealed, sealed);
  const LogCheck good = check_log(whole, {.engine = "this"});
  EXPECT_EQ(good.faults, std::vector<std::string>{});
  EXPECT_EQ(good.lines, 8);
  EXPECT_EQ(good.replayed, 8);

  const auto fault_of = [](const std::string& text, const std::string& engine) {
    std::string all;
    for (const std::string& one : check_log(text, {.engine = engine, .threads = 2}).faults) {
      all += one + '\n';
    }
    return all;
  };
  EXPECT_NE(fault_of(whole, "other").find("engine this"), std::string::npos);
  EXPECT_NE(fault_of(chained_log({whole, "{\"nothing\":1}"}), "this").find("1 lines"),
            std::string::npos);
  EXPECT_NE(fault_of(sealed_log(plan, log, sealed, {}), "this").find("not revealed"),
            std::string::npos);
  const SealedSeed other{78, Bytes32{9}};
  EXPECT_NE(fault_of(sealed_log(plan, log, sealed, other), "this").find("not the one"),
            std::string::npos);
  auto changed = log;
  std::swap(changed[3].places[1][0], changed[3].places[1][1]);
  EXPECT_NE(fault_of(open_log(plan, changed), "this").find("ends otherwise"), std::string::npos);
  changed = log;
  TournamentPlan renamed = plan;
  for (DealLine& line : changed) {
    for (std::size_t i = 0; i < line.key.agents.size(); ++i) {
      if (line.key.agents[i] == "careful") line.key.hashes[i] = "0000000000000000";
    }
  }
  renamed.field[0].hash = "0000000000000000";
  EXPECT_NE(fault_of(open_log(renamed, changed), "this").find("plays otherwise now"),
            std::string::npos);
}

// An edited place in a deal that was not among the first once passed as "all is as it says".
TEST(LogCheck, BEN_3_AnEditInAnyDealIsFoundAndSomeDealsAreDrawnByLot) {
  TournamentPlan plan = bots_plan(2, {"careful", "draw"});
  plan.deals = 12;
  const auto log = played(plan);
  for (std::size_t deal = 0; deal < log.size(); ++deal) {
    auto edited = log;
    std::swap(edited[deal].places[0][0], edited[deal].places[0][1]);
    const LogCheck found = check_log(open_log(plan, edited), {.engine = "this"});
    ASSERT_EQ(found.faults.size(), 1u) << deal;
    EXPECT_EQ(found.faults[0], "deal " + std::to_string(deal) + " of careful,draw ends otherwise");
  }
  auto edited = log;
  std::swap(edited[7].places[0][0], edited[7].places[0][1]);
  int found = 0;
  for (int i = 0; i < 60; ++i) {
    const LogCheck some = check_log(open_log(plan, edited), {.engine = "this", .deals = 4});
    EXPECT_EQ(some.replayed, 4);
    EXPECT_EQ(some.of_bots, 12);
    found += !some.faults.empty();
  }
  EXPECT_GT(found, 4);  // of 60 times a third: chances of fewer are one in 10^6
  EXPECT_LT(found, 40);
}

TEST(LogCheck, BEN_3_NeitherWhatWasDecidedNorWhichDealsThereAreCanBeEdited) {
  TournamentPlan plan = bots_plan(2, {"careful", "draw"});
  plan.deals = 4;
  const auto log = played(plan);
  const auto fault_of = [&](const std::vector<DealLine>& lines) {
    const LogCheck found = check_log(open_log(plan, lines), {.engine = "this"});
    return found.faults.empty() ? std::string() : found.faults[0];
  };
  EXPECT_EQ(fault_of(log), "");
  auto edited = log;
  edited[2].tallies[1].illegal += 1;
  EXPECT_EQ(fault_of(edited), "deal 2 of careful,draw ends otherwise");
  edited = log;
  edited.erase(edited.begin() + 1);  // the one that they lost
  EXPECT_EQ(fault_of(edited),
            "deal 1 of careful,draw is missing, of 1 that were scheduled and are not there");
  edited = log;
  edited.push_back(log[3]);
  EXPECT_EQ(fault_of(edited), "deal 3 of careful,draw is there twice");
}

std::string first_fault(const std::string& log) {
  const LogCheck found = check_log(log, {.engine = "this"});
  return found.faults.empty() ? "" : found.faults[0];
}

bool tells(const std::string& log, const std::string& what) {
  return first_fault(log).find(what) != std::string::npos;
}

TEST(LogCheck, BEN_9_AChangedLineBreaksTheChain) {
  const TournamentPlan plan = bots_plan(2, {"careful", "draw", "random"});
  const std::string log = open_log(plan, played(plan));
  EXPECT_EQ(first_fault(log), "");
  std::string times = log;
  const std::size_t at = times.find("\"times\":[[[");
  times.insert(at + 11, "9");
  EXPECT_TRUE(tells(times, "breaks the chain")) << first_fault(times);
  EXPECT_TRUE(tells(log.substr(log.find('\n') + 1), "breaks the chain"));
  EXPECT_TRUE(tells(deal_lines(played(plan)), "breaks the chain"));
}

// A forger of a log can chain it again. The schedule can't be taken back.
TEST(LogCheck, BEN_9_ADroppedLineUpAndAKeptPrefixAreFound) {
  TournamentPlan plan = bots_plan(2, {"careful", "draw", "random"});
  plan.deals = 4;
  auto log = played(plan);
  std::erase_if(log, [](const DealLine& line) { return line.key.agents[0] == "draw"; });
  EXPECT_TRUE(tells(open_log(plan, log), "deal 0 of draw,random is missing, of 4"));
  log = played(plan);
  std::erase_if(log, [](const DealLine& line) { return line.key.deal >= 2; });
  EXPECT_TRUE(tells(open_log(plan, log), "is missing, of 6"));
  log = played(plan);
  plan.deals = 2;
  EXPECT_TRUE(tells(open_log(plan, log), "without being scheduled"));
  EXPECT_TRUE(tells(chained_log({deal_lines(log)}), "without being scheduled"));
}

TEST(LogCheck, BEN_9_ARemovedCommitmentIsFound) {
  const TournamentPlan plan = bots_plan(2, {"careful", "draw"});
  const SealedSeed sealed{77, Bytes32{9}};
  const auto log = played(plan);
  const std::string scheduled = to_line(schedule_of(plan, commitment_to(sealed)));
  EXPECT_EQ(first_fault(sealed_log(plan, log, sealed, sealed)), "");
  EXPECT_TRUE(tells(chained_log({scheduled, deal_lines(log), reveal_line(sealed)}), "commitment"));
  EXPECT_TRUE(
      tells(chained_log({commitment_line(sealed), reveal_line(sealed), scheduled, deal_lines(log)}),
            "after their seed was revealed"));
}

TEST(Board, BEN_9_RowsThatNobodyCanReplayAreNotVerified) {
  auto log = played(bots_plan(2, {"careful", "draw"}));
  for (DealLine& line : log) line.key.agents[1] = "program";
  const std::vector<Board> made = boards(log, 2);
  for (const BoardRow& row : made[0].rows) EXPECT_EQ(row.verifiable, row.agent == "careful");
  for (const BoardFormat format : {BoardFormat::Plain, BoardFormat::Markdown, BoardFormat::Html}) {
    std::ostringstream out;
    print_boards(out, made, format, "2026-01-01");
    EXPECT_NE(out.str().find("program (not verified)"), std::string::npos);
    EXPECT_EQ(out.str().find("careful (not verified)"), std::string::npos);
  }
}

TEST(Identity, BEN_9_NamesOfBotsAndTheirLookalikesAreReserved) {
  for (const char* name : {"net", "Net", "n3t", "net-", "net\u200b", "counting", "c0unting", "hard",
                           "", "a b", "i5mcts", "netsearch", "hunt"}) {
    EXPECT_NE(fault_in_name(name), "") << name;
    EXPECT_THROW(field_of({"draw"}, {std::string(name) + "=true"}, 100, {.wanted = false}),
                 std::invalid_argument)
        << name;
  }
  for (const char* name : {"mine", "my-net", "ppo_2", "networked"})
    EXPECT_EQ(fault_in_name(name), "");
}

TEST(Identity, BEN_9_EditedWeightsAndFilesBesideAProgramAreAnotherAgent) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "ninelives_identity";
  fs::create_directories(folder);
  const fs::path weights = folder / "w.nlnet";
  fs::copy_file(fs::path(NINELIVES_SOURCE_DIR) / "data/nets/net.nlnet", weights,
                fs::copy_options::overwrite_existing);
  const std::string bot = "net:" + weights.string();
  const std::string before = bot_identity(bot, official(), 2);
  std::fstream file(weights, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(-1, std::ios::end);
  const char last = static_cast<char>(file.get());
  file.seekp(-1, std::ios::end);
  file.put(static_cast<char>(last ^ 1));
  file.close();
  EXPECT_NE(bot_identity(bot, official(), 2), before) << "one bit of one weight";

  std::ofstream(folder / "agent.py") << "import policy\n";
  std::ofstream(folder / "policy.py") << "1\n";
  const std::string command = "python3 " + (folder / "agent.py").string();
  const std::string log = (folder / "log.jsonl").string();
  const std::string first = program_identity(command, {log});
  std::ofstream(log) << "grows\n";
  EXPECT_EQ(program_identity(command, {log}), first);
  std::ofstream(folder / "policy.py") << "2\n";
  EXPECT_NE(program_identity(command, {log}), first) << "a file that the command doesn't name";
  fs::remove_all(folder);
}

}  // namespace
}  // namespace nl
