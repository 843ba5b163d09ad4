// Tests of seating orders, published seeds and log checks.
#include "arena/seating.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "arena/board_text.h"
#include "arena/machine.h"
#include "arena/sandbox.h"
#include "arena/sealed_seed.h"
#include "arena/submission.h"
#include "arena/tournament.h"
#include "played_logs.h"
#include "text/sha256.h"

namespace nl {
namespace {

TEST(Seating, BEN_1_EverybodySitsEverywhereAndBehindEverybodyEquallyOften) {
  for (int seats = 2; seats <= kMaxSeats; ++seats) {
    for (const Seating seating : {Seating::All, Seating::Balanced}) {
      std::map<std::pair<int, int>, int> at;      // agent, seat
      std::map<std::pair<int, int>, int> behind;  // agent, the one before it
      const auto games = seats_in_games(seats, seating);
      for (const auto& game : games) {
        std::map<Seat, int> agent_at;
        for (int i = 0; i < seats; ++i) {
          const Seat seat = game[static_cast<std::size_t>(i)];
          agent_at[seat] = i;
          ++at[{i, seat}];
        }
        ASSERT_EQ(agent_at.size(), static_cast<std::size_t>(seats));
        for (int seat = 0; seat < seats; ++seat) {
          ++behind[{agent_at[static_cast<Seat>((seat + 1) % seats)],
                    agent_at[static_cast<Seat>(seat)]}];
        }
      }
      const int all = static_cast<int>(games.size());
      EXPECT_EQ(at.size(), static_cast<std::size_t>(seats * seats));
      EXPECT_EQ(behind.size(), static_cast<std::size_t>(seats * (seats - 1)));
      for (const auto& [who, times] : at) EXPECT_EQ(times, all / seats);
      for (const auto& [who, times] : behind) EXPECT_EQ(times * (seats - 1), all) << seats;
    }
  }
  EXPECT_EQ(seats_in_games(4, Seating::All).size(), 24u);
  EXPECT_EQ(seats_in_games(5, Seating::All).size(), 120u);
  EXPECT_EQ(seats_in_games(5, Seating::Balanced).size(), 20u);
  EXPECT_EQ(seats_in_games(6, Seating::Balanced).size(), 60u);
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(to_hex(sha256({as_bytes("abc")})),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256({})), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256({as_bytes("abcdbcdecdefdefgefghfghighijhijk"),
                           as_bytes("ijkljklmklmnlmnomnopnopq")})),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// A deal with the places as they are given.
DealLine planted(const std::vector<std::string>& agents, std::uint64_t deal,
                 const std::vector<std::vector<int>>& places) {
  DealLine line;
  line.key.board.seats = static_cast<int>(agents.size());
  line.key.agents = agents;
  line.key.deal = deal;
  line.places = places;
  line.tallies.resize(agents.size());
  return line;
}

TEST(Leaderboard, RL_3_WhoWinsIsFirstWhateverTheOtherPlacesAre) {
  // `bold` wins half of its games and is last in the others; `shy` is always second or third.
  std::vector<DealLine> log;
  for (std::uint64_t deal = 0; deal < 20; ++deal) {
    log.push_back(planted({"bold", "meek", "shy"}, deal, {{1, 3, 2}, {1, 3, 2}, {3, 2, 1}}));
    log.push_back(planted({"bold", "meek", "shy"}, 100 + deal, {{3, 1, 2}, {1, 3, 2}, {3, 1, 2}}));
  }
  const Board board = boards(log, 20)[0];
  ASSERT_EQ(board.rows.size(), 3u);
  EXPECT_EQ(board.rows[0].agent, "bold");
  EXPECT_EQ(board.rows[2].agent, "shy");
  EXPECT_LT(board.rows[2].mean_place, board.rows[0].mean_place);
  EXPECT_EQ(board.rows[0].deals, 40);
}

TEST(Leaderboard, BEN_1_LineUpsCountTheSameHoweverOftenTheyPlayed) {
  const auto board_of = [](int more) {
    std::vector<DealLine> log;
    std::uint64_t deal = 0;
    for (int i = 0; i < 20; ++i) {
      log.push_back(planted({"a", "b"}, ++deal, {{1, 2}, {1, 2}}));
      log.push_back(planted({"b", "c"}, ++deal, {{1, 2}, {2, 1}}));
    }
    for (int i = 0; i < 20 * more; ++i) {
      log.push_back(planted({"a", "c"}, ++deal, {{1, 2}, {2, 1}}));
    }
    return boards(log, 20)[0];
  };
  const Board once = board_of(1);
  const Board often = board_of(30);
  EXPECT_TRUE(once.complete());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(once.rows[i].agent, often.rows[i].agent);
    EXPECT_NEAR(once.rows[i].win_share.value, often.rows[i].win_share.value, 1e-12);
  }
}

TEST(Leaderboard, BEN_1_SharesOfUnequalFieldsAreNotShown) {
  std::vector<DealLine> log{planted({"a", "b"}, 0, {{1, 2}, {1, 2}}),
                            planted({"b", "c"}, 0, {{1, 2}, {2, 1}})};
  const Board board = boards(log, 5)[0];
  EXPECT_FALSE(board.complete());
  EXPECT_NE(played_text(board).find("Only 2 of 3 line-ups"), std::string::npos);
}

TEST(Leaderboard, RL_3_AMatchRatesNobody) {
  const auto log = played(bots_plan(4, {"careful", "random"}));
  const Board board = boards(log, 5)[0];
  EXPECT_TRUE(board.rows.empty());
  EXPECT_EQ(board.games, 0);
  ASSERT_EQ(board.matches.size(), 1u);
  EXPECT_EQ(board.matches[0].games, 48);
  double sum = 0;
  for (const MatchRow& row : board.matches[0].rows) sum += row.win_share.value * row.seats;
  EXPECT_NEAR(sum, 1, 1e-9);
  for (const BoardFormat format : {BoardFormat::Plain, BoardFormat::AsJson, BoardFormat::Html}) {
    std::ostringstream out;
    print_boards(out, {board}, format, "2026-01-02");
    EXPECT_NE(out.str().find("careful"), std::string::npos);
  }
}

TEST(Leaderboard, RL_3_TheMeanOfTheAnchorsIsZeroWhoeverElsePlays) {
  std::vector<DealLine> log;
  std::uint64_t deal = 0;
  const std::vector<std::string> agents{"careful", "counting", "net", "random", "stranger"};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i + 1; j < 5; ++j) {
      log.push_back(planted({agents[i], agents[j]}, ++deal, {{2, 1}, {2, 1}}));
      log.push_back(planted({agents[i], agents[j]}, ++deal, {{2, 1}, {1, 2}}));
    }
  }
  const Board board = boards(log, 5)[0];
  ASSERT_TRUE(board.anchored);
  double sum = 0;
  for (const BoardRow& row : board.rows) {
    sum += row.agent == "stranger" ? 0 : row.strength.value;
  }
  EXPECT_NEAR(sum, 0, 1e-6);
}

