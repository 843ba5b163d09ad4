// Line input with a time limit.
#pragma once

#include <chrono>
#include <istream>
#include <optional>
#include <string>

#include "text/language.h"

namespace nl {

struct InputLine {
  enum class Outcome { Text, End, Interrupted, Terminated, TimeUp };
  Outcome kind = Outcome::End;
  std::string text{};
};

class Input {
 public:
  virtual ~Input() = default;
  // The next line; without a time limit it waits for ever.
  virtual InputLine read(std::optional<std::chrono::milliseconds> wait) = 0;
  // Language for messages about the keyboard.
  virtual void speak(Language) {}
  // The output before the next line is a text to be read, without choices.
  virtual void expect_reading() {}
  // Shows the output so far, before slow work. Lines of text are out already.
  virtual void show_meanwhile() {}
  // Keeps the output so far, and shows it again above later output. Lines of text are out already.
  virtual void keep_page() {}
  virtual void show_page_again() {}
  // True if people type the lines live.
  virtual bool from_keyboard() const { return false; }
  // Drops typed-ahead lines. A pipe keeps its lines.
  virtual void forget_ahead() {}
};

// A stream without time limits, for tests and scripts.
class StreamInput : public Input {
 public:
  explicit StreamInput(std::istream& in) : in_(in) {}
  InputLine read(std::optional<std::chrono::milliseconds> wait) override;

 private:
  std::istream& in_;
};

// A terminal or a pipe. After catch_interrupts(), Ctrl-C ends the wait.
class FileInput : public Input {
 public:
  // `listen_to`: a file that also ends the wait (TimeUp) when it is readable; -1: none.
  explicit FileInput(int file, int listen_to = -1) : file_(file), listen_to_(listen_to) {}
  InputLine read(std::optional<std::chrono::milliseconds> wait) override;
  bool from_keyboard() const override;
  void forget_ahead() override;

 private:
  std::optional<std::string> take_line();

  int file_;
  int listen_to_;
  std::string buffer_;
  bool ended_ = false;
  bool end_reported_ = false;  // once, for callers with another file to watch
};

// From here on every Ctrl-C interrupts the next read instead of killing the program. With
// `termination`, SIGTERM and SIGHUP end the wait, too.
void catch_interrupts(bool termination = false);

}  // namespace nl
