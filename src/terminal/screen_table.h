// Table page of the full screen: players, piles, log, hand and question.
#pragma once

#include <ftxui/dom/elements.hpp>

#include "terminal/screen_scene.h"

namespace nl {

// At 80 by 24 cells every situation has room; a smaller terminal is told so.
inline constexpr ScreenSize kSmallest{60, 20};
// Nobody can see what a key would do there: keys do nothing.
constexpr bool is_too_small(ScreenSize size) {
  return size.width < kSmallest.width || size.height < kSmallest.height;
}
ftxui::Element too_small_page(const Words& w, ScreenSize size);

ftxui::Element table_page(const Scene& scene, ScreenSize size, Hits& hits);

// The upper part alone, for pages that hide the hand: title, players, piles and log.
ftxui::Element table_top(const Scene& scene, ScreenSize size);
int table_top_height(const Scene& scene, ScreenSize size);

// Number of the log's lines that fit at this width, for scrolling,
// and number of all its lines.
int log_room(const Scene& scene, ScreenSize size);
int log_lines(const Scene& scene, ScreenSize size);

}  // namespace nl
