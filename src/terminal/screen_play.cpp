// Local session on the full screen.
#include "terminal/screen_play.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include "terminal/plain_game.h"
#include "terminal/play.h"
#include "terminal/puzzle_player.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_game.h"
#include "terminal/screen_lesson.h"
#include "terminal/screen_replay.h"
#include "terminal/screen_surface.h"
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

// Quitting a page beside the game returns to where it was opened; other reasons end the session.
void leave_unless_quit(Stop stop) {
  if (stop == Stop::Interrupted || stop == Stop::Closed) throw Stopped{why(stop)};
}

std::string winner_name(const Table& table) {
  const SeatMask left = table.alive();
  return left == 0 ? "" : table.names()[first_seat(left)];
}

}  // namespace

bool learn_on_screen(Language language) {
  suit_terminal();
  Tty tty;
  ScreenStage stage(tty);
  ScreenLesson(stage, language).play();
  if (stage.stopped() == Stop::Interrupted) throw Stopped{Stopped::Why::Interrupted};
  return stage.goes_on();
}

void puzzle_on_screen(const std::filesystem::path& streak, Language language) {
  suit_terminal();
  std::ostringstream said;
  Tty tty;
  ScreenDialogue dialogue(tty, said);
  Console console(dialogue, said, false);
  console.speak(language);
  play_todays_puzzle(console, streak, language);
  console.say(words(language).ui("home_enter"));
  console.read_line_after_text();
}

Surface screen_surface(Terminal& tty, ScreenDialogue& dialogue, Console& console,
                       const PlayOptions& options) {
  Surface surface;
  surface.play = [&](Table& table, RecordFile& record, Language language, bool resumed) {
    dialogue.take_lines();
    ScreenStage stage(tty);
    const Words& w = words(language, wording_of(table.preset()));
    ScreenSettings settings{
        .language = language, .bot_pause = options.bot_pause, .animated = !motion_off()};
    settings.lively = true;
    settings.farewell = quit_question(record, w);
    settings.keep = [&](const Table& now) { record.save(now.record()); };
    ScreenGame(stage, table, settings, resumed).play();
    tty.wipe();
    if (!stage.goes_on()) throw Stopped{why(stage.stopped())};
    dialogue.set_big(winner_name(table));
    for (const Event& event : table.events(kWatcher)) {
      if (event.kind == EventKind::Won) dialogue.set_head(w.event(event, kWatcher, table.names()));
    }
    console.say(game_statistics_lines(table.events(kWatcher), table.names(), w));
  };
  surface.replay = [&](const SavedGame& game, Language language) {
    dialogue.take_lines();
    std::ifstream record(game.file);
    leave_unless_quit(replay_on(tty, record, language, kEveryone));
  };
  if (options.online) {
    surface.online = [&](const NetWish& wish, Language language) {
      dialogue.take_lines();
      tty.lend([&] { options.online(wish, language); });
    };
  }
  if (!colours_off()) {
    surface.dress = [&](Theme theme) {
      use_theme(theme);
      tty.wipe();
    };
  }
  surface.learn = [&](Language language) {
    dialogue.take_lines();
    ScreenStage stage(tty);
    ScreenLesson(stage, language).play();
    tty.wipe();
    leave_unless_quit(stage.stopped());
  };
  return surface;
}

int play_on_screen(const PlayOptions& options) {
  suit_terminal();
  std::ostringstream said;
  std::string farewell;
  int status = kExitPlayed;
  {
    Tty tty;
    ScreenDialogue dialogue(tty, said);
    Console console(dialogue, said, false);
    status = play_session(options, console, screen_surface(tty, dialogue, console, options));
    farewell = dialogue.take_lines();
  }
  std::cout << farewell << std::flush;
  return status;
}

}  // namespace nl
