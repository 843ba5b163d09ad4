// Full-screen pages beside the table: hand-over, notes, menus, the end.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <string>

#include "terminal/screen_scene.h"

namespace nl {

// Only public content: the table, and a line that calls the next player.
ftxui::Element hand_over_page(const Scene& scene, ScreenSize size);

int note_scroll_limit(const Note& note, ScreenSize size);
ftxui::Element with_note(ftxui::Element page, const Note& note, const Words& w, ScreenSize size);

}  // namespace nl
