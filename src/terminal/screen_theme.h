// Colours and borders of the full screen. NO_COLOR removes the colours; a theme chooses them.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <ftxui/screen/color.hpp>
#include <string>

#include "terminal/card_art.h"
#include "terminal/screen_scene.h"
#include "terminal/theme.h"

namespace nl {

// Asked once, at the start: whether there are colours at all.
void use_colours(bool colours);
void use_theme(Theme theme);
// Characters of ASCII alone, for terminals whose locale has no others.
void use_ascii(bool ascii);
// All three, as the environment and the player ask for.
void suit_terminal();

// A colour in the shade of the theme, or nothing. FTXUI itself writes the sixteen colours even
// where there shall be none.
ftxui::Decorator ink(ftxui::Color::Palette16 colour);
ftxui::Decorator tone_colour(CardTone tone);

// Draws an element and notes where, as the place of a choice.
ftxui::Decorator hit_area(Hits& hits, int choice);

// A frame with a title in its upper edge.
ftxui::Element panel(const std::string& title, ftxui::Element content);

// Texts one below the other, each cut to the width.
ftxui::Element lines_of(const std::vector<std::string>& lines, int width);

// The page as rows for the terminal, each of exactly `size.width` cells.
std::vector<std::string> drawn(ftxui::Element page, ScreenSize size);

}  // namespace nl
