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
  // The next line; waits for ever unless a time is given.
  virtual InputLine read(std::optional<std::chrono::milliseconds> wait) = 0;
  // The language that is spoken from here on, for what the keyboard itself has to say.
  virtual void speak(Language) {}
  // The output before the next line is a text to be read, without choices.
  virtual void expect_reading() {}
  // Shows the output so far, before work that takes a while. Lines of text are out already.
  virtual void show_meanwhile() {}
  // True if people type it as they go.
  virtual bool from_keyboard() const { return false; }
  // Drops what was typed ahead. A pipe keeps its lines.
  virtual void forget_ahead() {}
};

// A stream that is never too late, for tests and scripts.
class StreamInput : public Input {
 public:
  explicit StreamInput(std::istream& in) : in_(in) {}
  InputLine read(std::optional<std::chrono::milliseconds> wait) override;

 private:
  std::istream& in_;
};

// A terminal or a pipe. Ctrl-C ends the waiting once catch_interrupts() was called.
class FileInput : public Input {
 public:
  // `listen_to`: a file that ends the waiting (TimeUp), too, when it can be read; -1: none.
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
  bool end_reported_ = false;  // once is enough for one who has something else to listen to
};

// From here on every Ctrl-C interrupts the next read instead of killing the program. With
// `termination` SIGTERM and SIGHUP end the waiting, too.
void catch_interrupts(bool termination = false);

}  // namespace nl
