// Test that docs/train/leaderboard.md is the program's output for this engine, and its numbers hang
// together.
#include <gtest/gtest.h>

#include <cinttypes>
#include <fstream>
#include <regex>
#include <sstream>

#include "arena/board_text.h"
#include "arena/small_games.h"
#include "arena/tournament.h"
#include "engine/games_hash.h"
#include "text/notation.h"

namespace nl {
namespace {

std::string source_file(const std::string& name) {
  std::ifstream in(std::string(NINELIVES_SOURCE_DIR) + '/' + name);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

SmallLog small_log() {
  std::istringstream log(source_file("data/robustness/small-games.jsonl"));
  return read_small_log(log);
}

LearnerLog learner_log() {
  std::istringstream log(source_file("data/robustness/learners.jsonl"));
  return read_learner_log(log);
}

std::string engine_hash_text() {
  char text[17];
  std::snprintf(text, sizeof text, "%016" PRIx64, engine_hash());
  return text;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    if (first == std::string::npos) {
      cells.emplace_back();
    } else {
      cells.push_back(cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    }
  }
  if (!cells.empty()) cells.erase(cells.begin());  // before the first bar
  return cells;
}

// The rows of the table that begins with the line after which `heading` comes, in a section.
TableRows table_at(const std::string& section, const std::string& heading) {
  const std::size_t at = section.find("| " + heading);
  TableRows rows;
  if (at == std::string::npos) return rows;
  std::istringstream in(section.substr(at));
  for (std::string line; std::getline(in, line) && line.starts_with("|");) {
    if (!line.starts_with("|-")) rows.push_back(cells_of(line));
  }
  return rows;
}

std::string section_of(const std::string& text, const std::string& title) {
  const std::size_t at = text.find("\n## " + title + "\n");
  if (at == std::string::npos) return "";
  return text.substr(at, text.find("\n## ", at + 1) - at);
}

std::vector<std::string> first_row_printed() {
  TournamentPlan plan;
  plan.rules = official();
  plan.field = {{"random"}, {"draw"}};
  plan.deals = 1;
  std::vector<DealLine> log;
  run_tournament(plan, {}, {[&](const DealLine& line) { log.push_back(line); }, {}});
  std::ostringstream out;
  print_boards(out, boards(log, 2), BoardFormat::Markdown, "2026-01-01",
               {small_log(), learner_log()});
  return table_at(out.str(), "# ").at(0);
}

TEST(LeaderboardDoc, RL_3_IsOfThisEngineAndDated) {
  std::smatch found;
  const std::string text = source_file("docs/train/leaderboard.md");
  const std::regex made(
      R"(Made by `ninelives leaderboard` on (\d{4}-\d\d-\d\d), engine ([0-9a-f]{16})\.)");
  ASSERT_TRUE(std::regex_search(text, found, made));
  EXPECT_EQ(found[2].str(), engine_hash_text());
}

TEST(LeaderboardDoc, RL_3_EveryBoardHangsTogether) {
  const std::string text = source_file("docs/train/leaderboard.md");
  for (int seats = 2; seats <= 5; ++seats) {
    const std::string title = "official, " + std::to_string(seats) + " players";
    const std::string section = section_of(text, title);
    const TableRows rows = table_at(section, "# ");
    ASSERT_GE(rows.size(), 5u) << title;
    EXPECT_EQ(rows[0], first_row_printed()) << "columns of another version: make it again";
    const int games = std::stoi(section.substr(section.find("players\n\n") + 9));
    double shares = 0;
    double played = 0;
    double last = 1e9;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      EXPECT_NE(make_bot(rows[i][1], 1), nullptr) << rows[i][1];
      const double strength = std::stod(rows[i][2]);
      EXPECT_LE(strength, last) << "the strongest first";
      last = strength;
      played += std::stod(rows[i][7]);
      shares += std::stod(rows[i][3]) / 100;
    }
    EXPECT_EQ(played, games * seats) << title;
    // Every line-up counts the same, and everybody is in as many of them.
    const auto agents = static_cast<double>(rows.size() - 1);
    EXPECT_NEAR(shares * seats / agents, 1, 0.005) << "one winner a game";
    const TableRows cross = table_at(section, "wins against");
    ASSERT_EQ(cross.size(), rows.size());
    for (std::size_t i = 1; i < cross.size(); ++i) {
      for (std::size_t j = 1; j < i; ++j) {
        EXPECT_NEAR(std::stod(cross[i][j]) + std::stod(cross[j][i]), 100, 0.11) << title;
      }
    }
  }
}

TEST(LeaderboardDoc, RL_3_TheSmallGamesAreThoseOfTheLog) {
  std::ostringstream printed;
  print_small_games(printed, small_log(), true);
  const std::string text = source_file("docs/train/leaderboard.md");
  const std::size_t at = text.find("\n## Small games");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text.substr(at), printed.str());
}

TEST(LeaderboardDoc, RL_3_AllSmallGamesButTheLastAreSolvedBelowATenthOfAPoint) {
  const SmallLog log = small_log();
  ASSERT_GE(log.solved.size(), small_games().size() - 1);
  for (std::size_t i = 0; i < log.solved.size(); ++i) {
    const SmallGame& game = small_games()[i];
    EXPECT_EQ(log.solved[i].game, game_name(game));
    EXPECT_EQ(log.solved[i].sets, game.sets) << log.solved[i].game;
    const bool last = i + 1 == small_games().size();
    EXPECT_TRUE(last || log.solved[i].points <= 0.1) << log.solved[i].game;
  }
}

// The last column of a row of the document, and what the log has for it.
TEST(LeaderboardDoc, RL_3_WhatLearnersWinIsThatOfTheLog) {
  const std::string text = source_file("docs/train/leaderboard.md");
  const LearnerLog log = learner_log();
  const auto& columns = robustness_columns();
  for (int seats = 2; seats <= 5; ++seats) {
    const BoardKey key{"official", "none", seats};
    const TableRows rows = table_at(section_of(text, board_title(key)), "# ");
    int known = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].back(), columns.back().shown({{}, log}, rows[i][1], key));
      known += rows[i].back() != "?";
    }
    EXPECT_GE(known, 3) << seats;
  }
}

