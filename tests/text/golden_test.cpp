// Golden tests of the records in tests/golden: each is replayed line by line, and made again from
// its seed. They are of version 1, and stay to prove that those are still read; tests/golden/v2 has
// some of version 2, which differ in their first line alone. NINELIVES_UPDATE_GOLDEN=1 writes them
// again.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/games_hash.h"
#include "game/random_record.h"
#include "game/replay.h"
#include "text/file_content.h"
#include "text/notation.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 24'000;
constexpr std::uint64_t kSeed = 2026;
const std::set<std::string> kOfBothVersions = {"official-none-2", "srs-both-4",
                                               "family-imploding-3", "implosion-streaking-5"};

struct Golden {
  std::string name;
  Header header;

  // For lists of tests, which would print its bytes.
  friend void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }
};

// Games with the box that came after the first records.
struct WithStrays {
  Preset preset;
  Expansions set;
  int seats;
};
constexpr auto kWithStrays = std::to_array<WithStrays>({{Preset::Official, kStray, 2},
                                                        {Preset::Official, kAllBoxes, 6},
                                                        {Preset::Srs, kStray, 4},
                                                        {Preset::Srs, kAllBoxes, 3},
                                                        {Preset::Family, kAllBoxes, 5},
                                                        {Preset::Implosion, kStray, 3}});

// Every preset × expansion × seats, and each preset once in the other way of answering a window.
std::vector<Golden> all_golden() {
  std::vector<Golden> all;
  for (int preset = 0; preset < kPresets; ++preset) {
    for (int set = kFirstBoxes.first; set < kFirstBoxes.end; ++set) {
      Header header{static_cast<Preset>(preset), static_cast<Expansions>(set), {}, 0, 1};
      header.rules = make_rules(header.preset, header.expansions);
      std::string name = std::string(preset_name(header.preset)) + '-';
      name += set == (kImploding | kStreaking) ? "both" : expansions_name(header.expansions);
      for (header.seats = header.rules.min_players; header.seats <= header.rules.max_players;
           ++header.seats) {
        all.push_back({name + '-' + std::to_string(header.seats), header});
      }
      if (set != kBase) continue;
      header.seats = 3;
      header.rules.nope_way = NopeWay::Commit;
      all.push_back({name + "-3-commit", header});
    }
  }
  for (std::size_t i = 0, first = all.size(); i < first; ++i) {
    if (!kOfBothVersions.contains(all[i].name)) continue;
    all.push_back({"v2/" + all[i].name, all[i].header});
    all.back().header.version = 2;
  }
  for (const auto& [preset, set, seats] : kWithStrays) {
    const std::string boxes = set == kAllBoxes ? "all" : expansions_name(set);
    all.push_back(
        {"v2/" + std::string(preset_name(preset)) + '-' + boxes + '-' + std::to_string(seats),
         {preset, set, make_rules(preset, set), seats, 2}});
  }
  return all;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// The first game that is not too long to keep: `srs` shuffles up to a hundred times.
std::string generated(const Header& header) {
  for (std::uint64_t game = 0;; ++game) {
    std::string text = joined(random_record(header, kSeed, game));
    if (text.size() <= kMostBytes) return text;
  }
}

// Most games share a file, each below its name; those that the page reads have a
// file of their own.
bool is_shared(const std::string& name) {
  if (name == "family-both-6" || name == "implosion-imploding-6") return false;  // the page's tests
  if (name.ends_with("-none-2")) return false;
  return std::ranges::any_of(std::array{"-2", "-4", "-5", "-6", "-3-commit"},
                             [&](const char* end) { return name.ends_with(end); });
}

fs::path file_of(const std::string& name) {
  const fs::path folder = fs::path(NINELIVES_SOURCE_DIR) / "tests/golden";
  return folder / (is_shared(name) ? "several.txt" : name + ".jsonl");
}

// Place of the game in the file's text: from its first line to its end.
std::pair<std::size_t, std::size_t> place_in(const std::string& text, const std::string& name) {
  if (file_of(name).extension() == ".jsonl") return {0, text.size()};
  const std::string heading = "== " + name + '\n';
  const std::size_t at = text.find(heading);
  if (at == std::string::npos) return {text.size(), text.size()};
  const std::size_t end = text.find("== ", at + heading.size());
  return {at + heading.size(), std::min(end, text.size())};
}

std::string kept_game(const std::string& name) {
  const std::string text = content_of(file_of(name));
  const auto [begin, end] = place_in(text, name);
  return text.substr(begin, end - begin);
}

void keep_game(const std::string& name, const std::string& game) {
  std::string text = content_of(file_of(name));
  const auto [begin, end] = place_in(text, name);
  text.replace(begin, end - begin, game);
  std::ofstream(file_of(name), std::ios::binary) << text;
}

std::string written(const RecordLine& line) {
  return std::visit(
      [](const auto& content) {
        if constexpr (std::is_same_v<std::decay_t<decltype(content)>, OtherLine>) {
          return content.json.dump();
        } else {
          return record_text(content);
        }
      },
      line);
}

class GoldenRecord : public testing::TestWithParam<Golden> {};

TEST_P(GoldenRecord, IsMadeAgainFromItsSeed) {
  const std::string made = generated(GetParam().header);
  if (std::getenv("NINELIVES_UPDATE_GOLDEN") != nullptr) keep_game(GetParam().name, made);
  const std::string kept = kept_game(GetParam().name);
  // Not EXPECT_EQ: a whole record is no message.
  const auto differ = std::mismatch(kept.begin(), kept.end(), made.begin(), made.end()).first;
  const auto line = 1 + std::count(kept.begin(), differ, '\n');
  EXPECT_TRUE(kept == made) << GetParam().name << " differs in line " << line
                            << "; if that is meant, run with NINELIVES_UPDATE_GOLDEN=1";
}

TEST_P(GoldenRecord, IsReplayedLineByLine) {
  std::istringstream in(kept_game(GetParam().name));
  Replay replay;
  std::string text;
  int line = 0;
  while (std::getline(in, text)) {
    const RecordLine content = parse_record_line(text);
    EXPECT_EQ(written(content), text) << "a line is written as it was read";
    const auto difference = replay.feed(++line, content);
    ASSERT_FALSE(difference) << "line " << difference->line << ": " << difference->reason;
  }
  EXPECT_FALSE(replay.finish());
  EXPECT_GT(line, 10);
  EXPECT_TRUE(replay.state().over());
  EXPECT_EQ(replay.header().seats, GetParam().header.seats);
  EXPECT_EQ(replay.header().rules, GetParam().header.rules);
}

INSTANTIATE_TEST_SUITE_P(All, GoldenRecord, testing::ValuesIn(all_golden()),
                         [](const auto& golden) {
                           std::string name = golden.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

std::string after_the_header(const std::string& record) { return record.substr(record.find('\n')); }

TEST(Golden, UPG_1_TheVersionsDifferInTheHeaderAlone) {
  for (const std::string& name : kOfBothVersions) {
    const std::string first = kept_game(name);
    const std::string second = kept_game("v2/" + name);
    EXPECT_TRUE(after_the_header(first) == after_the_header(second)) << name;
    EXPECT_NE(first, second) << name;
  }
}

TEST(Golden, NoFileIsLeftOver) {
  std::set<fs::path> needed;
  for (const Golden& golden : all_golden()) needed.insert(file_of(golden.name));
  std::size_t files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(NINELIVES_SOURCE_DIR) / "tests/golden")) {
    files += entry.path().extension() == ".jsonl" || entry.path().extension() == ".txt";
  }
  EXPECT_EQ(files, needed.size());
}

}  // namespace
}  // namespace nl
