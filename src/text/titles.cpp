// Replacement of titles in the texts of a language.
#include "text/titles.h"

#include <atomic>

#include "text/json_reader.h"
#include "text/lang_data.h"

namespace nl {
namespace {

std::atomic<Titles> in_use{Titles::Known};

bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool ends_word(std::string_view rest) {
  if (!rest.empty() && rest[0] == 's') rest.remove_prefix(1);
  return rest.empty() || !is_latin(rest[0]);
}

// Typed words stay unchanged.
bool is_typed(std::string_view path) {
  return path.starts_with("keyboard") || path.starts_with("commands/");
}

}  // namespace

void use_titles(Titles titles) { in_use = titles; }

Titles titles_in_use() { return in_use; }

std::string retitled(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + 1)) {
    if (at < done || (at > 0 && is_latin(text[at - 1]))) continue;
    if (!ends_word(text.substr(at + from.size()))) continue;
    out.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  return out.append(text, done);
}

TitleBook TitleBook::own(std::string_view language) {
  TitleBook book;
  const Json file = parse_object(titles_file());
  const std::string code(language);
  const JsonReader titles = JsonReader(file)[code.c_str()];
  if (!titles.exists()) return book;
  for (const auto& [list, section] : {std::pair{"cards", "cards/"}, {"boxes", "expansions/"}}) {
    if (!titles.has(list)) continue;
    for (const JsonReader& title : titles[list].fields()) {
      book.names_[section + std::string(title.name()) + "/name"] = title.text();
    }
  }
  for (const JsonReader& pair : titles["words"].items()) {
    const std::vector<std::string> words = pair.texts(2);
    book.replacements_.emplace_back(words.at(0), words.at(1));
  }
  return book;
}

std::string TitleBook::text(const std::string& path, std::string known) const {
  const auto name = names_.find(path);
  if (name != names_.end()) return name->second;
  if (is_typed(path)) return known;
  for (const auto& [from, to] : replacements_) known = retitled(known, from, to);
  return known;
}

}  // namespace nl
