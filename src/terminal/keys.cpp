// Escape sequences and UTF-8 of a terminal as keys.
#include "terminal/keys.h"

#include <algorithm>
#include <cstdlib>

namespace nl {
namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kLongestSequence = 32;

std::optional<KeyKind> control_key(char c) {
  switch (c) {
    case '\r':
    case '\n': return KeyKind::Enter;
    case '\t': return KeyKind::Tab;
    case '\x7f':
    case '\b': return KeyKind::Backspace;
    case '\x03': return KeyKind::Interrupt;
    case '\x04': return KeyKind::EndOfFile;
    case '\x0c': return KeyKind::Redraw;
    case '\x1a': return KeyKind::Suspend;
    default: return std::nullopt;
  }
}

// The last letter of a sequence, as in "ESC [ A" or "ESC O A". Ignores parameters such as a pressed
// Shift.
std::optional<KeyKind> letter_key(char c) {
  switch (c) {
    case 'A': return KeyKind::Up;
    case 'B': return KeyKind::Down;
    case 'C': return KeyKind::Right;
    case 'D': return KeyKind::Left;
    case 'H': return KeyKind::Home;
    case 'F': return KeyKind::End;
    case 'M': return KeyKind::Enter;  // on the number pad
    case 'P':
    case 'Q':
    case 'R':
    case 'S': return KeyKind::Other;  // F1 to F4
    default: return std::nullopt;
  }
}

std::optional<KeyKind> tilde_key(int number) {
  switch (number) {
    case 1:
    case 7: return KeyKind::Home;
    case 4:
    case 8: return KeyKind::End;
    case 5: return KeyKind::PageUp;
    case 6: return KeyKind::PageDown;
    default: break;
  }
  const bool known = number == 2 || number == 3 || (number >= 11 && number <= 24);
  return known ? std::optional(KeyKind::Other) : std::nullopt;
}

// "<button;column;row" and then M for a press, m for a release.
std::optional<Key> mouse_key(std::string_view body, char last) {
  int parts[3] = {0, 0, 0};
  std::size_t part = 0;
  for (const char c : body.substr(1)) {
    if (c == ';' && ++part == 3) return std::nullopt;
    if (c >= '0' && c <= '9') parts[part] = std::min(parts[part] * 10 + (c - '0'), 9999);
  }
  const Key place{.x = parts[1] - 1, .y = parts[2] - 1};
  if (parts[0] == 64) return Key{KeyKind::WheelUp, {}, place.x, place.y};
  if (parts[0] == 65) return Key{KeyKind::WheelDown, {}, place.x, place.y};
  if (parts[0] == 0 && last == 'M') return Key{KeyKind::Click, {}, place.x, place.y};
  return std::nullopt;
}

std::optional<Key> sequence_key(std::string_view body, char last) {
  if (!body.empty() && body[0] == '<') return mouse_key(body, last);
  const auto kind =
      last == '~' ? tilde_key(std::atoi(std::string(body).c_str())) : letter_key(last);
  return kind ? std::optional(Key{.kind = *kind}) : std::nullopt;
}

// Length of a sequence that begins with "ESC [" or "ESC O"; 0 while it is incomplete.
std::size_t sequence_length(std::string_view bytes) {
  if (bytes.size() < 3) return 0;
  if (bytes[1] == 'O') return 3;
  for (std::size_t i = 2; i < bytes.size(); ++i) {
    if (bytes[i] >= '@' && bytes[i] <= '~') return i + 1;
  }
  return bytes.size() > kLongestSequence ? bytes.size() : 0;
}

std::size_t character_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0x80) return 1;
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  return byte >= 0xC0 ? 2 : 1;
}

}  // namespace

std::optional<Key> KeyReader::next() {
  while (!waiting_.empty()) {
    const char first = waiting_[0];
    if (first == kEscape) {
      if (waiting_.size() < 2) return std::nullopt;
      if (waiting_[1] != '[' && waiting_[1] != 'O') {
        waiting_.erase(0, 1);
        return Key{.kind = KeyKind::Escape};
      }
      const std::size_t length = sequence_length(waiting_);
      if (length == 0) return std::nullopt;
      const std::string body = waiting_.substr(2, length - 3);
      const char last = waiting_[length - 1];
      waiting_.erase(0, length);
      if (auto key = sequence_key(body, last)) return key;
      continue;
    }
    if (const auto control = control_key(first)) {
      waiting_.erase(0, 1);
      return Key{.kind = *control};
    }
    const std::size_t length = character_length(first);
    if (waiting_.size() < length) return std::nullopt;
    std::string text = waiting_.substr(0, length);
    waiting_.erase(0, length);
    if (static_cast<unsigned char>(first) < ' ') continue;
    return Key{KeyKind::Character, std::move(text)};
  }
  return std::nullopt;
}

bool HabitualEnter::drops(const Key& key, Moment now) {
  if (key.kind != KeyKind::Enter) until_ = {};
  return now < until_;
}

std::optional<Key> KeyReader::give_up() {
  if (waiting_.empty()) return std::nullopt;
  const bool escape = waiting_[0] == kEscape;
  waiting_.clear();
  return escape ? std::optional(Key{.kind = KeyKind::Escape}) : std::nullopt;
}

}  // namespace nl
