// Parser of the tutorial script.
#include "game/lesson.h"

#include <sstream>

#include "text/notation.h"

namespace nl {
namespace {

void fail_at(const std::optional<Difference>& difference) {
  if (difference) throw RecordError(std::to_string(difference->line) + ": " + difference->reason);
}

}  // namespace

Lesson::Lesson(std::string_view script) {
  std::istringstream in{std::string(script)};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty()) read(number, parse_record_line(line));
  }
  fail_at(film_.finish());
  steps_.push_back({.says = std::move(says_)});
}

void Lesson::read(int number, const RecordLine& content) {
  const auto* other = std::get_if<OtherLine>(&content);
  const auto said = other != nullptr ? JsonReader(other->json)["say"].if_text() : std::nullopt;
  if (said) return says_.push_back(*said);
  fail_at(film_.feed(number, content));
  if (const auto* step = std::get_if<Step>(&content)) {
    steps_.push_back({std::exchange(says_, {}), step->seat, step->text});
  }
}

std::span<const Event> Lesson::events(std::size_t beat) const {
  return std::span(film_.events()).first(film_.stills()[beat].events);
}

bool Lesson::expects(std::size_t beat, Action action) const {
  const Still& now = film_.stills()[beat];
  const LessonStep& next = steps_[beat];
  if (next.seat != kPupil) return false;
  return action_text(now.state, kPupil, action) == next.action;
}

}  // namespace nl
