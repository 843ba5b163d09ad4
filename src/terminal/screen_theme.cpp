// Colours and borders of the full screen.
#include "terminal/screen_theme.h"

#include <algorithm>
#include <ftxui/screen/screen.hpp>
#include <map>

#include "terminal/screen_cells.h"
#include "terminal/tty.h"

namespace nl {

using namespace ftxui;

namespace {

bool colours_on = true;
bool ascii_only = false;

// One character of the frames and pictures; anything else is a question mark in each of its cells.
std::string ascii_for(const std::string& character) {
  static const std::map<std::string, std::string, std::less<>> kLookalikes = {
      {"─", "-"}, {"═", "="},  {"│", "|"}, {"║", "|"}, {"★", "*"},  {"☆", "."},
      {"█", "#"}, {"▀", "\""}, {"▄", "_"}, {"…", "."}, {"“", "\""}, {"”", "\""}};
  const auto found = kLookalikes.find(character);
  if (found != kLookalikes.end()) return found->second;
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

void suit_terminal() {
  use_colours(!colours_off());
  use_ascii(plain_locale());
}

void use_colours(bool colours) { colours_on = colours; }

// 16 colours are what every terminal has, and its owner has chosen how they look.
Decorator ink(Color colour) { return colours_on ? color(colour) : Decorator(nothing); }

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
  return ink(Color::Default);
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

// A wide character that another element covers by half would move the rest of its row.
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
