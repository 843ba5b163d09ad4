#include "terminal/screen_play.h"

#include <iostream>
#include <sstream>

#include "terminal/plain_game.h"
#include "terminal/play.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_game.h"
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

std::string winner_name(const Table& table) {
  const SeatMask left = table.alive();
  return left == 0 ? "" : table.names()[first_seat(left)];
}

}  // namespace

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
    const auto player = [&](Table& table, RecordFile& record, Language language, bool resumed) {
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
    status = play_session(options, console, player);
    farewell = dialogue.take_said();
  }
  std::cout << farewell << std::flush;
  return status;
}

}  // namespace nl
