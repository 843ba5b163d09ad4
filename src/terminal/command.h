// Commands that a player may type at any question.
#pragma once

#include <string>
#include <string_view>

#include "text/words.h"

namespace nl {

struct Command {
  enum class Verb { None, Help, Hand, Describe, Log, Odds, Hint, Table, Cards, Back, Quit };
  Verb kind = Verb::None;
  std::string argument{};  // for Describe: the card
};

// Accepts words of every language, and the letter of a shortcut.
Command read_command(std::string_view input);

// Name of a command, in a word or two of the language.
std::string command_words(const Command& command, const Words& w);

// The Latin letter on the key that types this character, whichever layout is active.
char letter_of(std::string_view character);

// Effect of a card, by name; an error message if there is no such card.
Lines describe_card(std::string_view name, const Words& w);

}  // namespace nl
