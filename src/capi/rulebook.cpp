// Rules of a game in sentences.
#include "capi/rulebook.h"

#include <vector>

#include "text/notation.h"
#include "text/rules_text.h"
#include "text/words.h"

namespace nl::capi {
namespace {

// Fields of the rules described by each section, after its own lines. web/src/words/rulebook.ts has
// the same list.
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

class Rulebook {
 public:
  Rulebook(const Header& game, Language language)
      : game_(game), words_(words(language, wording_of(game.preset))) {}

  std::string text() {
    for (const RulebookSection& section : rulebook_sections()) add_section(section);
    add_cards();
    return std::move(text_);
  }

 private:
  void add_lines(const Lines& lines) {
    for (const std::string& line : lines) text_ += line + '\n';
  }

  void add_field(const std::string& field) {
    const std::string value = get_field(game_.rules, field);
    const Lines own = words_.rulebook(field + '_' + value, {{"number", value}});
    add_lines(own.empty() ? words_.rulebook(field, {{"number", value}}) : own);
  }

  void add_section(const RulebookSection& section) {
    const std::string name = section.name;
    add_lines(words_.rulebook(name + "_title"));
    add_lines(words_.rulebook(name + "_lines"));
    for (const char* field : section.fields) add_field(field);
  }

  void add_cards() {
    add_lines(words_.rulebook("cards_title"));
    for (int i = 0; i < kCardKinds; ++i) {
      const Card card = card_at(i);
      const std::string word(card_name(card));
      const std::string copies = get_field(game_.rules, "copies." + word);
      if (copies == "0") continue;
      add_lines({word + " (" + copies + "): " + words_.card(card) + ". " + words_.card_text(card)});
    }
    // Rules of single cards.
    if (game_.rules.copies[Card::Targeted] != 0) add_field("targeted");
    if (kittens_in_hands(game_.rules)) {
      add_field("keep_ends");
      add_field("loose");
    }
  }

  const Header& game_;
  const Words& words_;
  std::string text_;
};

}  // namespace

std::string rulebook_text(const Header& game, Language language) {
  return Rulebook(game, language).text();
}

}  // namespace nl::capi
