// Colours and borders of the full screen. NO_COLOR removes the colours; a theme chooses them.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <ftxui/screen/color.hpp>
#include <string>

#include "terminal/card_art.h"
#include "terminal/screen_scene.h"
#include "terminal/theme.h"

namespace nl {

// Detected once, at the start: whether there are colours.
void use_colours(bool colours);
void use_theme(Theme theme);
// ASCII only, for terminals whose locale has nothing else.
void use_ascii(bool ascii);
// Sets all three from the environment and the player's choice.
void suit_terminal();

// A colour in the shade of the theme, or none. FTXUI itself would write the sixteen colours even
// without colours.
ftxui::Decorator ink(ftxui::Color::Palette16 colour);
ftxui::Decorator tone_colour(CardTone tone);

// Draws an element and stores its position as the place of a choice.
ftxui::Decorator hit_area(Hits& hits, int choice);

// A frame with a title in its upper edge.
ftxui::Element panel(const std::string& title, ftxui::Element content);

// Texts one below the other, each cut to the width.
ftxui::Element lines_of(const std::vector<std::string>& lines, int width);

// Renders the page as rows for the terminal, each of exactly `size.width` cells.
std::vector<std::string> drawn(ftxui::Element page, ScreenSize size);

}  // namespace nl
