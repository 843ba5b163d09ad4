#pragma once

#include <string_view>

namespace nl {

// lang/en.json and lang/ko.json, compiled in by cmake/embed_lang.cmake.
extern const std::string_view kLangEn, kLangKo;

}  // namespace nl
