// Tests of tournaments: the same with any number of threads, whole after a kill, open to programs.
#include "arena/tournament.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "arena/board_text.h"
#include "engine/random.h"

namespace nl {
namespace {

// The inverse of mix64: what an attacker would have.
std::uint64_t unmix64(std::uint64_t z) {
  const auto unshift = [](std::uint64_t x, int by) {
    std::uint64_t y = x;
    for (int i = by; i < 64; i += by) y = x ^ y >> by;
    return y;
  };
  z = unshift(z, 31) * 0x319642B2D24D8EC3u;
  z = unshift(z, 27) * 0x96DE1B173F119089u;
  return unshift(z, 30);
}

// A seed made as the first arena made it: one stream, keyed by an invertible mix of seed and deal.
std::uint64_t planted_seed(std::uint64_t seed, std::uint64_t deal) {
  Stream lots(mix64(seed ^ mix64(deal) ^ 0x6172656E61u));
  const std::uint64_t high = lots();
  return high << 32 | lots();
}

// The agent's attack: the seed computed from it.
std::uint64_t attacked_seed(std::uint64_t told, std::uint64_t deal) {
  const std::uint64_t counter = unmix64(told >> 32 | told << 32);
  return unmix64(counter - 0x9E3779B97F4A7C15u) ^ mix64(deal) ^ 0x6172656E61u;
}

TournamentPlan small_plan(int seats, int threads) {
  TournamentPlan plan;
  plan.board.seats = seats;
  plan.rules = official();
  plan.rules.nope_way = NopeWay::Commit;
  plan.field = {{"random"}, {"careful"}, {"counting"}, {"ismcts:4"}, {"draw"}};
  plan.seating = usual_seating(seats);
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

TEST(Tournament, EveryGameOfADealHasTheSameCards) {
  TournamentPlan plan = small_plan(2, 1);
  plan.field = {{"counting"}, {"counting"}};
  plan.deals = 20;
  // The same agent on both sides: what one wins in one game, the other wins in the other.
  int won = 0;
  run_tournament(plan, {},
                 {[&](const DealLine& line) {
                    for (const auto& places : line.places) won += places[0] == 1;
                  },
                  {}});
  EXPECT_EQ(won, 20);
}

// The order in which agents are typed was worth fifteen points once.
TEST(Tournament, BEN_1_TheOrderInWhichAgentsAreGivenChangesNothing) {
  for (const int seats : {3, 5}) {
    TournamentPlan plan = small_plan(seats, 2);
    plan.deals = 1;
    plan.field = {{"random"}, {"careful"}, {"counting"}, {"draw"}, {"flat:2"}};
    auto one = results(plan);
    plan.field = {{"flat:2"}, {"counting"}, {"random"}, {"draw"}, {"careful"}};
    auto other = results(plan);
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    EXPECT_EQ(one, other);
  }
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

// A wrong, late or missing answer costs the game: the program comes in last, in both games.
TEST(Tournament, RL_4_WrongLateDeadAndUnaskedProgramsLoseTheGame) {
  TournamentPlan plan = small_plan(2, 1);
  plan.deals = 1;
  const auto tally_of = [&](const std::string& command, int timeout_ms) {
    plan.field = {{"draw"}, {"program", command, timeout_ms}};
    AgentTally tally;
    run_tournament(plan, {},
                   {[&](const DealLine& line) {
                      tally = line.tallies[1];
                      for (const auto& places : line.places) EXPECT_EQ(places[1], 2) << command;
                    },
                    {}});
    return tally;
  };
  EXPECT_EQ(tally_of("sed -un 's/^{\"ask.*/255/p'", 5000).illegal, 2);
  EXPECT_EQ(tally_of("true", 5000).timeouts, 2);
  EXPECT_EQ(tally_of("sleep 5", 5).timeouts, 2);
  // Never reads, and answers without being asked: with a time limit on reading alone this hung.
  EXPECT_EQ(tally_of("yes 0", 200).timeouts, 2);
  // A line without an end.
  EXPECT_EQ(tally_of("yes | tr -d '\\n'", 2000).timeouts, 2);
}

// Says what it was told and asked, and plays the first legal action.
class Listener : public Agent {
 public:
  void begin(const Rules&, int, Seat, std::uint64_t seed) override {
    told.push_back(seed);
    waits.clear();
    answered = std::chrono::steady_clock::now();
  }
  Action act(const Rules&, const View& v, Past) override {
    waits.push_back(std::chrono::steady_clock::now() - answered);
    forced += v.legal.size() == 1;
    answered = std::chrono::steady_clock::now();
    return v.legal.nth(0);
  }
  bool elsewhere() const override { return true; }

  std::vector<std::uint64_t> told;
  int forced = 0;
  std::chrono::steady_clock::time_point answered{};
  std::vector<std::chrono::steady_clock::duration> waits;  // before each question of the last game
};

// The shortest way from an answer of the seat to its next question on which others were asked. Its
// own time runs from when it is asked: of two questions in a row the second may come sooner.
std::chrono::steady_clock::duration shortest_wait(const Listener& listener, Seat seat,
                                                  const GameResult& game) {
  std::chrono::steady_clock::duration shortest = std::chrono::hours(1);
  std::size_t asked = 0;
  bool others = false;
  for (const GameAnswer& answer : game.answers) {
    if (answer.seat == seat) {
      if (asked != 0 && others) shortest = std::min(shortest, listener.waits.at(asked));
      ++asked;
    }
    others = answer.seat != seat;
  }
  return shortest;
}

// An agent recovered the tournament's seed from the one that it was told, and with it all hands.
TEST(Contest, BEN_2_WhatAProgramIsToldDoesNotLeadToTheDeal) {
  const Rules rules = small_plan(2, 1).rules;
  std::set<std::uint64_t> told;
  for (const std::uint64_t seed : {0x0123456789ABCDEFu, 0xFEDCBA9876543210u}) {
    ASSERT_EQ(attacked_seed(planted_seed(seed, 7), 7), seed) << "the attack is no attack";
    for (int game = 0; game < 4; ++game) {
      Listener one;
      Listener two;
      play_game(rules, {&one, &two}, {seed, 7, game});
      for (const std::uint64_t said : {one.told[0], two.told[0]}) {
        EXPECT_NE(attacked_seed(said, 7), seed);
        told.insert(said);
      }
    }
  }
  // Every game has seeds of its own: they don't tell which games are of one deal.
  EXPECT_EQ(told.size(), 16u);
}

TEST(Contest, BEN_2_TimeTellsNobodyWhoHadNoChoice) {
  const Rules rules = small_plan(3, 1).rules;
  Listener one;
  Listener two;
  BotAgent bot("careful");
  for (std::uint64_t deal = 0; deal < 3; ++deal) {
    const GameResult game = play_game(rules, {&one, &bot, &two}, {5, deal, 0});
    EXPECT_GE(shortest_wait(one, 0, game), kShortestDelay);
    EXPECT_GE(shortest_wait(two, 2, game), kShortestDelay);
    EXPECT_LT(shortest_wait(one, 0, game), std::chrono::hours(1));
  }
  // Programs are asked what leaves them no choice, too, and every answer takes the same time at
  // least: so does the way from one's answer to one's next question, whatever others held.
  EXPECT_GT(one.forced + two.forced, 0);
}

// A bot that thinks long over its turn and less over a Nope, and takes its time for both.
class Thinker : public BotAgent {
 public:
  Thinker() : BotAgent("careful") {}
  Action act(const Rules& rules, const View& v, Past past) override {
    ++thoughts;
    std::this_thread::sleep_for(v.phase() == Phase::Turn ? kLong : kShort);
    return BotAgent::act(rules, v, past);
  }

  static constexpr std::chrono::milliseconds kLong{3};
  static constexpr std::chrono::milliseconds kShort{2};
  int thoughts = 0;
};

// Plays Shuffles and looks into the future, and takes the time until its next question where nobody
// has said Nope: meanwhile the other has answered that one question, with a choice or without.
class Spy : public Agent {
 public:
  explicit Spy(const Thinker& other) : other_(other) {}
  void begin(const Rules&, int, Seat, std::uint64_t) override { played_ = kNoCard; }
  Action act(const Rules&, const View& v, Past) override {
    const auto took = std::chrono::steady_clock::now() - answered_;
    const bool mine = v.phase() == Phase::Turn && v.turn == v.viewer;
    if (mine && played_ != kNoCard && v.discard_top == played_) {
      (other_.thoughts > thoughts_ ? chosen : forced).push_back(took);
    }
    played_ = kNoCard;
    for (const Card card : {Card::Shuffle, Card::See}) {
      if (mine && v.legal.has(play(card))) played_ = card;
    }
    thoughts_ = other_.thoughts;
    answered_ = std::chrono::steady_clock::now();
    return played_ == kNoCard ? v.legal.nth(0) : play(played_);
  }
  bool elsewhere() const override { return true; }

  std::vector<std::chrono::steady_clock::duration> chosen;
  std::vector<std::chrono::steady_clock::duration> forced;

 private:
  const Thinker& other_;
  Card played_ = kNoCard;
  int thoughts_ = 0;
  std::chrono::steady_clock::time_point answered_{};
};

// Answers of a bot that had no choice took as long as its last thought, whatever that was over, and
// the least before its first: a spy read from the clock who holds no Nope.
TEST(Contest, BEN_2_ABotThatThinksLongTellsNobodyWhenItHadNoChoice) {
  const Rules rules = small_plan(2, 1).rules;
  Thinker bot;
  Spy spy(bot);
  for (std::uint64_t deal = 0; deal < 12; ++deal) play_game(rules, {&spy, &bot}, {5, deal, 0});
  ASSERT_GE(spy.chosen.size(), 3u);
  ASSERT_GE(spy.forced.size(), 3u);
  for (const auto& times : {spy.chosen, spy.forced}) {
    EXPECT_GE(*std::min_element(times.begin(), times.end()), Thinker::kLong);
  }
}

// Each process writes the lines that it gets into a file of its own.
TEST(Tournament, BEN_2_EveryGameHasAProcessOfItsOwnThatIsToldOfItsBegin) {
  const std::string file = testing::TempDir() + "ninelives_arena_lines";
  std::remove(file.c_str());
  TournamentPlan plan = small_plan(2, 1);
  plan.deals = 2;
  plan.field = {{"draw"}, {"program", "tee -a " + file + ".$$ | " + kFirstLegal, 5000}};
  run_tournament(plan, {}, {[](const DealLine&) {}, {}});
  int processes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::TempDir())) {
    if (!entry.path().string().starts_with(file + ".")) continue;
    ++processes;
    std::ifstream lines(entry.path());
    int begun = 0;
    int number = 0;
    for (std::string line; std::getline(lines, line); ++number) {
      const bool begins = line.starts_with("{\"begin\"");
      EXPECT_EQ(begins, number == 0) << line;
      begun += begins;
    }
    EXPECT_EQ(begun, 1);
    lines.close();
    std::filesystem::remove(entry.path());
  }
  EXPECT_EQ(processes, 4);
}

TEST(Tournament, BEN_2_TheGamesOfADealAreNotPlayedOneAfterAnother) {
  TournamentPlan plan = small_plan(2, 1);
  plan.field = {{"random"}, {"draw"}};
  plan.deals = 8;
  int stopped_after = 0;
  std::vector<std::uint64_t> finished;
  run_tournament(plan, {},
                 {[&](const DealLine& line) { finished.push_back(line.key.deal); },
                  [&] { return ++stopped_after > 8; }});
  // Eight of sixteen games: one after another they would be four whole deals.
  EXPECT_LT(finished.size(), 4u);
}

TEST(Log, BEN_3_ResultsBelongToAHashOfTheAgent) {
  // In a folder of its own: an agent is all files of its folder.
  const auto folder = std::filesystem::path(testing::TempDir()) / "ninelives_agent";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "agent.py").string();
  const std::string command = "program=python3 " + file;
  std::ofstream(file) << "print(1)\n";
  const auto one = field_of({"careful"}, {command}, 100);
  EXPECT_EQ(field_of({"careful"}, {command}, 100)[1].hash, one[1].hash);
  std::ofstream(file) << "print(2)\n";
  EXPECT_NE(field_of({"careful"}, {command}, 100)[1].hash, one[1].hash);
  std::filesystem::remove_all(folder);
  // A bot's is that of its answers.
  TournamentPlan bots = small_plan(2, 1);
  identify_bots(bots);
  std::set<std::string> hashes;
  for (const Entrant& entrant : bots.field) hashes.insert(entrant.hash);
  EXPECT_EQ(hashes.size(), bots.field.size());
  const auto before = bots.field;
  identify_bots(bots);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(bots.field[i].hash, before[i].hash);
  // Of one name and two hashes are two agents.
  TournamentPlan plan = small_plan(2, 1);
  std::vector<DealLine> log;
  const auto add = [&](const DealLine& line) { log.push_back(line); };
  plan.field = {{"careful", "", 0, "aaaaaaaaaaaaaaaa"}, {"draw", "", 0, "bbbbbbbbbbbbbbbb"}};
  run_tournament(plan, {}, {add, {}});
  plan.field[1].hash = "cccccccccccccccc";
  std::set<DealKey> played;
  for (const DealLine& line : log) played.insert(line.key);
  run_tournament(plan, played, {add, {}});
  ASSERT_EQ(log.size(), 6u);
  std::set<std::string> names;
  const std::vector<Board> made = boards(log, 2);
  for (const BoardRow& row : made[0].rows) names.insert(row.agent);
  EXPECT_EQ(names, (std::set<std::string>{"careful", "draw#bbbbbbbb", "draw#cccccccc"}));
}

// A line with wrong places wrote out of bounds once.
TEST(Log, RL_3_LinesThatNoArenaWroteAreLeftOut) {
  TournamentPlan plan = small_plan(3, 1);
  plan.field = {{"random"}, {"careful"}, {"draw"}};
  plan.deals = 1;
  std::string good;
  run_tournament(plan, {}, {[&](const DealLine& line) { good = to_line(line); }, {}});
  const auto read_with = [&](const std::string& key, const std::string& value) {
    nlohmann::json json = nlohmann::json::parse(good);
    if (!key.empty()) json[key] = nlohmann::json::parse(value);
    std::istringstream in(json.dump() + '\n');
    return read_log(in).size();
  };
  EXPECT_EQ(read_with("", ""), 1u);
  for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
           {"places", "[[1,2,9]]"},
           {"places", "[[0,1,2],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]"},
           {"places", "[[1,1,2],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]"},
           {"places", "[[1,2],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]"},
           {"places", "[]"},
           {"places", "[[1,2,3]]"},
           {"agents", "[\"random\",\"careful\"]"},
           {"seats", "2"},
           {"seats", "-1"},
           {"hashes", "[\"a\"]"},
           {"seating", "\"wild\""}}) {
    EXPECT_EQ(read_with(key, value), 0u) << key << ' ' << value;
  }
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