TEST(LearnerLog, TheOneThatWonMostHoldsForItsBoardAlone) {
  std::istringstream stream(
      R"({"bot":"draw","seats":2,"won":0.8,"error":0.01,"games":10,"decisions":1e6})"
      "\nnonsense\n"
      R"({"bot":"draw","seats":2,"won":0.9,"error":0.01,"games":10,"decisions":2e6})"
      "\n"
      R"({"bot":"draw","seats":2,"won":0.7,"error":0.01,"games":10,"decisions":2e6})");
  const LearnerLog log = read_learner_log(stream);
  ASSERT_EQ(log.lines.size(), 3u);
  ASSERT_NE(log.find("draw", {"official", "none", 2}), nullptr);
  EXPECT_EQ(log.find("draw", {"official", "none", 2})->won, 0.9);
  EXPECT_EQ(log.find("draw", {"official", "none", 3}), nullptr);
  EXPECT_EQ(log.find("draw", {"family", "none", 2}), nullptr);
  EXPECT_EQ(log.find("careful", {"official", "none", 2}), nullptr);
}

// A line of other rules once counted as one of the official base game.
TEST(LearnerLog, AGT_3_AttacksBelongToTheirPresetAndBoxes) {
  std::istringstream stream(
      R"({"bot":"a","preset":"srs","boxes":"none","seats":2,"won":0.66,"error":0.01,"decisions":1e9})"
      "\n"
      R"({"bot":"a","preset":"official","boxes":"streaking+imploding","seats":4,"won":0.3,"decisions":1e9})"
      "\n"
      R"({"bot":"a","preset":"official","boxes":"all","seats":4,"won":0.4,"decisions":1e9})"
      "\n"
      R"({"bot":"a","preset":"srs","seats":3,"won":0.35,"decisions":1e9})"
      "\n"
      R"({"bot":"a","preset":"srs","seats":3,"won":0.02,"team":true,"decisions":1e9})"
      "\n"
      R"({"bot":"a","preset":"srs","seats":3,"won":0.01,"team":true,"decisions":1e9})");
  const LearnerLog log = read_learner_log(stream);
  ASSERT_EQ(log.lines.size(), 6u);
  EXPECT_EQ(log.find("a", {"official", "none", 2}), nullptr);
  EXPECT_EQ(log.find("a", {"srs", "none", 2})->won, 0.66);
  EXPECT_EQ(log.find("a", {"official", "imploding,streaking", 4})->won, 0.3);
  EXPECT_EQ(log.find("a", {"official", expansions_name(kAllBoxes), 4})->won, 0.4);
  EXPECT_EQ(log.find("a", {"srs", "none", 3})->won, 0.35) << "a team is no learner";
  EXPECT_EQ(log.find_team("a", {"srs", "none", 3})->won, 0.01);
  EXPECT_EQ(log.find_team("a", {"srs", "none", 2}), nullptr);
  EXPECT_EQ(
      log.kinds("a"),
      "official with imploding+streaking 4, official with imploding+streaking+stray 4, srs 2-3");
  EXPECT_EQ(log.kinds("b"), "");
}

