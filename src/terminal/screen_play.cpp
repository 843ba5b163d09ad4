#include "terminal/screen_play.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include "terminal/plain_game.h"
#include "terminal/play.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_game.h"
#include "terminal/screen_lesson.h"
#include "terminal/screen_replay.h"
#include "terminal/screen_theme.h"
#include "terminal/tty.h"

namespace nl {
namespace {

Stopped::Why why(Stop stop) {
  switch (stop) {
    case Stop::Interrupted: return Stopped::Why::Interrupted;
    case Stop::Closed: return Stopped::Why::EndOfInput;
    default: return Stopped::Why::Quit;
  }
}

// Whoever leaves a page beside the game goes back to where it was opened; other reasons end all.
void leave_unless_quit(Stop stop) {
  if (stop == Stop::Interrupted || stop == Stop::Closed) throw Stopped{why(stop)};
}

std::string winner_name(const Table& table) {
  const SeatMask left = table.alive();
  return left == 0 ? "" : table.names()[first_seat(left)];
}

}  // namespace

void learn_on_screen(Language language) {
  use_colours(!colours_off());
  Tty tty;
  ScreenStage stage(tty);
  ScreenLesson(stage, language).play();
  if (stage.stopped() == Stop::Interrupted) throw Stopped{Stopped::Why::Interrupted};
}

int play_on_screen(const PlayOptions& options) {
  const bool colours = !colours_off();
  use_colours(colours);
  std::ostringstream said;
  std::string farewell;
  int status = kExitPlayed;
  {
    Tty tty;
    ScreenDialogue dialogue(tty, said);
    Console console(dialogue, said, false);
    Surface surface;
    surface.play = [&](Table& table, RecordFile& record, Language language, bool resumed) {
      dialogue.take_said();
      ScreenStage stage(tty);
      ScreenSettings settings{
          .language = language, .pace = options.pace, .animated = !motion_off()};
      settings.keep = [&](const Table& now) { record.save(now.record()); };
      ScreenGame game(stage, table, settings, resumed);
      game.play();
      tty.wipe();
      if (!stage.goes_on()) throw Stopped{why(stage.stopped())};
      dialogue.set_big(winner_name(table));
      console.say(review_lines(table.events(kWatcher), table.names(),
                               words(language, wording_of(table.preset()))));
    };
    surface.replay = [&](const KeptGame& game, Language language) {
      dialogue.take_said();
      std::ifstream record(game.file);
      leave_unless_quit(replay_on(tty, record, language, kEveryone));
    };
    surface.learn = [&](Language language) {
      dialogue.take_said();
      ScreenStage stage(tty);
      ScreenLesson(stage, language).play();
      tty.wipe();
      leave_unless_quit(stage.stopped());
    };
    status = play_session(options, console, surface);
    farewell = dialogue.take_said();
  }
  std::cout << farewell << std::flush;
  return status;
}

}  // namespace nl
