// Durations in words: hours, days, seconds left.
#include "terminal/time_words.h"

#include <algorithm>

namespace nl {
namespace {

constexpr Time kInWords = std::chrono::minutes(10);

std::string rounded_up_seconds(Time left) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(std::max(Time{0}, left));
  return std::to_string(seconds.count());
}

}  // namespace

std::string span_words(Time span, const Words& w) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(span).count();
  const auto hours = minutes / 60;
  const auto days = hours / 24;
  const auto number = [](auto n) { return Values{{"number", std::to_string(n)}}; };
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  if (days > 0) add(w.ui("span_days", number(days)));
  if (hours % 24 > 0) add(w.ui("span_hours", number(hours % 24)));
  const bool exact = days == 0 && (minutes % 60 > 0 || hours == 0);
  if (exact) add(w.ui("span_minutes", number(minutes % 60)));
  return text;
}

std::string left_words(Time left, const Words& w) {
  if (left < kInWords) return w.ui("screen_seconds", {{"number", rounded_up_seconds(left)}});
  return w.ui("screen_span", {{"text", span_words(left, w)}});
}

std::string left_sentence(Time left, const Words& w) {
  if (left < kInWords) return w.ui("time_left", {{"number", rounded_up_seconds(left)}});
  return w.ui("span_left", {{"text", span_words(left, w)}});
}

}  // namespace nl
