// Wrapping and cutting of text by cells.
#include "terminal/screen_cells.h"

#include <algorithm>
#include <ftxui/screen/string.hpp>

namespace nl {
namespace {

// The longest prefix that fits.
std::string beginning(std::string_view text, int width) {
  std::string taken;
  int cells = 0;
  for (const std::string& glyph : ftxui::Utf8ToGlyphs(std::string(text))) {
    if (glyph.empty()) continue;  // second cell of a wide character
    const int wide = ftxui::string_width(glyph);
    if (cells + wide > width) break;
    cells += wide;
    taken += glyph;
  }
  return taken;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void wrap_line(std::string_view line, int width, std::vector<std::string>& lines) {
  std::string current;
  for (std::string word : split(line, ' ')) {
    const int room = width - cell_width(current) - (current.empty() ? 0 : 1);
    if (!current.empty() && cell_width(word) > room) {
      lines.push_back(std::move(current));
      current.clear();
    }
    while (cell_width(word) > width) {
      std::string piece = beginning(word, width);
      if (piece.empty()) break;
      word.erase(0, piece.size());
      lines.push_back(std::move(piece));
    }
    current += (current.empty() ? "" : " ") + word;
  }
  lines.push_back(std::move(current));
}

}  // namespace

int cell_width(std::string_view text) { return ftxui::string_width(std::string(text)); }

std::string clip(std::string_view text, int width) {
  if (cell_width(text) <= width) return std::string(text);
  return width <= 2 ? beginning(text, width) : beginning(text, width - 2) + "..";
}

std::string pad(std::string_view text, int width) {
  std::string padded = clip(text, width);
  padded.append(static_cast<std::size_t>(std::max(0, width - cell_width(padded))), ' ');
  return padded;
}

std::string whole_words(std::string_view text, int width) {
  while (cell_width(text) > width && text.rfind(' ') != std::string_view::npos) {
    text = text.substr(0, text.rfind(' '));
  }
  return pad(text, width);
}

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) wrap_line(line, std::max(width, 2), lines);
  return lines;
}

}  // namespace nl
