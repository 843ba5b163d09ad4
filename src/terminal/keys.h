// Key decoder for a terminal in raw mode: bytes in, keys out. It uses no file and no clock.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace nl {

enum class KeyKind {
  Character,  // text: one character as UTF-8
  Enter,
  Escape,
  Backspace,
  Tab,
  Up,
  Down,
  Left,
  Right,
  Home,
  End,
  PageUp,
  PageDown,
  WheelUp,
  WheelDown,
  Click,      // x, y: the cell, counted from 0
  Interrupt,  // Ctrl-C
  EndOfFile,  // Ctrl-D
  Suspend,    // Ctrl-Z
  Redraw,     // Ctrl-L
  Other,      // F1 to F12, Insert, Delete: a key without a meaning of its own
};

struct Key {
  KeyKind kind = KeyKind::Character;
  std::string text{};
  int x = 0;
  int y = 0;

  bool is(char c) const { return kind == KeyKind::Character && text.size() == 1 && text[0] == c; }
  bool is_digit() const {
    return kind == KeyKind::Character && text.size() == 1 && text[0] >= '0' && text[0] <= '9';
  }
  friend bool operator==(const Key&, const Key&) = default;
};

// Escape alone looks like the beginning of a longer sequence until more bytes come: the caller
// reports when it has waited long enough.
class KeyReader {
 public:
  void feed(std::string_view bytes) { waiting_ += bytes; }
  std::optional<Key> next();
  // End of input: remaining bytes are keys of their own.
  std::optional<Key> give_up();
  bool unfinished() const { return !waiting_.empty(); }

 private:
  std::string waiting_;
};

// Filter for the Enter that habit adds to a key that acted by itself: the page under it must not
// take it for an answer. Any other key ends the filter.
class HabitualEnter {
 public:
  using Moment = std::chrono::steady_clock::time_point;
  static constexpr std::chrono::milliseconds kHabit{1'200};

  void begin(Moment now) { until_ = now + kHabit; }
  bool drops(const Key& key, Moment now);

 private:
  Moment until_{};
};

}  // namespace nl
