// Glyphs of the large letters.
#include "terminal/big_text.h"

#include <array>
#include <cstdint>

namespace nl {
namespace {

// Five rows of three dots each, the upper left one first: 0 to 9, a to z.
constexpr std::array<std::uint16_t, 36> kGlyphs = {
    0b111101101101111, 0b010110010010111, 0b110001010100111, 0b110001010001110, 0b101101111001001,
    0b111100110001110, 0b011100111101111, 0b111001010010010, 0b111101111101111, 0b111101111001110,
    0b010101111101101, 0b110101110101110, 0b011100100100011, 0b110101101101110, 0b111100110100111,
    0b111100110100100, 0b011100101101011, 0b101101111101101, 0b111010010010111, 0b001001001101010,
    0b101101110101101, 0b100100100100111, 0b101111111101101, 0b110101101101101, 0b010101101101010,
    0b110101110100100, 0b010101101010001, 0b110101110101101, 0b011100010001110, 0b111010010010010,
    0b101101101101111, 0b101101101101010, 0b101101111111101, 0b101101010101101, 0b101101010010010,
    0b111001010100111,
};

// Rows of dots, the upper left one first.
struct Glyph {
  std::uint32_t dots = 0;
  int width = 3;
};

// Three dots have no room for the strokes of m, n and w.
Glyph glyph(char c) {
  switch (c) {
    case 'm': return {0b10001'11011'10101'10001'10001, 5};
    case 'n': return {0b1001'1101'1011'1001'1001, 4};
    case 'w': return {0b10001'10001'10101'11011'10001, 5};
    default: break;
  }
  if (c >= '0' && c <= '9') return {kGlyphs[static_cast<std::size_t>(c - '0')]};
  if (c >= 'a' && c <= 'z') return {kGlyphs[static_cast<std::size_t>(c - 'a' + 10)]};
  return {};
}

bool dot(const Glyph& glyph, int row, int column) {
  constexpr int kRows = 5;
  const int place = glyph.width * (kRows - row) - column - 1;
  return row < kRows && (glyph.dots >> place & 1) != 0;
}

}  // namespace

Lines big_text(std::string_view text) {
  Lines lines(3);
  for (const char c : text) {
    for (int line = 0; line < 3; ++line) {
      std::string& out = lines[static_cast<std::size_t>(line)];
      for (int column = 0; column < glyph(c).width; ++column) {
        const bool upper = dot(glyph(c), 2 * line, column);
        const bool lower = dot(glyph(c), 2 * line + 1, column);
        out += upper ? (lower ? "\u2588" : "\u2580") : (lower ? "\u2584" : " ");
      }
      out += "  ";
    }
  }
  return lines;
}

}  // namespace nl
