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
  Lines said() const;
  // True if the next step is the pupil's, and the question to them.
  bool is_asked() const { return lesson_.steps()[at_].seat == kPupil; }
  Question question() const;
  // The script goes on; where the pupil is asked, only by the answer that it waits for.
  void go_on() { ++at_; }
  bool answer(Action action);

  // The table through the pupil's eyes; what happened since the step before, in words.
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

// Played as lines of text. Leaves by `quit` and by `back`; throws Stopped where the input ends.
// False: the pupil left before the end.
bool learn_plain(Console& console, Language language);

}  // namespace nl
