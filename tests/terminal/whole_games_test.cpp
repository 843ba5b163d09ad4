// Tests of whole games with random right and wrong input, in every preset and variant.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/random.h"
#include "game/replay.h"
#include "terminal/script.h"
#include "text/korean_words.h"

namespace nl {
namespace {

// Types numbers, words and commands at random; reads only enough to stop after one game and not to
// leave it.
class CarelessPerson : public Input {
 public:
  CarelessPerson(std::ostringstream& out, Language language, std::uint64_t seed)
      : out_(out), w_(words(language)), chance_(seed) {}

  InputLine read(std::optional<std::chrono::milliseconds>) override {
    if (++lines_ > 60000) return {};
    const std::string all = out_.str();
    const std::string news = all.substr(read_);
    read_ = all.size();
    EXPECT_EQ(news.find('{'), std::string::npos) << news;
    if (has(news, w_.ui("play_again")) || has(news, w_.ui("really_quit"))) return line("2");
    return line(anything());
  }
  int lines() const { return lines_; }

 private:
  static InputLine line(std::string text) { return {InputLine::Outcome::Text, std::move(text)}; }
  std::string anything() {
    constexpr const char* kWords[] = {"hand", "help",     "odds",   "log", "describe favor",
                                      "quit", "table",    "banana", "-1",  "0x",
                                      "101",  "describe", "도움말"};
    const auto kind = bounded(chance_, 20);
    if (kind == 0) return kWords[bounded(chance_, std::size(kWords))];
    if (kind < 7) return "";
    if (kind < 10) return "0";
    return std::to_string(bounded(chance_, 14));
  }

  std::ostringstream& out_;
  const Words& w_;
  Stream chance_;
  std::size_t read_ = 0;
  int lines_ = 0;
};

// A file for each test: they are run side by side.
std::string record_path() {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  return testing::TempDir() + "ninelives_" + test + ".jsonl";
}

void play_whole_game(PlayOptions options, std::uint64_t seed) {
  options.seed = seed;
  options.record = record_path();
  std::filesystem::remove(options.record);
  std::ostringstream out;
  CarelessPerson person(out, *options.language, seed);
  const int status = play_plain(options, person, out, false);
  const Words& w = words(*options.language, wording_of(*options.preset));
  ASSERT_EQ(status, kExitPlayed) << out.str().substr(out.str().size() - 2000);
  EXPECT_TRUE(has(out.str(), w.ui("goodbye")));
  EXPECT_TRUE(has(out.str(), w.ui("game_stats_winner")));
  // Nothing that was typed wrong has left a trace in the record.
  std::ifstream record(options.record);
  const auto totals = replay_all(record, {}, [](const Difference& difference) {
    ADD_FAILURE() << difference.line << ": " << difference.reason;
  });
  EXPECT_EQ(totals.games, 1);
}

TEST(WholeGames, TERM_4_EveryPresetAndVariantInBothLanguages) {
  for (int preset = 0; preset < kPresets; ++preset) {
    for (Expansions set = 0; set < kExpansionSets; ++set) {
      for (const Language language : all_languages()) {
        PlayOptions options;
        options.language = language;
        options.preset = static_cast<Preset>(preset);
        options.expansions = set;
        options.players = 2 + (preset + set) % 3;
        SCOPED_TRACE(preset * 10 + set);
        play_whole_game(options, static_cast<std::uint64_t>(preset * 100 + set));
      }
    }
  }
}

TEST(WholeGames, BOT_1_WithBotsAtSomeSeats) {
  for (int preset = 0; preset < kPresets; ++preset) {
    for (const std::size_t bots : {1u, 2u}) {
      PlayOptions options;
      options.language = Language::English;
      options.preset = static_cast<Preset>(preset);
      options.expansions = static_cast<Expansions>(kImploding | kStreaking);
      options.players = 3;
      options.bots.assign(bots, "careful");
      play_whole_game(options, 7 + bots);
    }
  }
}

TEST(WholeGames, HouseRulesToo) {
  PlayOptions options;
  options.language = kKorean;
  options.preset = Preset::Official;
  options.expansions = kStreaking;
  options.players = 3;
  options.rules = [](Preset preset, Expansions expansions) {
    Rules rules = make_rules(preset, expansions);
    rules.five = true;
    rules.times = true;
    rules.nope_way = NopeWay::Commit;
    return rules;
  };
  play_whole_game(options, 5);
}

}  // namespace
}  // namespace nl
