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
  Timeout,  // timeout
  Resized,
  Interrupted,  // SIGINT or Ctrl-C
  Terminated,   // SIGTERM or SIGHUP
  Closed,       // the end of input
  News,         // the watched file is readable
};

class Terminal {
 public:
  virtual ~Terminal() = default;

  // `listen_to`: a file that also wakes it when readable; -1: none.
  virtual Wake wait(std::chrono::milliseconds longest, int listen_to = -1) = 0;
  virtual const Key& key() const = 0;
  virtual ScreenSize size() const = 0;

  // Writes the rows that have changed.
  virtual void show(const std::vector<std::string>& rows) = 0;
  // Wipes every cell, so that nothing of the old screen remains.
  virtual void wipe() = 0;

  // Hands the terminal to something else while that runs.
  virtual void lend(const std::function<void()>& use) { use(); }

  // Drops everything typed ahead.
  virtual void forget_keys() {}
  // Drops Enter for a moment after a key that acted by itself (HabitualEnter).
  virtual void ignore_enter() {}
};

}  // namespace nl
