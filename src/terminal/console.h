// Console: lines in and out of a terminal or a pipe.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "terminal/input.h"
#include "text/words.h"

namespace nl {

// No further input. Thrown through all open prompts, and caught once at the top.
struct Stopped {
  enum class Why { Quit, EndOfInput, Interrupted };
  Why why = Why::Quit;
};

class Console {
 public:
  // `is_terminal`: people look at it, so secrets are wiped off and prompts are printed.
  Console(Input& in, std::ostream& out, bool is_terminal)
      : in_(in), out_(out), is_terminal_(is_terminal) {}

  // Language of the following dialogue.
  void speak(Language language) { in_.speak(language); }

  // Reads one line after a text to be read, in which a number is no choice.
  std::string read_line_after_text() {
    in_.expect_reading();
    return read_line();
  }

  bool is_terminal() const { return is_terminal_; }

  // Listening mode: repeats table and odds with each question of a turn.
  void be_verbose(bool verbose) { verbose_ = verbose; }
  bool is_verbose() const { return verbose_; }

  // Says something while people wait.
  void say_meanwhile(std::string_view line) {
    say(line);
    out_.flush();
    in_.show_meanwhile();
  }

  // Keeps the output since the last answer, for a page that other pages interrupt.
  void keep_page() { in_.keep_page(); }
  void show_page_again() { in_.show_page_again(); }

  bool from_keyboard() const { return in_.from_keyboard(); }
  // Drops everything typed ahead.
  void forget_ahead() { in_.forget_ahead(); }

  void say(std::string_view line) { out_ << line << '\n'; }
  void say(const Lines& lines) {
    for (const std::string& line : lines) say(line);
  }
  void blank() { out_ << '\n'; }

  // Wipes the screen and its scrollback. Does nothing to a pipe.
  void clear();

  // One line of input, trimmed. Throws Stopped at the end of input.
  std::string read_line();
  // The same with a time limit; empty when it is over.
  std::optional<std::string> read_line_within(std::chrono::milliseconds wait);

 private:
  std::optional<std::string> read(std::optional<std::chrono::milliseconds> wait);

  Input& in_;
  std::ostream& out_;
  bool is_terminal_;
  bool verbose_ = false;
};

}  // namespace nl
