// Full-screen animations: a kitten drawn, defused or exploded, a war of Nopes.
// They follow from public events alone, and their length from nothing else.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <span>
#include <string>

#include "terminal/screen_stage.h"

namespace nl {

// Pages of a moment, drawn by themselves; `words` is what happened.
ftxui::Element turned_card_page(const Words& w, Card card, const std::string& words,
                                ScreenSize size);
ftxui::Element defusal_page(const Words& w, const std::string& words, int frame, ScreenSize size);
ftxui::Element blast_page(int frame, bool inwards, ScreenSize size);
ftxui::Element tombstone_page(const std::string& name, const std::string& words, ScreenSize size);
ftxui::Element banner_page(const std::string& big, const std::string& words, ScreenSize size);

inline constexpr int kDefusalFrames = 3;
inline constexpr int kBlastFrames = 7;

// True if these events have a moment that the hands of players must not share the screen with.
bool has_drama(std::span<const Event> events);

// Shows all moments of these public events. `page`: the game as it was before them. A key cuts it
// short: false.
bool show_drama(ScreenStage& stage, const Scene& page, std::span<const Event> events);

}  // namespace nl
