// Titles of cards and boxes: those that people know, or our own for whoever must avoid them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace nl {

enum class Titles : std::uint8_t { Known, Own };

// For the whole program, before its first sentence: words() answers by it from then on.
void use_titles(Titles titles);
Titles titles_in_use();

// Puts the titles of lang/titles.json into every text of a language file.
void take_own_titles(nlohmann::json& texts, std::string_view language);

// `text` with `from` replaced where it stands as a word, also before a plural s.
std::string retitled(std::string_view text, std::string_view from, std::string_view to);

}  // namespace nl
