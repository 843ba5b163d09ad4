// Difference of two drawn rows, cell by cell.
#include "terminal/row_update.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <vector>

namespace nl {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

// One character with the sequences that set its style.
struct StyledCell {
  std::string style{};
  std::string_view glyph{};
  int column = 0;

  friend bool same_look(const StyledCell& a, const StyledCell& b) {
    return a.glyph == b.glyph && a.style == b.style && a.column == b.column;
  }
};

// Style sequences by their effect, so that two ways to one style compare equal.
class StyleState {
 public:
  // `parameters` of `ESC [ … m`.
  void apply(std::string_view parameters) {
    for (std::size_t at = 0; at <= parameters.size();) {
      const std::string_view one = next(parameters, at);
      if (one == "38" || one == "48") {
        colour(one == "38" ? foreground_ : background_, one, parameters, at);
      } else {
        set(one);
      }
    }
  }
  std::string text() const {
    std::string all;
    for (const std::string* part : {&bold_, &dim_, &italic_, &underlined_, &blink_, &inverted_,
                                    &struck_, &foreground_, &background_}) {
      if (!part->empty()) all += (all.empty() ? "" : ";") + *part;
    }
    return all;
  }

 private:
  static std::string_view next(std::string_view text, std::size_t& at) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    const std::string_view one = text.substr(at, end - at);
    at = end + 1;
    return one;
  }
  static void colour(std::string& target, std::string_view kind, std::string_view parameters,
                     std::size_t& at) {
    const std::string_view form = next(parameters, at);
    target = std::string(kind) + ';' + std::string(form);
    for (int left = form == "2" ? 3 : 1; left > 0 && at <= parameters.size(); --left) {
      target += ';' + std::string(next(parameters, at));
    }
  }
  void set(std::string_view one) {
    const std::string code(one);
    const int number = one.empty() ? 0 : std::atoi(code.c_str());
    switch (number) {
      case 0: *this = {}; return;
      case 1: bold_ = code; return;
      case 2: dim_ = code; return;
      case 3: italic_ = code; return;
      case 4:
      case 21: underlined_ = code; return;
      case 5: blink_ = code; return;
      case 7: inverted_ = code; return;
      case 9: struck_ = code; return;
      case 22:
        bold_.clear();
        dim_.clear();
        return;
      case 23: italic_.clear(); return;
      case 24: underlined_.clear(); return;
      case 25: blink_.clear(); return;
      case 27: inverted_.clear(); return;
      case 29: struck_.clear(); return;
      case 39: foreground_.clear(); return;
      case 49: background_.clear(); return;
      default: break;
    }
    const bool is_background = (number >= 40 && number < 48) || (number >= 100 && number < 108);
    (is_background ? background_ : foreground_) = code;
  }

  std::string bold_, dim_, italic_, underlined_, blink_, inverted_, struck_;
  std::string foreground_, background_;
};

// Width that every terminal agrees on; 0: unknown.
int certain_width(char32_t point) {
  if (point >= 0x20 && point < 0x7F) return 1;
  if (point >= 0xA1 && point < 0x250 && point != 0xAD) return 1;  // Latin
  if (point >= 0x2500 && point < 0x25A0) return 1;                // lines and blocks
  if (point >= 0xAC00 && point < 0xD7A4) return 2;                // Hangul
  return 0;
}

// The first character of `text`; empty if it is truncated or not UTF-8.
std::optional<char32_t> first_point(std::string_view text, std::size_t& length) {
  const auto lead = static_cast<unsigned char>(text[0]);
  length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if ((lead >= 0x80 && lead < 0xC0) || length > text.size()) return std::nullopt;
  char32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
  }
  return point;
}

// Empty if the row has a character of unknown width, or a sequence other than styles.
std::optional<std::vector<StyledCell>> cells_of(std::string_view row) {
  std::vector<StyledCell> cells;
  StyleState style;
  std::string style_text;
  int column = 0;
  while (!row.empty()) {
    if (row[0] == '\x1b') {
      const std::size_t end = row.find_first_not_of("0123456789;", 2);
      if (row.size() < 3 || row[1] != '[' || end == std::string_view::npos || row[end] != 'm') {
        return std::nullopt;
      }
      style.apply(row.substr(2, end - 2));
      style_text = style.text();
      row.remove_prefix(end + 1);
      continue;
    }
    std::size_t length = 0;
    const auto point = first_point(row, length);
    const int width = point ? certain_width(*point) : 0;
    if (width == 0) return std::nullopt;
    cells.push_back({style_text, row.substr(0, length), column});
    column += width;
    row.remove_prefix(length);
  }
  return cells;
}

std::string move_to(int row, int column) {
  return "\x1b[" + std::to_string(row + 1) + ';' + std::to_string(column + 1) + 'H';
}

std::string whole_row(int row, std::string_view text) {
  return move_to(row, 0) + std::string(text);
}

// Cells from `first` up to `end`, with no style before and after.
void append_run(std::string& out, const std::vector<StyledCell>& cells, std::size_t first,
                std::size_t end) {
  std::string_view style;
  for (std::size_t i = first; i < end; ++i) {
    if (cells[i].style != style) {
      if (!style.empty()) out += kReset;
      if (!cells[i].style.empty()) out += "\x1b[" + cells[i].style + 'm';
      style = cells[i].style;
    }
    out += cells[i].glyph;
  }
  if (!style.empty()) out += kReset;
}

}  // namespace

std::string row_update(int row, std::string_view before, std::string_view after) {
  assert(row >= 0);
  if (before == after) return {};
  const auto old_cells = cells_of(before);
  const auto new_cells = cells_of(after);
  // Rows of one screen have the same width; other rows are drawn completely.
  if (!old_cells || !new_cells || old_cells->size() != new_cells->size()) {
    return whole_row(row, after);
  }
  constexpr std::size_t kNear = 6;  // a shorter gap costs less than moving the cursor
  std::string out;
  const std::size_t count = new_cells->size();
  const auto changed = [&](std::size_t i) { return !same_look((*old_cells)[i], (*new_cells)[i]); };
  for (std::size_t first = 0; first < count;) {
    if (!changed(first)) {
      ++first;
      continue;
    }
    std::size_t end = first + 1;
    for (std::size_t i = end; i < count && i < end + kNear; ++i) {
      if (changed(i)) end = i + 1;
    }
    out += move_to(row, (*new_cells)[first].column);
    append_run(out, *new_cells, first, end);
    first = end;
  }
  const std::string whole = whole_row(row, after);
  return out.size() < whole.size() ? out : whole;
}

}  // namespace nl
