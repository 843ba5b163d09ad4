// Table page of the full screen: players, piles, log, hand and question.
#pragma once

#include <ftxui/dom/elements.hpp>

#include "terminal/screen_scene.h"

namespace nl {

// Every situation fits into 80 by 24 cells; a smaller terminal gets a message.
inline constexpr ScreenSize kSmallest{60, 20};
// Too small to show the effect of a key: keys do nothing.
constexpr bool is_too_small(ScreenSize size) {
  return size.width < kSmallest.width || size.height < kSmallest.height;
}
ftxui::Element too_small_page(const Words& w, ScreenSize size);

ftxui::Element table_page(const Scene& scene, ScreenSize size, Hits& hits);

// The upper part only, for pages that hide the hand: title, players, piles and log.
ftxui::Element table_top(const Scene& scene, ScreenSize size);
int table_top_height(const Scene& scene, ScreenSize size);

// Number of log lines that fit at this width, for scrolling, and the total number of its lines.
int log_room(const Scene& scene, ScreenSize size);
int log_lines(const Scene& scene, ScreenSize size);

}  // namespace nl
