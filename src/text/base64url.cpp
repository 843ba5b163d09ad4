// Base64url encoding and decoding.
#include "text/base64url.h"

namespace nl {
namespace {

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string to_base64url(std::span<const std::uint8_t> bytes) {
  std::string text;
  std::uint32_t held = 0;
  int bits = 0;
  for (const std::uint8_t byte : bytes) {
    held = (held << 8 | byte) & 0xFFFF;
    for (bits += 8; bits >= 6; bits -= 6) text += kLetters[held >> (bits - 6) & 63];
  }
  if (bits != 0) text += kLetters[held << (6 - bits) & 63];
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::vector<std::uint8_t> bytes;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const std::size_t value = kLetters.find(c);
    if (value == kLetters.npos) return std::nullopt;
    held = (held << 6 | static_cast<std::uint32_t>(value)) & 0xFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(held >> bits));
  }
  return bytes;
}

}  // namespace nl