// A folder with this manifest in it.
std::string submission_with(const std::string& manifest) {
  const std::string folder = testing::TempDir() + "ninelives_submission";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/manifest.json") << manifest;
  return folder;
}

TEST(Submission, RL_4_AManifestSaysWhatIsExpectedOfIt) {
  const auto fault_of = [](const std::string& manifest) {
    try {
      read_submission(submission_with(manifest));
      return std::string();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(fault_of(R"({"name":"mine","command":"cat","learned":false})"), "");
  const std::string learned = R"({"name":"mine","command":"cat","learned":true,"training":"PPO")";
  EXPECT_EQ(fault_of(learned + R"(,"budget":{"decisions":1e6,"hours":1,"machine":"a PC"}})"), "");
  EXPECT_NE(fault_of(learned + "}").find("budget"), std::string::npos);
  EXPECT_NE(fault_of(learned + R"(,"budget":{"decisions":-1,"hours":1,"machine":"a PC"}})")
                .find("a number of decisions"),
            std::string::npos);
  EXPECT_NE(fault_of(learned + R"(,"budget":{"decisions":1e6,"hours":1}})").find("the machine"),
            std::string::npos);
  EXPECT_NE(fault_of(R"({"name":"mine","command":"cat","learned":false,"kind":"magic"})")
                .find("kind: text"),
            std::string::npos);
  EXPECT_NE(fault_of("nonsense").find("an object"), std::string::npos);
  EXPECT_NE(fault_of(R"({"name":"a b","command":"cat","learned":false})").find("a name"),
            std::string::npos);
  EXPECT_NE(fault_of(R"({"name":"mine","learned":false})").find("a command"), std::string::npos);
  EXPECT_NE(fault_of(R"({"name":"mine","command":"cat"})").find("learned"), std::string::npos);
  EXPECT_NE(fault_of(R"({"name":"mine","command":"cat","learned":true})").find("training"),
            std::string::npos);
}

// It plays, and says something unasked, which costs the game, where it finds a file or a network
// that is none of its business, or can write into its folder.
TEST(Submission, RL_4_IsPlayedInASandbox) {
  if (std::system("bwrap --ro-bind / / true 2>/dev/null") != 0) {
    GTEST_SKIP() << "bubblewrap doesn't run here: sandboxes are not tested";
  }
  const std::string folder =
      submission_with(R"({"name":"mine","command":"sh agent.sh","learned":false})");
  std::ofstream(folder + "/agent.sh")
      << "for path in /root /home /work /etc/passwd /sys; do [ -e $path ] && echo $path; done\n"
         "[ $(wc -l </proc/net/dev) -gt 3 ] && echo network\n"
         "touch /agent/written 2>/dev/null && echo written\n"
         "exec sed -un 's/^{\"ask\":\\[\\([0-9]*\\).*/\\1/p'\n";
  TournamentPlan plan = bots_plan(2, {"draw", "random"});
  plan.field = field_of({"draw"}, {folder}, 10'000);
  identify_bots(plan);
  const auto log = played(plan);
  ASSERT_EQ(log.size(), 2u);
  for (const DealLine& line : log) {
    ASSERT_EQ(line.key.agents[1], "mine");
    EXPECT_GT(line.tallies[1].decisions, 0);
    EXPECT_EQ(line.tallies[1].illegal + line.tallies[1].timeouts, 0);
  }
  const std::string hash = plan.field[1].hash;
  std::ofstream(folder + "/agent.sh", std::ios::app) << "# edited\n";
  EXPECT_NE(field_of({"draw"}, {folder}, 10'000)[1].hash, hash);
  std::filesystem::remove_all(folder);
}

// A program that was given as a command, too: it reads what it needs, and neither the log nor its
// seed, and has no network and nothing to write to.
TEST(Sandbox, BEN_7_ACommandIsPlayedInASandbox) {
  if (!sandbox_works()) GTEST_SKIP() << "bubblewrap doesn't run here: sandboxes are not tested";
  const std::string folder = testing::TempDir() + "ninelives_sandbox";
  std::filesystem::create_directories(folder);
  const std::string log = folder + "/log.jsonl";
  std::ofstream(log) << "secret\n";
  std::ofstream(log + ".seed") << "secret\n";
  std::ofstream(folder + "/agent.sh")
      << "grep -q secret " + log +
             " 2>/dev/null && echo log\n"
             "grep -q secret " +
             log +
             ".seed 2>/dev/null && echo seed\n"
             "[ $(wc -l </proc/net/dev) -gt 3 ] && echo network\n"
             "touch " +
             folder +
             "/written 2>/dev/null && echo written\n"
             "[ $(ls -d /proc/[0-9]* | wc -l) -gt 9 ] && echo processes\n"
             "exec sed -un 's/^{\"ask\":\\[\\([0-9]*\\).*/\\1/p'\n";
  TournamentPlan plan = bots_plan(2, {"draw", "random"});
  // The folder is named, and so is there, with the log in it.
  const std::string command = "FOLDER=" + folder + " sh " + folder + "/agent.sh";
  const auto faults = [&](bool wanted) {
    plan.field = field_of({"draw"}, {"mine=" + command}, 10'000, {wanted, {log, log + ".seed"}});
    EXPECT_EQ(plan.field[1].sandboxed, wanted);
    identify_bots(plan);
    int count = 0;
    for (const DealLine& line : played(plan)) {
      EXPECT_GT(line.tallies[1].decisions + line.tallies[1].timeouts, 0);
      count += line.tallies[1].illegal + line.tallies[1].timeouts;
    }
    return count;
  };
  EXPECT_EQ(faults(true), 0);
  EXPECT_GT(faults(false), 0) << "without the sandbox it finds what it looks for";
  std::filesystem::remove_all(folder);
}

TEST(About, RL_3_WhatAgentsSayOfThemselvesIsOnTheBoard) {
  const auto log = played(bots_plan(2, {"careful", "draw"}));
  std::istringstream about(
      to_line(AboutLine{"draw", "", "text", "prompted", {0, 0, ""}}) + "\nnonsense\n" +
      to_line(AboutLine{"careful", "", "learned", "PPO", {2.5e6, 1.5, "a PC"}}) + '\n');
  Robustness known;
  known.about = read_about_log(about);
  ASSERT_EQ(known.about.lines.size(), 2u);
  std::ostringstream out;
  print_boards(out, boards(log, 2), BoardFormat::Plain, "2026-01-01", known);
  EXPECT_NE(out.str().find("2.5 M decisions, 1.5 h on a PC"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("text"), std::string::npos);
  EXPECT_EQ(AboutLog{}.find("net").kind, "learned");
  EXPECT_EQ(AboutLog{}.find("ismcts:50").kind, "search");
  EXPECT_EQ(AboutLog{}.find("counting").kind, "rules");
  EXPECT_EQ(AboutLog{}.find("mine").kind, "program");
}

// The row of an agent on the one board of a log of `careful` and `draw`, with what else is known.
nlohmann::json row_of(const std::string& agent, const std::string& lines) {
  std::ostringstream out;
  print_boards(out, boards(played(bots_plan(2, {"careful", "draw"})), 2), BoardFormat::AsJson,
               "2026-01-01", known_with(lines));
  const nlohmann::json page = nlohmann::json::parse(out.str());
  for (const nlohmann::json& row : page["boards"][0]["agents"]) {
    if (row["agent"] == agent) return row;
  }
  return {};
}

TEST(Robustness, BEN_3_ALearnedAgentThatNobodyAttackedIsNotRated) {
  // The program knows `draw`; of this stranger it knows what the log says, and no attack.
  const std::string learned = to_line(AboutLine{"stranger", "", "learned", "PPO", {1, 1, "PC"}});
  const BoardKey base;
  const BoardKey boxed{.expansions = "imploding"};
  EXPECT_FALSE(known_with(learned).may_be_rated("stranger", base));
  const std::string attack =
      R"({"bot":"stranger","seats":2,"won":0.6,"error":0.01,"games":10,"decisions":2.5e6})";
  const Robustness attacked = known_with(learned + '\n' + attack);
  EXPECT_TRUE(attacked.may_be_rated("stranger", base));
  EXPECT_FALSE(attacked.may_be_rated("stranger", {.seats = 3})) << "nobody attacked it there";
  EXPECT_TRUE(known_with("").may_be_rated("net", base)) << "the program knows its own bots";
  EXPECT_TRUE(known_with("").may_be_rated("hard", base)) << "the same by another name";
  const BoardKey six{.expansions = "imploding", .seats = 6};
  EXPECT_TRUE(known_with("").may_be_rated("net", boxed));
  EXPECT_FALSE(known_with("").may_be_rated("net", six)) << "nobody attacked it there";
  EXPECT_TRUE(known_with("").may_be_rated("counting", boxed)) << "it has learned nothing";
}

TEST(Robustness, BEN_3_TheBoardShowsItUnratedAndLast) {
  const std::string learned = to_line(AboutLine{"careful", "", "learned", "PPO", {1, 1, "PC"}});
  EXPECT_TRUE(row_of("careful", "")["rated"]);
  Robustness known;
  std::istringstream about(learned);
  known.about = read_about_log(about);
  const auto made = boards(played(bots_plan(2, {"careful", "draw"})), 2);
  EXPECT_EQ(made[0].rows[0].agent, "careful");
  EXPECT_EQ(rated_first(made[0], known).back()->agent, "careful");
  std::ostringstream out;
  print_boards(out, made, BoardFormat::Markdown, "2026-01-01", known);
  EXPECT_NE(out.str().find("| - | careful | unrated"), std::string::npos) << out.str();
  std::ostringstream page;
  print_boards(page, made, BoardFormat::Html, "2026-01-01", known);
  EXPECT_NE(page.str().find("unrated"), std::string::npos);
}

TEST(Robustness, BEN_3_TheBudgetOfTheAttackStandsBesideIt) {
  const nlohmann::json row = row_of("careful", "");
  EXPECT_EQ(row["learner_decisions"], 3'000'000);
  const RobustnessColumn column = robustness_columns().back();
  EXPECT_EQ(column.shown(known_with(""), "careful", BoardKey{}), "91.0 [90.1, 91.9] in 3 M");
}

TEST(Machine, RL_3_TheBoardSaysWhatTimesWereTakenOn) {
  TournamentPlan plan = bots_plan(2, {"careful", "draw"});
  plan.machine = "two of these";
  std::ostringstream out;
  print_boards(out, boards(played(plan), 2), BoardFormat::Plain, "2026-01-01");
  EXPECT_NE(out.str().find("Times were taken on two of these."), std::string::npos);
  EXPECT_FALSE(this_machine().empty());
  EXPECT_TRUE(processor_micros(getpid()).value_or(1) > 0);
}

TEST(SealedSeed, RL_3_IsPublishedBeforeAndRevealedAfter) {
  const SealedSeed sealed{0xFFFFFFFFFFFFFFF0u, Bytes32{1, 2, 3}};
  std::istringstream log(commitment_line(sealed) + "\nnonsense\n" + reveal_line(sealed) + '\n');
  const SeedClaim claim = read_claim(log);
  ASSERT_TRUE(claim.commitment && claim.revealed);
  EXPECT_EQ(claim.revealed->seed, sealed.seed);
  EXPECT_EQ(commitment_to(*claim.revealed), *claim.commitment);
  EXPECT_NE(commitment_to({sealed.seed + 1, sealed.nonce}), *claim.commitment);
}

}  // namespace
}  // namespace nl
