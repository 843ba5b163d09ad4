// Grammar of a language: fills values into sentence templates. The rules are data, the section
// `grammar` of a file in lang/. web/src/words/grammar.ts reads the same data, and
// tests/text/sentences.json checks both.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nl {

// Value for the {name} of a template.
struct Value {
  std::string_view name;
  std::string text;
};
using Values = std::vector<Value>;

class Grammar {
 public:
  explicit Grammar(const nlohmann::json& rules);

  // Fills a template: {name} is the value, {number|turn|turns} the word in the form that the number
  // takes, and {name:을/를} the value with the particle of that name, in the form that the value's
  // last sound takes. A part without a value stays as it is.
  std::string fill(std::string_view words, const Values& values) const;

  // Final sound of a word (UTF-8), as one of the language's letters for sounds.
  char sound_of(std::string_view word) const;

  // Parts between which a long word may be broken; the whole word if the language lists none.
  std::vector<std::string> parts_of(std::string_view word) const;

 private:
  template <class T>
  using Table = std::map<std::string, T, std::less<>>;
  struct Characters {
    char32_t first, last;
    std::string sounds;  // for the first, the second, …, and from the start again
  };

  void read_sounds(const nlohmann::json& sounds);
  std::optional<std::string> filled_slot(std::string_view slot, const Values& values) const;
  std::string_view plural(std::string_view number, std::string_view forms) const;
  std::string particle(std::string_view word, std::string_view name) const;
  bool is_spelt_out(std::string_view letters) const;
  char character_sound(char32_t character) const;

  Table<int> plurals_;                            // by number, or by "*" and its last digits
  Table<std::map<char, std::string>> particles_;  // forms by sound
  std::vector<Characters> characters_;
  Table<char> endings_;    // of words in Latin letters
  std::string spelt_out_;  // capitals that are spelt out in words without other letters
  char otherwise_ = '\0';
  Table<std::vector<std::string>> breaks_;  // parts of long words
};

}  // namespace nl
