// Card lookup by a typed name, in any language.
#include <array>
#include <vector>

#include "terminal/question.h"
#include "text/notation.h"

namespace nl {
namespace {

// Ignores case, spaces, punctuation and the number of cards in brackets.
std::string essence(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || byte >= 0x80) letters += c;
  }
  return letters;
}

std::string without_brackets(std::string_view name) {
  return std::string(name.substr(0, name.find('(')));
}

struct Known {
  Card card;
  std::string name;
  std::string bare;  // "See the Future" of "See the Future (3)"
};

std::vector<Known> known_names() {
  std::vector<Known> known;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    const Card card = card_at(kind);
    known.push_back({card, essence(card_name(card)), essence(card_name(card))});
    for (const Language language : all_languages()) {
      for (const Wording wording : all_wordings()) {
        const std::string& name = words(language, wording).card(card);
        known.push_back({card, essence(name), essence(without_brackets(name))});
      }
    }
  }
  return known;
}

}  // namespace

std::optional<Card> find_card(std::string_view text) {
  static const std::vector<Known> kKnown = known_names();
  const std::string wanted = essence(text);
  if (wanted.empty()) return std::nullopt;
  for (const Known& known : kKnown) {
    if (known.name == wanted) return known.card;
  }
  for (const Known& known : kKnown) {
    if (known.bare == wanted) return known.card;
  }
  std::optional<Card> only;
  for (const Known& known : kKnown) {
    if (!known.name.starts_with(wanted)) continue;
    if (only && *only != known.card) return std::nullopt;
    only = known.card;
  }
  return only;
}

}  // namespace nl
