// Languages of the program: the files of lang/, in the order of lang/languages.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

// An index into that list. English is the first; the others are found by their codes, so that a new
// one needs no name here.
enum class Language : std::uint8_t { English };

const std::vector<Language>& all_languages();

std::string_view language_code(Language language);  // "en"
std::optional<Language> find_language(std::string_view code);

// "en or ko", for an error message.
std::string language_codes();

}  // namespace nl
