// List of languages, and their codes.
#include "text/language.h"

#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "text/lang_data.h"

namespace nl {
namespace {

// File CODE.json, if it can be read.
std::optional<LanguageFile> tried_language() {
  const char* path = std::getenv("NINELIVES_LANGUAGE_FILE");
  std::ifstream in(path != nullptr ? path : "", std::ios::binary);
  if (!in) return std::nullopt;
  static const std::string kJson((std::istreambuf_iterator<char>(in)), {});
  static const std::string kCode = std::filesystem::path(path).stem().string();
  return LanguageFile{kCode, kJson};
}

}  // namespace

std::span<const LanguageFile> language_files() {
  static const std::vector<LanguageFile> kFiles = [] {
    const std::span<const LanguageFile> compiled = compiled_languages();
    std::vector<LanguageFile> files(compiled.begin(), compiled.end());
    if (const auto tried = tried_language()) files.push_back(*tried);
    return files;
  }();
  return kFiles;
}

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
