// Full-screen animations: a kitten drawn, defused or exploded, a war of Nopes. Their content and
// length follow from public events only.
#pragma once

#include <ftxui/dom/elements.hpp>
#include <span>
#include <string>

#include "terminal/screen_stage.h"

namespace nl {

// Frames of an animation; `words` is its sentence.
ftxui::Element turned_card_page(const Words& w, Card card, const std::string& words,
                                ScreenSize size);
ftxui::Element defusal_page(const Words& w, const std::string& words, int frame, ScreenSize size);
ftxui::Element blast_page(int frame, bool inwards, ScreenSize size);
ftxui::Element tombstone_page(const std::string& name, const std::string& words, ScreenSize size);
ftxui::Element banner_page(const std::string& big, const std::string& words, ScreenSize size);

inline constexpr int kDefusalFrames = 3;
inline constexpr int kBlastFrames = 7;

// True if these events have an animation during which no hand may be on the screen.
bool has_drama(std::span<const Event> events);

// Plays all animations of these public events. `page`: the game before them. A key skips: false.
bool show_drama(ScreenStage& stage, const Scene& page, std::span<const Event> events);

}  // namespace nl
