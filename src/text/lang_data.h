// Language files of lang/, compiled in.
#pragma once

#include <span>
#include <string_view>

namespace nl {

struct LanguageFile {
  std::string_view code;  // "en" of lang/en.json
  std::string_view json;
};

// The files that lang/languages.json names, compiled in by cmake/embed_lang.cmake.
std::span<const LanguageFile> compiled_languages();

// The same, and the file that the environment variable NINELIVES_LANGUAGE_FILE names: translators
// and tests try a language so, without a build.
std::span<const LanguageFile> language_files();

std::string_view titles_file();  // lang/titles.json

}  // namespace nl
