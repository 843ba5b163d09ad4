// Emotes: words that a player can show without typing. Clients translate them (lang/, `emotes`).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace nl {

inline constexpr auto kEmotes = std::to_array<std::string_view>(
    {"hello", "good_luck", "nice", "ouch", "haha", "wow", "thinking", "hurry", "sorry", "thanks"});

constexpr bool is_emote(std::string_view name) {
  return std::find(kEmotes.begin(), kEmotes.end(), name) != kEmotes.end();
}

}  // namespace nl
