// Tutorial at a terminal: the pupil's progress, and the texts for both surfaces.
#pragma once

#include "game/lesson.h"
#include "terminal/console.h"
#include "terminal/question.h"
#include "terminal/table_model.h"

namespace nl {

class LessonPlayer {
 public:
  explicit LessonPlayer(Language language);

  const Words& w() const { return w_; }
  bool over() const { return at_ + 1 == lesson_.steps().size(); }
  // The coach's words before the next step, in whole sentences.
  Lines sentences() const;
  // True if the next step is the pupil's, and the question to them.
  bool is_asked() const { return lesson_.steps()[at_].seat == kPupil; }
  Question question() const;
  // Advances the script; at the pupil's step, only with the expected answer.
  void go_on() { ++at_; }
  bool answer(Action action);

  // The table from the pupil's seat, and the events since the previous step in words.
  TableModel table_model() const;
  Lines happened() const;
  Lines log() const;
  Speech speech() const { return table_model().speech(w_); }
  // "Step 3 of 40".
  std::string progress() const;

 private:
  Lines event_lines_from(std::size_t begin) const;

  Lesson lesson_;
  const Words& w_;
  std::vector<std::string> names_;
  std::size_t at_ = 0;
};

// Runs the tutorial as lines of text. `quit` and `back` leave it; throws Stopped at the end of
// input. False: the pupil left before the end.
bool learn_plain(Console& console, Language language);

}  // namespace nl
