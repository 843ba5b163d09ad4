// Terminal in full-screen mode, restored at exit however the program ends. One thread: keys,
// resizes, signals and the end of input all come out of wait().
// FTXUI draws, but its event loop is not used: it reads past its buffer when the terminal goes
// away, and can't tell the end of input from silence.
#pragma once

#include <termios.h>

#include <chrono>
#include <deque>
#include <string>
#include <vector>

#include "terminal/terminal.h"

namespace nl {

class Tty : public Terminal {
 public:
  Tty();
  ~Tty() override;
  Tty(const Tty&) = delete;
  Tty& operator=(const Tty&) = delete;

  Wake wait(std::chrono::milliseconds longest, int listen_to = -1) override;
  const Key& key() const override { return key_; }
  ScreenSize size() const override;
  void show(const std::vector<std::string>& rows) override;
  void wipe() override;
  void lend(const std::function<void()>& use) override;
  void forget_keys() override;
  void ignore_enter() override;

 private:
  void begin();
  void end();
  void enter();
  void leave();
  void suspend();
  bool read_keys();
  bool take_key();

  termios before_{};
  KeyReader reader_;
  Key key_;
  std::deque<Key> keys_;
  HabitualEnter habitual_enter_;
  std::vector<std::string> shown_;
};

// True if both standard input and output are a terminal that can be drawn on.
bool has_terminal();

// Whether NO_COLOR asks for no colours, or the terminal has none.
bool colours_off();

// True if the requested locale has no characters beyond ASCII.
bool plain_locale();

// True if nothing shall move: REDUCED_MOTION asks for it, or there are no colours, either.
bool motion_off();

}  // namespace nl
