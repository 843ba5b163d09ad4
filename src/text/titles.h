// Titles of cards and boxes: the publisher's or our own, for servers that must avoid those.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nl {

enum class Titles : std::uint8_t { Known, Own };

// For the whole program, before its first sentence: words() uses it from then on.
void use_titles(Titles titles);
Titles titles_in_use();

// The title replacements for one language.
class TitleBook {
 public:
  TitleBook() = default;  // the known ones
  // Our own, from lang/titles.json; a language without any there keeps the known ones.
  static TitleBook own(std::string_view language);

  // The text at a path of the language's file ("cards/nope/name") with these titles.
  std::string text(const std::string& path, std::string known) const;

 private:
  std::map<std::string, std::string, std::less<>> names_{};          // by path
  std::vector<std::pair<std::string, std::string>> replacements_{};  // in their order
};

// `text` with whole words `from` replaced, also before a plural s.
std::string retitled(std::string_view text, std::string_view from, std::string_view to);

}  // namespace nl
