// Tutorial script of data/learn.jsonl: a record with `say` lines, keys of lang/ under `learn`,
// between its steps. The pupil has seat 0 and repeats the script's actions. The page plays the same
// script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/film.h"

namespace nl {

inline constexpr Seat kPupil = 0;

// A step of the lesson and the words before it; the last beat has no step. The still of the same
// number is the game before it.
struct LessonStep {
  std::vector<std::string> says{};
  Seat seat = kNoSeat;
  std::string action{};  // in record notation
};

class Lesson {
 public:
  // Throws RecordError if the script is no valid game.
  explicit Lesson(std::string_view script);

  const std::vector<LessonStep>& steps() const { return steps_; }
  const Film& film() const { return film_; }
  const Rules& rules() const { return film_.header().rules; }
  View view(std::size_t beat) const { return film_.stills()[beat].view(rules(), kPupil); }
  // Events before a beat, unredacted for all seats: the words redact them for the pupil.
  std::span<const Event> events(std::size_t beat) const;
  // True if the pupil's answer is the one that the script waits for.
  bool expects(std::size_t beat, Action action) const;

 private:
  void read(int number, const RecordLine& content);

  Film film_;
  std::vector<LessonStep> steps_;
  std::vector<std::string> says_;
};

}  // namespace nl
