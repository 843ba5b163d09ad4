// Console output, and input with a time limit.
#include "terminal/console.h"

#include <cstdlib>

namespace nl {

void Console::clear() {
  if (!is_terminal_) return;
  const char* term = std::getenv("TERM");
  // A dumb terminal is scrolled until the secret is out of sight.
  constexpr int kMoreThanAScreen = 100;
  const bool dumb = term != nullptr && std::string_view(term) == "dumb";
  out_ << (dumb ? std::string(kMoreThanAScreen, '\n') : "\x1b[2J\x1b[3J\x1b[H") << std::flush;
}

std::string Console::read_line() { return *read(std::nullopt); }

std::optional<std::string> Console::read_line_within(std::chrono::milliseconds wait) {
  return read(wait);
}

std::optional<std::string> Console::read(std::optional<std::chrono::milliseconds> wait) {
  if (is_terminal_) out_ << "> ";
  out_.flush();
  InputLine line = in_.read(wait);
  switch (line.kind) {
    case InputLine::Outcome::TimeUp: return std::nullopt;
    case InputLine::Outcome::End: throw Stopped{Stopped::Why::EndOfInput};
    case InputLine::Outcome::Terminated:
    case InputLine::Outcome::Interrupted: throw Stopped{Stopped::Why::Interrupted};
    case InputLine::Outcome::Text: break;
  }
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!line.text.empty() && blank(line.text.back())) line.text.pop_back();
  std::size_t start = 0;
  while (start < line.text.size() && blank(line.text[start])) ++start;
  return line.text.substr(start);
}

}  // namespace nl
