// Tests of both verifiers on the same records: they agree on every verdict and line.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "fair/fair_check.h"
#include "fair/fair_line.h"
#include "fair/fair_record.h"
#include "fair/tamper.h"

namespace nl {
namespace {

struct GameKind {
  Preset preset;
  Expansions expansions;
  int seats;
  NopeWay way = NopeWay::Immediate;
  bool faster = false;
};

Header header_of(const GameKind& kind) {
  Header header{kind.preset, kind.expansions, make_rules(kind.preset, kind.expansions), kind.seats};
  header.rules.nope_way = kind.way;
  header.rules.faster = kind.faster;
  return header;
}

// A short game of this kind with every sort of chance in it.
constexpr GameKind kEventful{Preset::Official, kStreaking, 4, NopeWay::Commit};
constexpr std::uint64_t kEventfulGame = 35;

const FairCast kMixedCast = {ShareStatus::Given, ShareStatus::Supplied, ShareStatus::Missing,
                             ShareStatus::Given};

Lines record_of(const GameKind& kind, std::uint64_t game, bool full = true, int forfeits = 0) {
  return fair_random_record(
      header_of(kind), 11, game,
      {.cast = kMixedCast, .detail = {.legal = false, .full = full}, .forfeit_percent = forfeits});
}

// Line at which each of the games is refused; 0: it is not.
std::vector<int> refused_at(const std::string& file) {
  std::ifstream in(file);
  std::vector<int> lines;
  check_fair_games(in, {}, [&](const FairVerdict& verdict) {
    lines.push_back(verdict.difference ? verdict.difference->line : 0);
  });
  return lines;
}

struct Ran {
  int status = 0;
  std::string out;
};

Ran run_python(const std::string& arguments) {
  const std::string command =
      "python3 " NINELIVES_SOURCE_DIR "/tools/verify.py " + arguments + " 2>&1";
  Ran ran;
  std::FILE* pipe = popen(command.c_str(), "r");
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) ran.out += static_cast<char>(c);
  ran.status = WEXITSTATUS(pclose(pipe));
  return ran;
}

// The lines that the Python program complains about, with its reasons.
std::map<int, std::string> python_refusals(const std::string& file) {
  std::map<int, std::string> refusals;
  std::istringstream out(run_python(file).out);
  for (std::string line; std::getline(out, line);) {
    if (!line.starts_with(file + ':')) continue;
    const std::string rest = line.substr(file.size() + 1);
    refusals[std::stoi(rest)] = rest;
  }
  return refusals;
}

std::string write_file(const std::string& name, const std::vector<Lines>& games) {
  const std::string path = testing::TempDir() + name;
  std::ofstream out(path);
  for (const Lines& lines : games) {
    for (const std::string& line : lines) out << line << '\n';
  }
  return path;
}

std::vector<Lines> honest_games(int of_each) {
  std::vector<Lines> games;
  for (int preset = 0; preset < kPresets; ++preset) {
    for (int set = 0; set < kExpansionSets; ++set) {
      for (int game = 0; game < of_each; ++game) {
        const int i = preset + set + game;
        const GameKind kind{static_cast<Preset>(preset), static_cast<Expansions>(set), 2 + i % 4,
                            i % 2 ? NopeWay::Commit : NopeWay::Immediate, i % 3 == 1};
        games.push_back(record_of(kind, static_cast<std::uint64_t>(game), i % 2 == 0, i % 4));
      }
    }
  }
  return games;
}

void expect_accepted(const std::vector<Lines>& games, const std::string& name) {
  const std::string file = write_file(name, games);
  for (const int line : refused_at(file)) EXPECT_EQ(line, 0);
  const Ran ran = run_python(file);
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(ran.out.starts_with("ok: " + std::to_string(games.size()))) << ran.out;
}

TEST(FAIR_1_Verify, BothAcceptHonestGamesOfEveryKind) {
  expect_accepted(honest_games(1), "honest.jsonl");
}

TEST(FAIR_1_Verify, LongHonestGamesOfEveryKind) {
  expect_accepted(honest_games(100), "honest_long.jsonl");
}

TEST(FAIR_1_Verify, BothAcceptAGameThatWasBrokenOff) {
  Lines lines = record_of({Preset::Official, kBase, 3}, 5);
  lines.erase(lines.begin() + 20, lines.end() - 1);
  while (lines[lines.size() - 2].find("\"state\"") == std::string::npos) {
    lines.erase(lines.end() - 2);
  }
  expect_accepted({lines}, "broken_off.jsonl");
}

// All changes of some games in one file, judged by both programs in one go.
void expect_refused(const std::vector<Tampered>& tampered, const std::string& name) {
  std::vector<Lines> games;
  for (const Tampered& one : tampered) games.push_back(one.lines);
  const std::string file = write_file(name, games);
  const std::vector<int> ours = refused_at(file);
  const std::map<int, std::string> theirs = python_refusals(file);
  ASSERT_EQ(ours.size(), tampered.size());
  EXPECT_EQ(theirs.size(), tampered.size());
  int first = 1;
  for (std::size_t i = 0; i < tampered.size(); ++i) {
    EXPECT_NE(ours[i], 0) << tampered[i].what;
    const auto their = theirs.lower_bound(first);
    first += static_cast<int>(tampered[i].lines.size());
    ASSERT_TRUE(their != theirs.end() && their->first < first) << tampered[i].what;
    EXPECT_EQ(ours[i], their->first) << tampered[i].what << ": " << their->second;
  }
}

TEST(FAIR_1_Verify, BothRefuseEveryChangeAtTheSameLine) {
  std::vector<Tampered> tampered;
  const Lines games[] = {record_of(kEventful, kEventfulGame),
                         record_of({Preset::Srs, kImploding | kStreaking, 3}, 0),
                         record_of({Preset::Family, kBase, 2, NopeWay::Immediate, true}, 0)};
  for (const Lines& game : games) {
    std::vector<Tampered> all = Tamperer(game).all();
    // Every change of the eventful game, a sample of the others'.
    const std::size_t step = &game == games ? 1 : 4;
    for (std::size_t i = 0; i < all.size(); i += step) tampered.push_back(std::move(all[i]));
  }
  expect_refused(tampered, "tampered.jsonl");
}

TEST(FAIR_1_Verify, EveryKindOfChanceIsAmongTheTampered) {
  std::string all;
  for (const std::string& line : record_of(kEventful, kEventfulGame)) all += line;
  for (const char* kind : {"shuffle", "steal", "nope", "mark", "blind"}) {
    EXPECT_NE(all.find(std::string("\"chance\":\"") + kind), std::string::npos) << kind;
  }
}

TEST(FAIR_1_Verify, UPG_1_RecordsOfVersion1AreVerifiedAsBefore) {
  Header header = header_of({Preset::Official, kImploding, 4});
  header.version = 1;
  Lines lines = fair_random_record(header, 11, 3, {.cast = kMixedCast});
  const std::string file = write_file("version1.jsonl", {lines});
  EXPECT_EQ(refused_at(file), std::vector{0});
  EXPECT_EQ(run_python(file).status, 0);
  // The same rules in the other form are other terms.
  header.version = 2;
  lines[0] = record_text(header);
  const std::string other = write_file("other_form.jsonl", {lines});
  EXPECT_NE(refused_at(other), std::vector{0});
  EXPECT_EQ(run_python(other).status, 1);
}

TEST(FAIR_1_Verify, WhatAPlayerWroteDownMustBeInTheRecord) {
  const GameKind kind{Preset::Official, kBase, 4};
  const Lines lines = record_of(kind, 0);
  const std::string file = write_file("written.jsonl", {lines});
  const FairDeal deal = rehearsed_deal(header_of(kind), 11, 0, kMixedCast);
  const auto verdict = [&](const PlayerNotes& written) {
    std::ifstream in(file);
    bool accepted = false;
    check_fair_games(in, written, [&](const FairVerdict& v) { accepted = !v.difference; });
    return accepted;
  };
  const Bytes32 mine = deal.shares()[3].share;
  EXPECT_TRUE(verdict({deal.server_commitment(), {{Seat{3}, mine}}}));
  EXPECT_FALSE(verdict({Bytes32{}, {}}));
  EXPECT_FALSE(verdict({deal.server_commitment(), {{Seat{0}, mine}}}));
  EXPECT_FALSE(verdict({{}, {{Seat{5}, mine}}}));
  const std::string options = " --commitment " + to_hex(deal.server_commitment()) + " --share ";
  EXPECT_EQ(run_python(file + options + "3:" + to_hex(mine)).status, 0);
  EXPECT_EQ(run_python(file + options + "0:" + to_hex(mine)).status, 1);
  EXPECT_EQ(run_python(file + " --commitment " + to_hex(mine)).status, 1);
}

// True if a line for a lone Nope is accepted somewhere; at most for one seat.
bool takes_lone_nope(const GameKind& kind, std::uint64_t game) {
  const Lines lines = record_of(kind, game, false);
  for (std::size_t place = 3; place < lines.size(); ++place) {
    if (lines[place - 1].find("\"do\"") == std::string::npos) continue;
    int accepted = 0;
    for (int seat = 0; seat < kind.seats; ++seat) {
      std::stringstream in;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == place) in << R"({"chance":"nope","seat":)" << seat << "}\n";
        in << lines[i] << '\n';
      }
      check_fair_games(in, {}, [&](const FairVerdict& v) { accepted += v.difference ? 0 : 1; });
    }
    EXPECT_LE(accepted, 1) << "before line " << place + 1;
    if (accepted != 0) return true;
  }
  return false;
}

