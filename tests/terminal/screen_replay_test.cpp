// Tests of the full-screen replay: pages, keys and foot.
#include "terminal/screen_replay.h"

#include <gtest/gtest.h>

#include "terminal/both.h"
#include "terminal/golden.h"
#include "terminal/home_pages.h"

namespace nl {
namespace {

struct Replayed {
  std::vector<std::string> pages;
  Stop stop = Stop::No;
};

Replayed replay(const std::string& record, const std::vector<std::string>& keys,
                Language language = Language::English, ScreenSize size = {80, 24},
                Seat viewer = kEveryone) {
  use_colours(false);
  TypedTerminal terminal(keys, size);
  std::istringstream in(record);
  const Stop stop = replay_on(terminal, in, language, viewer);
  return {terminal.pages, stop};
}

std::string text_of(const Table& table) {
  std::string text;
  for (const std::string& line : table.record()) text += line + '\n';
  return text;
}

// A pair of cats is played and goes through; then a draw.
std::string a_pair() {
  Table table = make_table(staged(Preset::Official, kBase, {{}, {}, {}}));
  on_screen(table, {"0", "", "pair tacocat", "2", "0", "draw"});
  return text_of(table);
}

std::string last_row(const std::string& page) {
  const std::size_t end = page.find_last_not_of(" \n");
  return page.substr(page.rfind('\n', end) + 1, end - page.rfind('\n', end));
}

TEST(ReplayGolden, TERM_2_TERM_8_OpenAndAsASeatSeesIt) {
  const std::string record = a_pair();
  for (const Language language : all_languages()) {
    for (const ScreenSize size : kSizes) {
      // Enter steps, s changes the eyes; the last page is drawn before the keys end.
      const Replayed open = replay(record, {"", "", "", ""}, language, size);
      compare_golden(golden_file("replay", language, size), trimmed_rows(open.pages.back()));
      const Replayed seat = replay(record, {"", ""}, language, size, 0);
      compare_golden(golden_file("replay_seat", language, size), trimmed_rows(seat.pages.back()));
    }
  }
}

TEST(Replay, TERM_2_TheFootIsWholeInBothLanguagesAtEverySize) {
  for (const Language language : all_languages()) {
    for (const ScreenSize size : kSizes) {
      const Replayed shown = replay(a_pair(), {}, language, size);
      std::string keys = words(language).ui("replay_keys");
      keys.erase(keys.find_last_not_of(' ') + 1);
      EXPECT_EQ(last_row(shown.pages.front()), keys) << size.width;
    }
  }
}

TEST(Replay, COMBO_2_ACombosNameIsNeverItsCardsAlone) {
  std::string all;
  for (const std::string& page : replay(a_pair(), {"", "", "", "", "", ""}).pages) {
    all += in_one_line(page) + ' ' + in_one_line(right_panel(page)) + ' ';
  }
  EXPECT_TRUE(has(all, "Player 1 plays a pair of Tacocats."));
  EXPECT_TRUE(has(all, "Nobody Nopes a pair of Tacocats."));
  EXPECT_FALSE(has(all, "Nopes Tacocat"));
}

TEST(Replay, TERM_8_KeysStepAndLeave) {
  const std::string record = a_pair();
  const auto there = replay(record, {"", ""});
  ASSERT_EQ(there.pages.size(), 3U);
  EXPECT_TRUE(has(there.pages[0], "1 of"));
  EXPECT_TRUE(has(there.pages[2], "3 of"));
  EXPECT_EQ(there.stop, Stop::Closed);
  EXPECT_EQ(replay(record, {"<esc>"}).stop, Stop::Quit);
  EXPECT_EQ(replay(record, {"q"}).stop, Stop::Quit);
}

TEST(Replay, TERM_7_KeysDoNothingWhileTheTerminalIsTooSmall) {
  const Replayed small = replay(a_pair(), {"", "<esc>", "q"}, Language::English, {40, 10});
  EXPECT_EQ(small.stop, Stop::Closed);
  ASSERT_EQ(small.pages.size(), 1U);
  EXPECT_TRUE(has(small.pages[0], "too small"));
}

}  // namespace
}  // namespace nl
