// Full-screen pages beside the table: hand-over, notes, menus, the end, explosions.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <string>

#include "terminal/screen_scene.h"

namespace nl {

// Nothing secret: the public table, and a line that asks for the next player.
ftxui::Element hand_over_page(const Scene& scene, ScreenSize size);

int note_scroll_limit(const Note& note, ScreenSize size);
ftxui::Element with_note(ftxui::Element page, const Note& note, const Words& w, ScreenSize size);

// A card in the middle of the page, with what is said of it; kNoCard: its back.
ftxui::Element with_turned_card(ftxui::Element page, const Words& w, Card card,
                                const std::string& words);

// A frame of the explosion in the middle of the page.
ftxui::Element with_explosion(ftxui::Element page, const std::string& words, int frame);

}  // namespace nl
