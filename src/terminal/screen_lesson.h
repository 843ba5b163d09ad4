// Tutorial on the full screen.
#pragma once

#include "terminal/lesson_player.h"
#include "terminal/parse_line.h"
#include "terminal/screen_stage.h"

namespace nl {

// The scene of the lesson, after `spoken` sentences of the coach.
Scene lesson_scene(const LessonPlayer& player, std::size_t spoken);

class ScreenLesson {
 public:
  ScreenLesson(ScreenStage& stage, Language language) : stage_(stage), player_(language) {}

  // Runs to its end, or until the pupil leaves. The stage reports whether the program must end.
  void play();

 private:
  void listen();
  bool ask();
  std::string shown_for(const Command& command) const;
  void watch();

  ScreenStage& stage_;
  LessonPlayer player_;
};

}  // namespace nl
