// Lines of input, with an end to waiting: what a game of lines needs from its keyboard.
#pragma once

#include <chrono>
#include <istream>
#include <optional>
#include <string>

namespace nl {

struct InputLine {
  enum class Kind { Text, End, Interrupted, TimeUp };
  Kind kind = Kind::End;
  std::string text{};
};

class Input {
 public:
  virtual ~Input() = default;
  // The next line; waits for ever unless a time is given.
  virtual InputLine read(std::optional<std::chrono::milliseconds> wait) = 0;
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
  explicit FileInput(int file) : file_(file) {}
  InputLine read(std::optional<std::chrono::milliseconds> wait) override;

 private:
  std::optional<std::string> take_line();

  int file_;
  std::string buffer_;
  bool ended_ = false;
};

// From here on Ctrl-C does not kill the program, but interrupts the next read.
void catch_interrupts();
bool was_interrupted();

}  // namespace nl
