// Sanitizer for names and chat: Unicode normalization, width, control characters.
#include "names/names.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>

#include "names/confusables.h"

namespace nl {
namespace {

constexpr utf8proc_int32_t kEscape = 0x1B;

// Removes the first code point of the text; drops invalid UTF-8 byte by byte.
bool take_code_point(std::string_view& text, utf8proc_int32_t& point) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto size = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &point);
  text.remove_prefix(size > 0 ? static_cast<std::size_t>(size) : 1);
  return size > 0;
}

void append(std::string& text, utf8proc_int32_t point) {
  utf8proc_uint8_t bytes[4];
  const auto size = utf8proc_encode_char(point, bytes);
  text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

// After an escape character: removes the rest of its sequence, so that no "[31m" remains.
void skip_sequence(std::string_view& text) {
  const char kind = text.empty() ? '\0' : text.front();
  if (kind == '[') {
    const auto end = text.find_first_not_of("0123456789:;<=>?!\"#$%&'()*+,-./ ", 1);
    text.remove_prefix(std::min(text.size(), end == std::string_view::npos ? end : end + 1));
  } else if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
    // A string sequence goes on to its terminator: BEL, or an escape with a backslash.
    const auto end = text.find_first_of("\a\x1b");
    if (end == std::string_view::npos) {
      text = {};
    } else {
      const bool two = text[end] == '\x1b' && end + 1 < text.size();
      text.remove_prefix(end + (two ? 2 : 1));
    }
  } else if (!text.empty() && static_cast<unsigned char>(kind) < 0x80) {
    text.remove_prefix(1);
  }
}

enum class Sort { Shown, Space, Mark, Dropped };

Sort sort_of(utf8proc_int32_t point) {
  // Invisible letters: Hangul fillers, the braille blank.
  for (const utf8proc_int32_t blank : {0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F}) {
    if (point == blank) return Sort::Dropped;
  }
  switch (utf8proc_category(point)) {
    case UTF8PROC_CATEGORY_ZS: return Sort::Space;
    case UTF8PROC_CATEGORY_CC: return point == '\t' || point == '\n' ? Sort::Space : Sort::Dropped;
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return Sort::Dropped;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return Sort::Mark;
    default: return Sort::Shown;
  }
}

std::string composed(const std::string& text) {
  utf8proc_uint8_t* result = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &result,
                   static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  if (size < 0) return text;
  std::string joined(reinterpret_cast<char*>(result), static_cast<std::size_t>(size));
  std::free(result);
  return joined;
}

std::string harmless(std::string_view raw) {
  std::string text;
  utf8proc_int32_t point = 0;
  while (!raw.empty()) {
    if (!take_code_point(raw, point)) continue;
    if (point == kEscape) {
      skip_sequence(raw);
    } else if (sort_of(point) != Sort::Dropped) {
      append(text, point);
    }
  }
  return composed(text);
}

int width(utf8proc_int32_t point) { return std::max(0, utf8proc_charwidth(point)); }

}  // namespace

std::string clean_text(std::string_view raw, int columns) {
  constexpr int kMostMarks = 2;  // per letter: more would smear over other lines
  const std::string safe = harmless(raw);
  std::string_view rest = safe;
  std::string text;
  int used = 0;
  int marks = 0;
  bool space = false;
  utf8proc_int32_t point = 0;
  while (!rest.empty() && take_code_point(rest, point)) {
    const Sort sort = sort_of(point);
    if (sort == Sort::Space) {
      space = !text.empty();
      continue;
    }
    marks = sort == Sort::Mark ? marks + 1 : 0;
    if (marks > kMostMarks || (sort == Sort::Mark && text.empty())) continue;
    if (used + width(point) + (space ? 1 : 0) > columns) break;
    if (space) text += ' ';
    used += width(point) + (space ? 1 : 0);
    space = false;
    append(text, point);
  }
  return text;
}

std::string clean_name(std::string_view raw) { return clean_text(raw, kMaxNameColumns); }

int columns_of(std::string_view text) {
  int sum = 0;
  utf8proc_int32_t point = 0;
  while (!text.empty()) {
    if (take_code_point(text, point)) sum += width(point);
  }
  return sum;
}

std::string padded(std::string_view text, int columns) {
  std::string cut;
  int used = 0;
  utf8proc_int32_t point = 0;
  while (!text.empty()) {
    if (!take_code_point(text, point)) continue;
    if (used + width(point) > columns) break;
    used += width(point);
    append(cut, point);
  }
  return cut + std::string(static_cast<std::size_t>(columns - used), ' ');
}

void make_distinct(std::vector<std::string>& names) {
  std::vector<std::string> seen;
  for (std::string& name : names) {
    const std::string plain = name;
    for (int number = 2; std::find(seen.begin(), seen.end(), skeleton(name)) != seen.end();
         ++number) {
      name = plain + ' ' + std::to_string(number);
    }
    seen.push_back(skeleton(name));
  }
}

}  // namespace nl
