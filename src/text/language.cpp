// List of languages, and their codes.
#include "text/language.h"

#include <cassert>

#include "text/lang_data.h"

namespace nl {

const std::vector<Language>& all_languages() {
  static const std::vector<Language> kAll = [] {
    std::vector<Language> all;
    for (std::size_t i = 0; i < language_files().size(); ++i) {
      all.push_back(static_cast<Language>(i));
    }
    return all;
  }();
  return kAll;
}

std::string_view language_code(Language language) {
  assert(static_cast<std::size_t>(language) < language_files().size());
  return language_files()[static_cast<std::size_t>(language)].code;
}

std::optional<Language> find_language(std::string_view code) {
  for (const Language language : all_languages()) {
    if (language_code(language) == code) return language;
  }
  return std::nullopt;
}

std::string language_codes() {
  std::string codes;
  for (const Language language : all_languages()) {
    codes.append(codes.empty() ? "" : " or ").append(language_code(language));
  }
  return codes;
}

}  // namespace nl
