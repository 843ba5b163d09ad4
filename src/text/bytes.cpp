// Hexadecimal encoding and decoding.
#include "text/bytes.h"

namespace nl {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

template <class Value>
std::optional<Value> parse_hex(std::string_view text) {
  Value value{};
  if (!from_hex(text, value)) return std::nullopt;
  return value;
}

}  // namespace

std::string to_hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool from_hex(std::string_view text, std::span<std::uint8_t> bytes) {
  if (text.size() != bytes.size() * 2) return false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = digit_value(text[2 * i]);
    const int low = digit_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return true;
}

std::optional<Bytes32> parse_bytes32(std::string_view text) { return parse_hex<Bytes32>(text); }
std::optional<GameId> parse_game_id(std::string_view text) { return parse_hex<GameId>(text); }

}  // namespace nl
