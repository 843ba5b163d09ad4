// Frames of the README's moving picture: two kittens in a row, the second one drawn and defused by
// Mia. tests/terminal/readme_picture.sh makes the picture of them and compares it. DOC-2
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "bots/bot.h"
#include "terminal/both.h"
#include "terminal/game_choice.h"
#include "terminal/golden.h"

namespace nl {
namespace {

// A terminal that keeps every page with its colours.
class FilmedTerminal : public WatchedTerminal {
 public:
  using WatchedTerminal::WatchedTerminal;
  void show(const std::vector<std::string>& rows) override {
    std::string page;
    for (const std::string& row : rows) page += row + '\n';
    if (film.empty() || film.back() != page) film.push_back(std::move(page));
  }

  std::vector<std::string> film;
};

// The table of: ninelives play --lang en --expansions none --players 4 --bots 3 --names Mia --seed
// 24
Table readme_table() {
  PlayOptions options;
  options.language = Language::English;
  options.expansions = kBase;
  options.players = 4;
  options.names = {"Mia"};
  options.bots = std::vector<std::string>(3, std::string(kDefaultBot));
  options.seed = 24;
  return Table(table_setup(first_choice(options), options, 0));
}

TEST(ReadmePicture, DOC_2_AKittenIsDrawnAndDefused) {
  use_colours(true);
  Table table = readme_table();
  FilmedTerminal terminal({"0"}, ScreenSize{100, 30});
  ScreenStage stage(terminal);
  const ScreenSettings settings{.bot_pause = Time{0}, .animated = true, .lively = true};
  ScreenGame(stage, table, settings, false).play();
  use_colours(false);

  std::vector<std::string> frames;
  for (const std::string& page : terminal.film) {
    const std::string text = without_colours(page);
    const bool begins = has(text, "Play a card, or draw") && has(text, "> _");
    if (begins || !frames.empty()) frames.push_back(page);
    if (has(text, "Where does the kitten go?")) break;
  }
  ASSERT_GE(frames.size(), 7U);  // the question, the card, the kitten, the wire, the cut, the click
  EXPECT_TRUE(has(without_colours(frames.back()), "Where does the kitten go?"));

  std::string text;
  std::string colours;
  for (const std::string& page : frames) {
    const bool first = &page == &frames.front();
    text += (first ? "" : "\f") + without_colours(page);
    colours += (first ? "" : "\f") + page;
  }
  const std::filesystem::path golden =
      std::filesystem::path(NINELIVES_SOURCE_DIR) / "tests/terminal/golden/table.txt";
  compare_golden({golden, "==== readme_picture en 100x30"}, text);
  if (const char* file = std::getenv("NINELIVES_FRAMES")) std::ofstream(file) << colours;
}

}  // namespace
}  // namespace nl
