// Skeletons of names for lookalike detection (Unicode confusables).
#include "names/confusables.h"

#include <utf8proc.h>

#include <cstdlib>
#include <map>

namespace nl {
namespace {

struct Lookalikes {
  char32_t taken_for;
  std::u32string_view letters;
};

// Unicode's list uses other prototypes for some groups; only equality matters.
constexpr Lookalikes kLookalikes[] = {
    {U'a', U"\u0430\u03B1\u0251\u237A"},
    {U'c', U"\u0441\u03F2\u1D04"},
    {U'd', U"\u0501"},
    {U'e', U"\u0435\u04BD\u212E"},
    {U'f', U"\u017F\u0584"},
    {U'g', U"\u0261\u0581\u018D"},
    {U'h', U"\u04BB\u0570"},
    {U'i', U"\u0456\u0131\u03B9\u0269"},
    {U'j', U"\u0458\u03F3"},
    {U'k', U"\u043A\u03BA\u0138"},
    {U'l', U"1I|\u0406\u04C0\u04CF\u0399\u01C0\u2223\u0627"},
    {U'n', U"\u0578\u057C"},
    {U'o', U"\u043E\u03BF\u0585\u03C3\u1D0F"},
    {U'p', U"\u0440\u03C1\u2374"},
    {U'q', U"\u051B\u0563"},
    {U'r', U"\u0433\u1D26"},
    {U's', U"\u0455\uA731"},
    {U't', U"\u0442\u03C4"},
    {U'u', U"\u057D\u03C5\u028B\u1D1C"},
    {U'v', U"\u03BD\u0475\u1D20"},
    {U'w', U"\u051D\u0461\u026F\u1D21"},
    {U'x', U"\u0445\u00D7"},
    {U'y', U"\u0443\u03B3\u04AF"},
    {U'z', U"\u1D22"},
    {U'A', U"\u0410\u0391"},
    {U'B', U"\u0412\u0392"},
    {U'C', U"\u0421\u03F9"},
    {U'E', U"\u0415\u0395"},
    {U'F', U"\u03DC"},
    {U'G', U"\u050C"},
    {U'H', U"\u041D\u0397"},
    {U'J', U"\u0408\u037F"},
    {U'K', U"\u041A\u039A"},
    {U'M', U"\u041C\u039C\u03FA"},
    {U'N', U"\u039D"},
    {U'O', U"0\u041E\u039F\u0555"},
    {U'P', U"\u0420\u03A1"},
    {U'Q', U"\u051A"},
    {U'S', U"\u0405\u054F"},
    {U'T', U"\u0422\u03A4"},
    {U'U', U"\u054D"},
    {U'V', U"\u0474"},
    {U'W', U"\u051C"},
    {U'X', U"\u0425\u03A7"},
    {U'Y', U"\u0423\u03A5\u04AE"},
    {U'Z', U"\u0396"},
    {U'3', U"\u0417\u04E0\u01B7"},
    {U'6', U"\u0431"},
    {U'-', U"\u2010\u2011\u2012\u2013\u2212\u00AD"},
    {U'\'', U"\u2018\u2019\u02BC\u0060\u00B4"},
};

std::map<char32_t, char32_t> lookalike_table() {
  std::map<char32_t, char32_t> table;
  for (const Lookalikes& row : kLookalikes) {
    for (const char32_t letter : row.letters) table[letter] = row.taken_for;
  }
  return table;
}

char32_t taken_for(char32_t letter) {
  static const std::map<char32_t, char32_t> table = lookalike_table();
  const auto found = table.find(letter);
  return found == table.end() ? letter : found->second;
}

// Compatibility decomposition (full-width, mathematical, ligatures), with accents after their
// letters.
std::u32string decomposed(std::string_view name) {
  utf8proc_uint8_t* bytes = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                   static_cast<utf8proc_ssize_t>(name.size()), &bytes,
                   static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                                  UTF8PROC_STABLE | UTF8PROC_IGNORE));
  std::u32string letters;
  if (size < 0) return letters;
  utf8proc_int32_t point = 0;
  for (utf8proc_ssize_t at = 0; at < size;) {
    const auto step = utf8proc_iterate(bytes + at, size - at, &point);
    if (step <= 0) break;
    letters += static_cast<char32_t>(point);
    at += step;
  }
  std::free(bytes);
  return letters;
}

}  // namespace

std::string skeleton(std::string_view name) {
  std::string text;
  for (const char32_t letter : decomposed(name)) {
    utf8proc_uint8_t bytes[4];
    const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(taken_for(letter)), bytes);
    text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  for (std::size_t at = 0; (at = text.find("rn", at)) != std::string::npos;) {
    text.replace(at, 2, "m");
  }
  return text;
}

}  // namespace nl
