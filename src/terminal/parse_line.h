// Parser for lines of input, shared by the full screen, plain mode and network play.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "terminal/command.h"
#include "terminal/question.h"

namespace nl {

// A command; a choice with its action; or the reason for refusing the line, in words.
using ParsedLine = std::variant<Command, Choice, std::string>;

// Understands commands, numbers, card names in any language or record notation, and that notation's
// words for actions.
ParsedLine parse_line(const Question& question, std::string_view line, const Speech& speech);

// The same for a choice that was picked from the list.
ParsedLine parse_picked(const Question& question, const Choice& choice, const Speech& speech);

// A whole number with an optional sign, at most a million. Empty if the text is not a number.
std::optional<int> read_number(std::string_view text);

// Yes or no: 1 or 2, the word of any language, or y or n on any keyboard layout.
std::optional<bool> read_yes_or_no(std::string_view line);

}  // namespace nl
