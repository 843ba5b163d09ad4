#include "capi/rulebook.h"

#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "capi/boundary.h"
#include "text/grammar.h"
#include "text/lang_data.h"
#include "text/notation.h"
#include "text/rules_text.h"
#include "text/words.h"

namespace nl::capi {
namespace {

using nlohmann::json;

// The fields that each section speaks of, after its own lines. web/src/words/rulebook.ts has the
// same.
struct RulebookSection {
  const char* name;
  std::vector<const char*> fields;
};
const std::vector<RulebookSection>& rulebook_sections() {
  static const std::vector<RulebookSection> sections{
      {"deal", {"hand", "extra_defuses", "kittens", "first", "faster"}},
      {"turn", {"combos", "five", "see", "times", "stack", "chain", "dead"}},
      {"nope", {"nope_asks", "nope_way"}}};
  return sections;
}

json language_file_of(Language language) {
  for (const LanguageFile& file : language_files()) {
    if (file.code == language_code(language)) return json::parse(file.json);
  }
  throw Misuse("the language has no file");
}

class Rulebook {
 public:
  Rulebook(const Header& game, Language language)
      : game_(game),
        file_(language_file_of(language)),
        grammar_(file_.at("grammar")),
        words_(words(language, wording_of(game.preset))) {}

  std::string text() {
    for (const RulebookSection& section : rulebook_sections()) add_section(section);
    add_cards();
    return std::move(text_);
  }

 private:
  void add_line(const std::string& line) { text_ += line + '\n'; }

  void add_section(const RulebookSection& section) {
    const json& book = file_.at("rulebook");
    const std::string name = section.name;
    add_line(book.at(name + "_title"));
    for (const json& line : book.at(name + "_lines")) add_line(line);
    for (const std::string field : section.fields) {
      const std::string value = get_field(game_.rules, field);
      const bool own = book.contains(field + '_' + value);
      if (!own && !book.contains(field)) continue;
      const std::string words = book.at(own ? field + '_' + value : field);
      add_line(grammar_.fill(words, {{"number", value}}));
    }
  }

  void add_cards() {
    add_line(file_.at("rulebook").at("cards_title"));
    for (int i = 0; i < kCardKinds; ++i) {
      const Card card = card_at(i);
      const std::string word(card_name(card));
      const std::string copies = get_field(game_.rules, "copies." + word);
      if (copies == "0") continue;
      add_line(word + " (" + copies + "): " + words_.card(card) + ". " + words_.card_text(card));
    }
  }

  const Header& game_;
  json file_;
  Grammar grammar_;
  const Words& words_;
  std::string text_;
};

}  // namespace

std::string rulebook_text(const Header& game, Language language) {
  return Rulebook(game, language).text();
}

}  // namespace nl::capi
