// Words that a player may say instead of an answer, at any question.
#pragma once

#include <string>
#include <string_view>

#include "text/words.h"

namespace nl {

struct Command {
  enum class Kind { None, Help, Hand, Describe, Log, Odds, Hint, Table, Back, Quit };
  Kind kind = Kind::None;
  std::string argument{};  // of Describe: the card
};

// In any language, whatever the game's is.
Command read_command(std::string_view input);

// What a card does, by name; a sentence of refusal where there is no such card.
Lines describe_card(std::string_view name, const Words& w);

}  // namespace nl
