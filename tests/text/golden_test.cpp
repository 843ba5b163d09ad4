// Records of whole games, kept in tests/golden: each is replayed line by line, and made again from
// its seed. They are of version 1, and stay to prove that those are still read; tests/golden/v2 has
// some of version 2, which differ in their first line alone. NINELIVES_UPDATE_GOLDEN=1 writes them
// anew.
#include <gtest/gtest.h>

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

fs::path file_of(const Golden& golden) {
  return fs::path(NINELIVES_SOURCE_DIR) / "tests/golden" / (golden.name + ".jsonl");
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
  const fs::path path = file_of(GetParam());
  const std::string made = generated(GetParam().header);
  if (std::getenv("NINELIVES_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << made;
  }
  const std::string kept = content_of(path);
  // Not EXPECT_EQ: a whole record is no message.
  const auto differ = std::mismatch(kept.begin(), kept.end(), made.begin(), made.end()).first;
  const auto line = 1 + std::count(kept.begin(), differ, '\n');
  EXPECT_TRUE(kept == made) << path << " differs in line " << line
                            << "; if that is meant, run with NINELIVES_UPDATE_GOLDEN=1";
}

TEST_P(GoldenRecord, IsReplayedLineByLine) {
  std::istringstream in(content_of(file_of(GetParam())));
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
  const fs::path folder = fs::path(NINELIVES_SOURCE_DIR) / "tests/golden";
  for (const std::string& name : kOfBothVersions) {
    const std::string first = content_of(folder / (name + ".jsonl"));
    const std::string second = content_of(folder / "v2" / (name + ".jsonl"));
    EXPECT_TRUE(after_the_header(first) == after_the_header(second)) << name;
    EXPECT_NE(first, second) << name;
  }
}

TEST(Golden, NoFileIsLeftOver) {
  std::size_t files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(NINELIVES_SOURCE_DIR) / "tests/golden")) {
    files += entry.path().extension() == ".jsonl";
  }
  EXPECT_EQ(files, all_golden().size());
}

}  // namespace
}  // namespace nl