TEST(LearnerLog, AGT_3_TheBoardNamesTheKindsOfAttacks) {
  std::istringstream lines(
      source_file("data/robustness/learners.jsonl") +
      R"({"bot":"mine","seats":3,"won":0.0045,"team":true,"decisions":1.1e9})");
  Robustness known{{}, read_learner_log(lines)};
  const auto cell = [&](const std::string& title, const std::string& agent, const BoardKey& key) {
    for (const RobustnessColumn& column : robustness_columns()) {
      if (column.heading == title) return column.shown(known, agent, key);
    }
    return std::string("no such column");
  };
  EXPECT_TRUE(cell("attacked in", "net", {}).starts_with("family 2-5, implosion 2-5, official 2-5"))
      << cell("attacked in", "net", {});
  EXPECT_EQ(cell("attacked in", "nobody", {}), "nowhere");
  EXPECT_EQ(cell("against a team %, in decisions", "mine", {.seats = 3}), "0.45 in 1100 M");
  EXPECT_EQ(cell("against a team %, in decisions", "mine", {.seats = 2}), "");
  EXPECT_EQ(cell("against a team %, in decisions", "net", {.seats = 3}), "?");
  EXPECT_EQ(cell("a learner wins %, in decisions", "net", {.preset = "srs"}),
            "51.4 [51.2, 51.5] in 3239 M");
}

TEST(SmallLog, TheLaterLineHoldsAndBadOnesAreLeftOut) {
  std::istringstream log(to_line(ExploitedBot{"draw", "SA(0)", 40, 9, 10}) +
                         "\nnonsense\n{\"bot\":1}\n" +
                         to_line(ExploitedBot{"draw", "SA(0)", 41, 8, 20}) + '\n' +
                         to_line(ExploitedBot{"draw", "SAF(0)", 41, 20, 20}) + '\n' +
                         to_line(ExploitedBot{"careful", "SA(0)", 45, 4, 20}) + '\n' +
                         to_line(SolvedGame{"SA(0)", 39, 0.6667, 0.01, 16, 0.1, 0.2, 2}));
  const SmallLog read = read_small_log(log);
  ASSERT_EQ(read.exploited.size(), 3u);
  EXPECT_EQ(read.find("draw", "SA(0)")->loses, 8);
  // Only where all were asked can they be compared.
  EXPECT_EQ(read.mean_loss("draw"), 8);
  EXPECT_EQ(read.mean_loss("careful"), 4);
  EXPECT_EQ(read.mean_loss("nobody"), std::nullopt);
  ASSERT_EQ(read.solved.size(), 1u);
  EXPECT_EQ(read.solved[0].sets, 39u);
}

}  // namespace
}  // namespace nl
