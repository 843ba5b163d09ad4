// Question and its answers on the full screen, below the hand.
#pragma once

#include <ftxui/dom/elements.hpp>

#include "terminal/screen_scene.h"

namespace nl {

// Number of rows it wants; with fewer the answers scroll.
int question_height(const Scene& scene, int width);

ftxui::Element question_element(const Scene& scene, ScreenSize size, Hits& hits);

// The time left, and a bar of that share.
ftxui::Element countdown_line(const std::string& time_left, float share, int width);

// Indexes of the choices that are lines of the list, not cards of the hand.
std::vector<int> listed_choices(const Scene& scene);

}  // namespace nl
