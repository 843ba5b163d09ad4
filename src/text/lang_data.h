// Language files of lang/, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace nl {

struct LanguageFile {
  std::string_view code;  // such as "en" for lang/en.json
  std::string_view json;
};

// The files listed in lang/languages.json, compiled in by cmake/embed_lang.cmake.
std::span<const LanguageFile> compiled_languages();

// The same, plus the file named by the environment variable NINELIVES_LANGUAGE_FILE: translators
// and tests try a language without a build.
std::span<const LanguageFile> language_files();

std::string_view titles_file();  // lang/titles.json

}  // namespace nl
