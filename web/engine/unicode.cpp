// Implementation of utf8proc.h by the browser's Unicode functions.
#include <utf8proc.h>

#include <cstdlib>

extern "C" {
// The value of a utf8proc_category_t.
__attribute__((import_module("page"), import_name("category"))) int page_category(int point);
__attribute__((import_module("page"), import_name("width"))) int page_width(int point);
// Writes over the text, which has so much room, and says how long it is then. `form`: 0 for NFC, 1
// for NFKD.
__attribute__((import_module("page"), import_name("normal"))) int page_normal(std::uint8_t* text,
                                                                              int size, int room,
                                                                              int form);
}

namespace {

constexpr utf8proc_ssize_t kNoUtf8 = -3;

// Number of bytes of a character that begins with this one; 0: none begins so.
int length_of(std::uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

// No shorter way to write it, no half of a pair, nothing beyond the last.
bool is_point(utf8proc_int32_t point, int length) {
  constexpr utf8proc_int32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  return point >= kLeast[length] && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
}

}  // namespace

utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* bytes, utf8proc_ssize_t size,
                                  utf8proc_int32_t* point) {
  *point = -1;
  if (size <= 0) return 0;
  const int length = length_of(bytes[0]);
  if (length == 0 || length > size) return kNoUtf8;
  utf8proc_int32_t value = length == 1 ? bytes[0] : bytes[0] & (0x7F >> length);
  for (int i = 1; i < length; ++i) {
    if ((bytes[i] & 0xC0) != 0x80) return kNoUtf8;
    value = value << 6 | (bytes[i] & 0x3F);
  }
  if (!is_point(value, length)) return kNoUtf8;
  *point = value;
  return length;
}

utf8proc_ssize_t utf8proc_encode_char(utf8proc_int32_t point, utf8proc_uint8_t* bytes) {
  if (point < 0x80) {
    bytes[0] = static_cast<utf8proc_uint8_t>(point);
    return 1;
  }
  const int length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (int i = length - 1; i > 0; --i, point >>= 6) {
    bytes[i] = static_cast<utf8proc_uint8_t>(0x80 | (point & 0x3F));
  }
  bytes[0] = static_cast<utf8proc_uint8_t>((0xF00 >> length & 0xFF) | point);
  return length;
}

utf8proc_category_t utf8proc_category(utf8proc_int32_t point) {
  return static_cast<utf8proc_category_t>(page_category(point));
}

int utf8proc_charwidth(utf8proc_int32_t point) { return page_width(point); }

utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t* bytes, utf8proc_ssize_t size,
                              utf8proc_uint8_t** result, utf8proc_option_t options) {
  constexpr utf8proc_ssize_t kMostGrowth = 36;  // one sign can become eighteen letters
  const utf8proc_ssize_t room = size * kMostGrowth + 1;
  *result = static_cast<utf8proc_uint8_t*>(std::malloc(static_cast<std::size_t>(room)));
  for (utf8proc_ssize_t i = 0; i < size; ++i) (*result)[i] = bytes[i];
  return page_normal(*result, static_cast<int>(size), static_cast<int>(room),
                     (options & UTF8PROC_COMPAT) != 0 ? 1 : 0);
}
