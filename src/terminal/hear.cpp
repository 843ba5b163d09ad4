#include "terminal/hear.h"

#include "terminal/typed.h"

namespace nl {

Heard hear(const Question& question, std::string_view line, const Speech& speech) {
  const std::string_view text = trimmed(line);
  if (Command command = read_command(text); command.kind != Command::Verb::None) return command;
  Answer answer = read_answer(question, text, speech);
  if (auto* choice = std::get_if<Choice>(&answer)) return std::move(*choice);
  return std::get<std::string>(std::move(answer));
}

}  // namespace nl
