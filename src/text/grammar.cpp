// Sentence templates: plural forms and particles.
#include "text/grammar.h"

#include <cassert>
#include <nlohmann/json.hpp>
#include <sstream>

namespace nl {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// A word that ends in a bracket takes the sound of the word before the bracket.
std::string_view without_bracket(std::string_view word) {
  const std::size_t open = word.rfind('(');
  const bool closes = open != std::string_view::npos && word.find(')', open) == word.size() - 1;
  return closes && open > 0 ? word.substr(0, open) : word;
}

std::string_view without_punctuation(std::string_view word) {
  while (!word.empty() && is_ascii(word.back()) && !is_digit(word.back()) &&
         !is_letter(word.back())) {
    word.remove_suffix(1);
  }
  return word;
}

std::string_view last_latin_letters(std::string_view word) {
  std::size_t begin = word.size();
  while (begin > 0 && is_letter(word[begin - 1])) --begin;
  return word.substr(begin);
}

// The last character of valid UTF-8; undefined for anything else.
char32_t last_character(std::string_view word) {
  char32_t value = 0;
  int shift = 0;
  while (!word.empty()) {
    const char last = word.back();
    const auto byte = static_cast<unsigned char>(last);
    word.remove_suffix(1);
    if (is_ascii(last)) return static_cast<unsigned char>(lower(last));
    if ((byte & 0xC0) != 0x80) {
      const unsigned lead_bits = shift == 6 ? 0x1Fu : shift == 12 ? 0x0Fu : 0x07u;
      return value | (static_cast<char32_t>(byte & lead_bits) << shift);
    }
    if (shift > 12) return 0;
    value |= static_cast<char32_t>(byte & 0x3Fu) << shift;
    shift += 6;
  }
  return 0;
}

// Entry for the longest ending of the word, trying the whole word first; `mark` precedes each
// ending in the table.
template <class Table>
const typename Table::mapped_type* by_ending(const Table& table, std::string_view word,
                                             const std::string& mark = "") {
  for (std::size_t begin = 0; begin <= word.size(); ++begin) {
    const auto found = table.find(mark + std::string(word.substr(begin)));
    if (found != table.end()) return &found->second;
  }
  return nullptr;
}

const std::string* value_of(std::string_view name, const Values& values) {
  for (const Value& value : values) {
    if (value.name == name) return &value.text;
  }
  return nullptr;
}

std::string_view nth_form(std::string_view forms, int n) {
  assert(n >= 1);
  for (; n > 1 && forms.find('|') != std::string_view::npos; --n) {
    forms.remove_prefix(forms.find('|') + 1);
  }
  return forms.substr(0, forms.find('|'));
}

}  // namespace

Grammar::Grammar(const nlohmann::json& rules) {
  rules.at("plurals").get_to(plurals_);
  const nlohmann::json particles = rules.value("particles", nlohmann::json::object());
  for (const auto& [name, forms] : particles.items()) {
    for (const auto& [sound, form] : forms.items()) particles_[name][sound.at(0)] = form;
  }
  if (rules.contains("sounds")) read_sounds(rules.at("sounds"));
  for (const std::string word : rules.value("breaks", nlohmann::json::array())) {
    std::vector<std::string> parts;
    std::istringstream hyphened(word);
    for (std::string part; std::getline(hyphened, part, '-');) parts.push_back(part);
    std::string whole;
    for (const std::string& part : parts) whole += part;
    breaks_[whole] = std::move(parts);
  }
}

void Grammar::read_sounds(const nlohmann::json& sounds) {
  otherwise_ = sounds.at("else").get_ref<const std::string&>().at(0);
  spelt_out_ = sounds.at("spelt_out");
  for (const nlohmann::json& row : sounds.at("characters")) {
    characters_.push_back({last_character(row.at("from").get<std::string>()),
                           last_character(row.at("to").get<std::string>()), row.at("sounds")});
  }
  for (const auto& [sound, list] : sounds.at("endings").items()) {
    std::istringstream endings(list.get<std::string>());
    for (std::string ending; endings >> ending;) endings_[ending] = sound.at(0);
  }
}

std::string Grammar::fill(std::string_view words, const Values& values) const {
  std::string text;
  while (!words.empty()) {
    const std::size_t open = words.find('{');
    text += words.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = words.find('}', open);
    const std::string_view slot = words.substr(open + 1, close - open - 1);
    const auto filled = filled_slot(slot, values);
    text += filled ? *filled : '{' + std::string(slot) + '}';
    if (close == std::string_view::npos) break;
    words.remove_prefix(close + 1);
  }
  return text;
}

// Text for the slot between the braces; empty if there is no such value.
std::optional<std::string> Grammar::filled_slot(std::string_view slot, const Values& values) const {
  const std::size_t end = slot.find_first_of(":|");
  const std::string* value = value_of(slot.substr(0, end), values);
  if (value == nullptr) return std::nullopt;
  if (end == std::string_view::npos) return *value;
  const std::string_view rest = slot.substr(end + 1);
  return slot[end] == ':' ? *value + particle(*value, rest) : std::string(plural(*value, rest));
}

std::string_view Grammar::plural(std::string_view number, std::string_view forms) const {
  const auto exactly = plurals_.find(number);
  if (exactly != plurals_.end()) return nth_form(forms, exactly->second);
  const int* form = by_ending(plurals_, number, "*");
  return nth_form(forms, form == nullptr ? 1 : *form);
}

std::string Grammar::particle(std::string_view word, std::string_view name) const {
  const auto forms = particles_.find(name);
  if (forms == particles_.end()) return {};
  const auto form = forms->second.find(sound_of(word));
  return form == forms->second.end() ? std::string() : form->second;
}

std::vector<std::string> Grammar::parts_of(std::string_view word) const {
  const auto found = breaks_.find(word);
  return found == breaks_.end() ? std::vector<std::string>{std::string(word)} : found->second;
}

char Grammar::sound_of(std::string_view word) const {
  word = without_punctuation(without_bracket(word));
  const std::string_view letters = last_latin_letters(word);
  if (letters.size() < 2 || is_spelt_out(letters)) return character_sound(last_character(word));
  std::string lowered(letters);
  for (char& c : lowered) c = lower(c);
  const char* sound = by_ending(endings_, lowered);
  return sound == nullptr ? otherwise_ : *sound;
}

bool Grammar::is_spelt_out(std::string_view letters) const {
  return letters.find_first_not_of(spelt_out_) == std::string_view::npos;
}

char Grammar::character_sound(char32_t character) const {
  for (const Characters& range : characters_) {
    if (character < range.first || character > range.last) continue;
    return range.sounds[(character - range.first) % range.sounds.size()];
  }
  return otherwise_;
}

}  // namespace nl
