// Colours and borders of the full screen.
#include "terminal/screen_theme.h"

#include <ftxui/screen/screen.hpp>

#include "terminal/screen_cells.h"

namespace nl {

using namespace ftxui;

namespace {

bool colours_on = true;

}  // namespace

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
  return rows;
}

}  // namespace nl
