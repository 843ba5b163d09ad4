// Parser for lines of input: the only one, on the full screen, in plain mode and over the network.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "terminal/command.h"
#include "terminal/question.h"

namespace nl {

// A command; a choice, which has an action; or the reason for refusing the line, in words.
using ParsedLine = std::variant<Command, Choice, std::string>;

// Understands commands, numbers, names of cards in any language or in the notation of records, and
// that notation's words for actions.
ParsedLine parse_line(const Question& question, std::string_view line, const Speech& speech);

// The same for a choice that was picked from the list.
ParsedLine parse_picked(const Question& question, const Choice& choice, const Speech& speech);

// A whole number with an optional sign, at most a million. Empty if the text is not a number.
std::optional<int> read_number(std::string_view text);

}  // namespace nl
