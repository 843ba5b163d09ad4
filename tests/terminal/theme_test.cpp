// Colour themes: chosen in the settings, remembered, in true colour where the terminal has it.
// Requirements: TERM-16
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ftxui/screen/terminal.hpp>
#include <set>
#include <sstream>

#include "terminal/home_pages.h"
#include "terminal/player_memory.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using ftxui::Color;

constexpr std::array kTones = {CardTone::Danger, CardTone::Rescue, CardTone::Attack,
                               CardTone::Evade,  CardTone::Pile,   CardTone::Look,
                               CardTone::Trick,  CardTone::Nope,   CardTone::Cat};

// One drawn character in a tone, with its sequences.
std::string drawn_in(Theme theme, CardTone tone) {
  use_colours(true);
  use_theme(theme);
  const std::string row = drawn(ftxui::text("x") | tone_colour(tone), {1, 1}).front();
  use_theme(Theme::Terminal);
  use_colours(false);
  return row;
}

class TrueColour {
 public:
  TrueColour() : before_(ftxui::Terminal::ColorSupport()) {
    setenv("COLORTERM", "truecolor", 1);
    ftxui::Terminal::SetColorSupport(ftxui::Terminal::Color::TrueColor);
  }
  ~TrueColour() {
    unsetenv("COLORTERM");
    ftxui::Terminal::SetColorSupport(before_);
  }

 private:
  ftxui::Terminal::Color before_;
};

double channel(int value) {
  const double share = value / 255.0;
  return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

// Relative luminance of the colour in the row (WCAG 2.2).
double luminance(const std::string& row) {
  int red = 0;
  int green = 0;
  int blue = 0;
  const std::size_t at = row.find("38;2;");
  EXPECT_NE(at, std::string::npos) << row;
  if (at == std::string::npos) return 0;
  EXPECT_EQ(std::sscanf(row.c_str() + at, "38;2;%d;%d;%d", &red, &green, &blue), 3);
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
}

double contrast(double one, double other) {
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

TEST(Theme, TERM_16_ColoursHaveContrastOnTheBackgroundOfTheirTheme) {
  const TrueColour terminal;
  for (const CardTone tone : kTones) {
    EXPECT_GE(contrast(luminance(drawn_in(Theme::Dark, tone)), 0.0), 4.5);
    EXPECT_GE(contrast(luminance(drawn_in(Theme::Light, tone)), 1.0), 4.5);
    EXPECT_GE(contrast(luminance(drawn_in(Theme::Contrast, tone)), 0.0), 7.0);
    EXPECT_GE(contrast(luminance(drawn_in(Theme::ColourSafe, tone)), 0.0), 4.5);
  }
}

// Danger and rescue differ in lightness or hue for all eyes: never red beside green.
TEST(Theme, TERM_16_EveryToneHasAColourOfItsOwn) {
  const TrueColour terminal;
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast, Theme::ColourSafe}) {
    std::set<std::string> rows;
    for (const CardTone tone : kTones) rows.insert(drawn_in(theme, tone));
    EXPECT_EQ(rows.size(), kTones.size()) << theme_name(theme);
  }
}

TEST(Theme, TERM_16_WithoutTrueColourThereAreTheSixteen) {
  for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast, Theme::ColourSafe}) {
    for (const CardTone tone : kTones) {
      EXPECT_EQ(drawn_in(theme, tone).find("38;"), std::string::npos);
    }
  }
  EXPECT_NE(drawn_in(Theme::Light, CardTone::Rescue), drawn_in(Theme::Dark, CardTone::Rescue));
}

TEST(Theme, TERM_16_NoColoursMeansNoTheme) {
  use_colours(false);
  use_theme(Theme::Contrast);
  const std::string row = drawn(ftxui::text("x") | tone_colour(CardTone::Danger), {1, 1}).front();
  use_theme(Theme::Terminal);
  EXPECT_EQ(row.find("\x1b[3"), std::string::npos);
  EXPECT_EQ(row.find("\x1b[9"), std::string::npos);
}

TEST(Theme, TERM_16_TheSettingsAskAndRemember) {
  const GamesFolder folder;
  PlayOptions options = at_home(folder);
  options.memory = folder.path / "player";
  Pages pages;
  std::ostringstream out;
  PagedInput in({"Ann", "e", "1", "Ann", "5", "quit"}, out, pages);
  Console console(in, out, false);
  std::vector<Theme> worn;
  Surface surface;
  surface.dress = [&](Theme theme) { worn.push_back(theme); };
  play_session(options, console, surface);
  EXPECT_EQ(worn, std::vector<Theme>{Theme::ColourSafe});
  EXPECT_EQ(read_memory(options.memory).theme, Theme::ColourSafe);
  EXPECT_EQ(read_memory(options.memory).name, "Ann");
  EXPECT_TRUE(has(pages.all[4], words(Language::English).ui("menu_theme")));
}

// Plain lines have no colours to choose.
TEST(Theme, TERM_16_PlainModeDoesNotAsk) {
  const GamesFolder folder;
  PlayOptions options = at_home(folder);
  options.memory = folder.path / "player";
  const Pages pages = pages_of(options, {"Ann", "e", "1", "Ann", "quit"});
  EXPECT_FALSE(has(pages.whole(), words(Language::English).ui("menu_theme")));
}

TEST(Theme, TERM_16_AVariableComesBeforeWhatIsRemembered) {
  setenv("NINELIVES_THEME", "light", 1);
  EXPECT_EQ(chosen_theme(), Theme::Light);
  setenv("NINELIVES_THEME", "mauve", 1);
  EXPECT_NO_THROW(chosen_theme());
  unsetenv("NINELIVES_THEME");
  EXPECT_EQ(find_theme("mauve"), std::nullopt);
  for (const std::string_view name : kThemeNames) EXPECT_EQ(theme_name(*find_theme(name)), name);
}

}  // namespace
}  // namespace nl
