// Reader of values in a line of text. It collects faults, so that each field is one line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/notation.h"

namespace nl {

using Texts = std::vector<std::string_view>;

inline Texts parts_of(std::string_view text, std::string_view between) {
  Texts parts;
  for (;;) {
    const std::size_t end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + between.size());
  }
}

class FieldReader {
 public:
  int number(std::string_view text, int most) {
    const auto n = parse_number(text, most);
    good_ &= n.has_value();
    return n.value_or(0);
  }
  std::uint8_t byte(std::string_view text, int most) {
    return static_cast<std::uint8_t>(number(text, most));
  }
  double points(std::string_view text) {
    const Texts sides = split(text, ".", 2);
    check(sides[1].size() == 1);
    return (10 * number(sides[0], 100) + number(sides[1], 9)) / 10.0;
  }
  // Exactly this many parts.
  Texts split(std::string_view text, std::string_view between, std::size_t count) {
    Texts parts = parts_of(text, between);
    good_ &= parts.size() == count;
    parts.resize(count);
    return parts;
  }
  // "key=value" without the key.
  std::string_view value(std::string_view text, std::string_view key) {
    const bool is_it = text.starts_with(key) && text.substr(key.size(), 1) == "=";
    good_ &= is_it;
    return is_it ? text.substr(key.size() + 1) : std::string_view();
  }
  void check(bool holds) { good_ &= holds; }
  bool good() const { return good_; }

 private:
  bool good_ = true;
};

}  // namespace nl
