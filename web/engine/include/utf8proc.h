// Subset of utf8proc that cleans names, by the browser's own knowledge of Unicode: its
// tables would be a quarter of a megabyte more to load.
#pragma once

#include <cstddef>
#include <cstdint>

using utf8proc_int32_t = std::int32_t;
using utf8proc_uint8_t = std::uint8_t;
using utf8proc_ssize_t = std::ptrdiff_t;

// As far as names.cpp tells them apart.
enum utf8proc_category_t {
  UTF8PROC_CATEGORY_LO,  // anything that is shown
  UTF8PROC_CATEGORY_ZS,
  UTF8PROC_CATEGORY_CC,
  UTF8PROC_CATEGORY_CF,
  UTF8PROC_CATEGORY_CS,
  UTF8PROC_CATEGORY_CO,
  UTF8PROC_CATEGORY_CN,
  UTF8PROC_CATEGORY_ZL,
  UTF8PROC_CATEGORY_ZP,
  UTF8PROC_CATEGORY_MN,
  UTF8PROC_CATEGORY_MC,
  UTF8PROC_CATEGORY_ME,
};

enum utf8proc_option_t {
  UTF8PROC_STABLE = 1,
  UTF8PROC_COMPAT = 2,
  UTF8PROC_COMPOSE = 4,
  UTF8PROC_DECOMPOSE = 8,
  UTF8PROC_IGNORE = 16,
};

utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* bytes, utf8proc_ssize_t size,
                                  utf8proc_int32_t* point);
utf8proc_ssize_t utf8proc_encode_char(utf8proc_int32_t point, utf8proc_uint8_t* bytes);
utf8proc_category_t utf8proc_category(utf8proc_int32_t point);
int utf8proc_charwidth(utf8proc_int32_t point);
utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t* bytes, utf8proc_ssize_t size,
                              utf8proc_uint8_t** result, utf8proc_option_t options);
