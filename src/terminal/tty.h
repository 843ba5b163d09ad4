// The terminal as a whole screen: entered, drawn, asked for keys, and left as it was found, however
// the program ends. One thread: keys, resizes, signals and the end of input all come out of wait().
//
// FTXUI draws, but its own event loop is not used: it reads past its buffer when the terminal goes
// away, and can't tell the end of input from silence.
#pragma once

#include <termios.h>

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "terminal/keys.h"

namespace nl {

struct ScreenSize {
  int width = 80;
  int height = 24;
  friend bool operator==(ScreenSize, ScreenSize) = default;
};

enum class Wake {
  Pressed,  // key() is the key
  Timeout,  // nothing happened
  Resized,
  Interrupted,  // SIGINT or Ctrl-C
  Terminated,   // SIGTERM or SIGHUP
  Closed,       // the end of input
  News,         // the file that was listened to has something
};

class Tty {
 public:
  Tty();
  ~Tty();
  Tty(const Tty&) = delete;
  Tty& operator=(const Tty&) = delete;

  // `listen_to`: a file that wakes, too, when it can be read; -1: none.
  Wake wait(std::chrono::milliseconds longest, int listen_to = -1);
  const Key& key() const { return key_; }
  ScreenSize size() const;

  // Writes the rows that are not on the screen yet.
  void show(const std::vector<std::string>& rows);
  // Wipes every cell: what was there must not be there any more, whatever is drawn next.
  void wipe();

 private:
  void enter();
  void leave();
  void suspend();
  bool read_keys();
  bool take_key();

  termios before_{};
  KeyReader reader_;
  Key key_;
  std::deque<Key> keys_;
  std::vector<std::string> shown_;
};

// Whether both standard input and output are a terminal that can be drawn on.
bool has_terminal();

// Whether NO_COLOR asks for no colours, or the terminal has none.
bool colours_off();

}  // namespace nl
