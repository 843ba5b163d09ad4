// Terminal interface of full-screen pages: rows out, keys in. tty.h implements it.
#pragma once

#include <chrono>
#include <functional>
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

class Terminal {
 public:
  virtual ~Terminal() = default;

  // `listen_to`: a file that wakes, too, when it can be read; -1: none.
  virtual Wake wait(std::chrono::milliseconds longest, int listen_to = -1) = 0;
  virtual const Key& key() const = 0;
  virtual ScreenSize size() const = 0;

  // Writes the rows that are not on the screen yet.
  virtual void show(const std::vector<std::string>& rows) = 0;
  // Wipes every cell: what was there must not be there any more, whatever is drawn next.
  virtual void wipe() = 0;

  // Leaves the terminal to something else while that runs.
  virtual void lend(const std::function<void()>& use) { use(); }

  // Drops what was typed ahead.
  virtual void forget_keys() {}
  // Drops an Enter that follows at once: the last key has acted without it.
  virtual void ignore_enter() {}
};

}  // namespace nl
