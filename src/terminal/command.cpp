// Command words of all languages, and their shortcut keys.
#include "terminal/command.h"

#include <map>
#include <sstream>

#include "names/names.h"
#include "terminal/question.h"
#include "terminal/string_utils.h"

namespace nl {
namespace {

struct Entry {
  std::string_view key;  // words in lang/ under `commands`, in each language
  Command::Verb kind;
};

constexpr Entry kCommands[] = {
    {"help", Command::Verb::Help},         {"hand", Command::Verb::Hand},
    {"describe", Command::Verb::Describe}, {"log", Command::Verb::Log},
    {"odds", Command::Verb::Odds},         {"hint", Command::Verb::Hint},
    {"table", Command::Verb::Table},       {"cards", Command::Verb::Cards},
    {"back", Command::Verb::Back},         {"quit", Command::Verb::Quit},
};

// A single letter stands for the command, as the help shows.
Command::Verb command_on(char letter) {
  switch (letter) {
    case 'h': return Command::Verb::Help;
    case 'o': return Command::Verb::Odds;
    case 'i': return Command::Verb::Hint;
    case 'd': return Command::Verb::Describe;
    case 'l': return Command::Verb::Log;
    case 'c': return Command::Verb::Cards;
    case 'q': return Command::Verb::Quit;
    default: return Command::Verb::None;
  }
}

// The English letter of a key, from the character it types on any keyboard layout.
std::map<std::string, char, std::less<>> shortcuts() {
  std::map<std::string, char, std::less<>> letters;
  for (const Language language : all_languages()) {
    std::istringstream english(words(Language::English).keyboard());
    std::istringstream written(words(language).keyboard());
    char letter = '\0';
    for (std::string text; english >> letter && written >> text;) letters.emplace(text, letter);
  }
  return letters;
}

}  // namespace

std::string command_words(const Command& command, const Words& w) {
  if (command.kind == Command::Verb::Quit) return w.ui("enter_quits");
  for (const Entry& entry : kCommands) {
    if (entry.kind != command.kind) continue;
    const std::string& all = w.commands(entry.key);
    return all.substr(0, all.find(' '));
  }
  return "";
}

char letter_of(std::string_view character) {
  static const std::map<std::string, char, std::less<>> kShortcuts = shortcuts();
  const auto shortcut = kShortcuts.find(character);
  if (shortcut != kShortcuts.end()) return shortcut->second;
  if (character.size() != 1) return '\0';
  const char c = character[0];
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

Command read_command(std::string_view input) {
  if (const auto kind = command_on(letter_of(input)); kind != Command::Verb::None) return {kind};
  const std::size_t space = input.find(' ');
  const std::string_view key = command_called(lower(input.substr(0, space)));
  for (const Entry& entry : kCommands) {
    if (entry.key != key) continue;
    const bool takes_argument = entry.kind == Command::Verb::Describe;
    if (space == std::string_view::npos) return {entry.kind};
    if (takes_argument) return {entry.kind, std::string(input.substr(space + 1))};
  }
  return {};
}

Lines describe_card(std::string_view name, const Words& w) {
  if (name.empty()) return {w.ui("describe_what")};
  const auto card = find_card(name);
  if (!card) return {w.refusal(Refusal::UnknownCard, {{"text", clean_text(name, 40)}})};
  return {w.card(*card) + ": " + w.card_text(*card)};
}

}  // namespace nl