// With secret Nopes a record may name the only player who said one, and nobody else.
TEST(FAIR_1_Verify, ALineForALoneNopeNamesItsPlayer) {
  EXPECT_TRUE(takes_lone_nope(kEventful, kEventfulGame));
  const GameKind open{Preset::Official, kBase, 2, NopeWay::Immediate, true};
  std::string record;
  for (const std::string& line : record_of(open, 0, false)) record += line;
  EXPECT_NE(record.find(R"("do":"nope")"), std::string::npos);
  EXPECT_FALSE(takes_lone_nope(open, 0));
}

// `ninelives verify` says from this in how many games nobody but the server drew.
TEST(FAIR_1_Verify, SharesAreCountedByTheirStatus) {
  std::stringstream in;
  for (const std::string& line : record_of(kEventful, kEventfulGame)) in << line << '\n';
  int games = 0;
  check_fair_games(in, {}, [&](const FairVerdict& verdict) {
    ++games;
    EXPECT_FALSE(verdict.difference);
    EXPECT_TRUE(verdict.ended);
    EXPECT_EQ(verdict.shares[static_cast<int>(ShareStatus::Given)], 2);
    EXPECT_EQ(verdict.shares[static_cast<int>(ShareStatus::Supplied)], 1);
    EXPECT_EQ(verdict.shares[static_cast<int>(ShareStatus::Missing)], 1);
  });
  EXPECT_EQ(games, 1);
}

TEST(FAIR_1_Verify, NothingToVerifyIsNoSuccess) {
  EXPECT_EQ(run_python(write_file("empty.jsonl", {})).status, 2);
  EXPECT_EQ(run_python("/nowhere/at/all").status, 2);
}

}  // namespace
}  // namespace nl
