// What a line of input means, on the full screen as in plain mode: this is the only way in.
#pragma once

#include <string_view>
#include <variant>

#include "terminal/command.h"
#include "terminal/question.h"

namespace nl {

// A command; an answer, which has an action; or what is wrong with the line, in words.
using Heard = std::variant<Command, Choice, std::string>;

Heard hear(const Question& question, std::string_view line, const Speech& speech);

}  // namespace nl
