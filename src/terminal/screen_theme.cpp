// Colours and borders of the full screen.
#include "terminal/screen_theme.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ftxui/screen/screen.hpp>
#include <map>

#include "terminal/screen_cells.h"
#include "terminal/tty.h"

namespace nl {

using namespace ftxui;

namespace {

bool colours_on = true;
bool ascii_only = false;
Theme theme_in_use = Theme::Terminal;

// One colour in each theme: of the sixteen, and in true colour if COLORTERM says so.
struct Shade {
  Color::Palette16 plain;
  std::array<std::uint8_t, 3> rgb;
};
struct Ink {
  Color::Palette16 colour;
  std::array<Shade, 4> shades;  // dark, light, contrast, colour-safe
};

// The last column has the colours of Okabe and Ito, made lighter: they differ for every eye.
const std::array<Ink, 10> kInks = {{
    {Color::RedLight,
     {{{Color::RedLight, {255, 107, 107}},
       {Color::Red, {176, 24, 24}},
       {Color::RedLight, {255, 110, 110}},
       {Color::Yellow, {230, 120, 30}}}}},
    {Color::GreenLight,
     {{{Color::GreenLight, {118, 214, 138}},
       {Color::Green, {17, 104, 46}},
       {Color::GreenLight, {120, 255, 120}},
       {Color::BlueLight, {86, 180, 233}}}}},
    {Color::Yellow,
     {{{Color::Yellow, {230, 170, 80}},
       {Color::Yellow, {133, 77, 14}},
       {Color::YellowLight, {255, 200, 60}},
       {Color::Yellow, {230, 159, 0}}}}},
    {Color::CyanLight,
     {{{Color::CyanLight, {103, 212, 224}},
       {Color::Cyan, {14, 100, 116}},
       {Color::CyanLight, {110, 250, 255}},
       {Color::CyanLight, {150, 205, 240}}}}},
    {Color::BlueLight,
     {{{Color::BlueLight, {130, 170, 255}},
       {Color::Blue, {29, 78, 170}},
       {Color::BlueLight, {150, 190, 255}},
       {Color::BlueLight, {70, 140, 210}}}}},
    {Color::MagentaLight,
     {{{Color::MagentaLight, {214, 150, 255}},
       {Color::Magenta, {126, 34, 150}},
       {Color::MagentaLight, {255, 160, 255}},
       {Color::MagentaLight, {224, 150, 190}}}}},
    {Color::YellowLight,
     {{{Color::YellowLight, {255, 214, 102}},
       {Color::Black, {92, 62, 0}},
       {Color::White, {255, 255, 255}},
       {Color::YellowLight, {240, 228, 66}}}}},
    {Color::Red,
     {{{Color::Red, {232, 93, 117}},
       {Color::Red, {157, 23, 77}},
       {Color::RedLight, {255, 120, 150}},
       {Color::Magenta, {213, 94, 0}}}}},
    {Color::Cyan,
     {{{Color::Cyan, {126, 190, 197}},
       {Color::Cyan, {21, 94, 117}},
       {Color::CyanLight, {160, 240, 250}},
       {Color::Cyan, {110, 175, 205}}}}},
    {Color::GrayDark,
     {{{Color::GrayLight, {150, 150, 165}},
       {Color::GrayDark, {90, 90, 105}},
       {Color::White, {230, 230, 230}},
       {Color::GrayLight, {160, 160, 170}}}}},
}};

bool true_colour() {
  const char* said = std::getenv("COLORTERM");
  const std::string_view terms = said == nullptr ? "" : said;
  return terms == "truecolor" || terms == "24bit";
}

Color shaded(Color::Palette16 colour) {
  if (theme_in_use == Theme::Terminal) return colour;
  const auto found = std::find_if(kInks.begin(), kInks.end(),
                                  [&](const Ink& one) { return one.colour == colour; });
  if (found == kInks.end()) return colour;
  const Shade& shade = found->shades[static_cast<std::size_t>(theme_in_use) - 1];
  if (!true_colour()) return shade.plain;
  return Color::RGB(shade.rgb[0], shade.rgb[1], shade.rgb[2]);
}

// The letter of U+00C0 to U+00FF without its accent; 0 for all other characters.
char letter_without_accent(std::string_view character) {
  constexpr std::string_view kLetters =
      "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
  static_assert(kLetters.size() == 64);
  if (character.size() != 2 || character[0] != '\xC3') return 0;
  return kLetters[static_cast<std::size_t>(static_cast<unsigned char>(character[1]) - 0x80)];
}

// Replaces characters outside ASCII: frames, pictures and letters by similar ones, others by a
// question mark per cell.
std::string ascii_for(const std::string& character) {
  static const std::map<std::string, std::string, std::less<>> kLookalikes = {
      {"─", "-"},  {"═", "="}, {"│", "|"}, {"║", "|"},  {"★", "*"},  {"☆", "."},  {"█", "#"},
      {"▀", "\""}, {"▄", "_"}, {"…", "."}, {"“", "\""}, {"”", "\""}, {"„", "\""}, {"×", "x"}};
  const auto found = kLookalikes.find(character);
  if (found != kLookalikes.end()) return found->second;
  if (const char letter = letter_without_accent(character)) return {letter};
  const bool box = character.starts_with("\xE2\x94") || character.starts_with("\xE2\x95");
  if (box) return "+";
  if (character.starts_with("\xE2\x96")) return "#";
  return std::string(static_cast<std::size_t>(std::max(0, cell_width(character))), '?');
}

std::string in_ascii(const std::string& row) {
  std::string ascii;
  for (std::size_t at = 0; at < row.size();) {
    std::size_t end = at + 1;
    while (end < row.size() && (static_cast<unsigned char>(row[end]) & 0xC0) == 0x80) ++end;
    const std::string character = row.substr(at, end - at);
    ascii += end - at == 1 ? character : ascii_for(character);
    at = end;
  }
  return ascii;
}

}  // namespace

void use_ascii(bool ascii) { ascii_only = ascii; }

void use_theme(Theme theme) { theme_in_use = theme; }

void suit_terminal() {
  use_colours(!colours_off());
  use_ascii(plain_locale());
  use_theme(chosen_theme());
}

void use_colours(bool colours) { colours_on = colours; }

// Without a theme, the terminal's own 16 colours, which its owner has chosen.
Decorator ink(Color::Palette16 colour) {
  return colours_on ? color(shaded(colour)) : Decorator(nothing);
}

Decorator tone_colour(CardTone tone) {
  switch (tone) {
    case CardTone::Danger: return ink(Color::RedLight);
    case CardTone::Rescue: return ink(Color::GreenLight);
    case CardTone::Attack: return ink(Color::Yellow);
    case CardTone::Evade: return ink(Color::CyanLight);
    case CardTone::Pile: return ink(Color::BlueLight);
    case CardTone::Look: return ink(Color::MagentaLight);
    case CardTone::Trick: return ink(Color::YellowLight);
    case CardTone::Nope: return ink(Color::Red);
    case CardTone::Cat: return ink(Color::Cyan);
    case CardTone::Back: return ink(Color::GrayDark);
  }
  return nothing;
}

Decorator hit_area(Hits& hits, int choice) {
  hits.push_back(std::make_unique<Hit>(Hit{.choice = choice}));
  return reflect(hits.back()->box);
}

Element panel(const std::string& title, Element content) {
  if (title.empty()) return borderRounded(std::move(content));
  return window(text(" " + title + " ") | bold, std::move(content));
}

Element lines_of(const std::vector<std::string>& lines, int width) {
  Elements rows;
  for (const std::string& line : lines) rows.push_back(text(clip(line, width)));
  return vbox(std::move(rows));
}

namespace {

// A wide character that another element half covers would shift the rest of its row.
void mend_halves(Screen& screen) {
  for (int y = 0; y < screen.dimy(); ++y) {
    for (int x = 0; x < screen.dimx(); ++x) {
      std::string& here = screen.at(x, y);
      if (here.empty()) here = " ";
      if (cell_width(here) < 2) continue;
      const bool whole = x + 1 < screen.dimx() && screen.at(x + 1, y).empty();
      if (whole) {
        ++x;
      } else {
        here = " ";
      }
    }
  }
}

}  // namespace

std::vector<std::string> drawn(Element page, ScreenSize size) {
  auto screen = Screen::Create(Dimension::Fixed(size.width), Dimension::Fixed(size.height));
  Render(screen, page);
  mend_halves(screen);
  const std::string all = screen.ToString();
  std::vector<std::string> rows;
  std::size_t begin = 0;
  for (std::size_t end; (end = all.find("\r\n", begin)) != std::string::npos; begin = end + 2) {
    rows.push_back(all.substr(begin, end - begin));
  }
  rows.push_back(all.substr(begin));
  if (ascii_only) {
    for (std::string& row : rows) row = in_ascii(row);
  }
  return rows;
}

}  // namespace nl
