// Local session in plain mode.
#include "terminal/play.h"

#include <fstream>
#include <sstream>

#include "game/game_statistics.h"
#include "terminal/command.h"
#include "terminal/home.h"
#include "terminal/lesson_player.h"
#include "terminal/main_menu.h"
#include "terminal/parse_line.h"
#include "terminal/plain_game.h"
#include "terminal/record_lines.h"
#include "terminal/session_score.h"
#include "terminal/start_page.h"

namespace nl {
namespace {

class Session {
 public:
  Session(const PlayOptions& options, Console& console, const Surface& surface)
      : options_(options),
        console_(console),
        surface_(surface),
        home_(console, options, surface),
        menu_(console, options, surface, home_),
        record_(options.record.empty() ? options.resume : options.record) {}

  void run() {
    if (options_.resume.empty()) {
      start();
    } else {
      choice_.language = StartPage(console_, options_, home_, menu_).ask_language();
      go_on();
    }
    while (plays_another()) {
    }
    console_.say(choice_.words().ui("goodbye"));
  }

  const Words& words() const { return choice_.words(); }
  bool in_game() const { return in_game_; }
  bool played() const { return played_; }
  bool is_kept() const { return !saved_file_.empty(); }

 private:
  void start() {
    StartPage page(console_, options_, home_, menu_);
    choice_ = page.ask_all();
    if (home_.chosen()) return go_on_with(*home_.chosen());
    const bool asked = !options_.language || !options_.expansions || !options_.players;
    if (asked && !page.plays_now()) home_.introduce(choice_);
    play_new();
  }

  // Yes (1), no (2), or another entry of the menu. The result stays on the screen meanwhile.
  bool plays_another() {
    console_.keep_page();
    for (bool first = true;; first = false) {
      if (!first) console_.show_page_again();
      console_.say(words().ui("play_again"));
      console_.say("1. " + words().ui("yes"));
      console_.say("2. " + words().ui("no"));
      console_.say(home_.after_items(choice_));
      const std::string line = console_.read_line();
      const auto number = read_number(line);
      if (number == 2) return false;
      const Home::Did did = home_.after_game(line, choice_, saved_file_);
      if (did == Home::Did::All) continue;
      if (did == Home::Did::Leaves) {
        choice_ = StartPage(console_, options_, home_, menu_).ask_again(choice_);
      } else if (number != 1) {
        switch (read_command(line).kind) {
          case Command::Verb::Quit: return false;
          case Command::Verb::Back: break;
          case Command::Verb::Help: console_.say(words().ui("after_game_help")); break;
          default: console_.say(home_.wrong_after_game(choice_)); break;
        }
        continue;
      }
      play_new();
      return true;
    }
  }

  void play_new() {
    Table table(table_setup(choice_, options_, game_++), steady_now());
    choice_.seed.reset();
    record_.begin();
    saved_file_ = home_.saved_games().new_file();
    record_.keep_beside(saved_file_);
    console_.say(choice_.words().ui("begins"));
    play(table, false);
  }

  // A foreign record may lack the players.
  Table resumed(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw FileError(path);
    return Table::resume(file, table_setup(choice_for_resume(), options_, 0), steady_now());
  }

  // Two programs with one game would overwrite each other's moves.
  static FileLock lock_of(const std::string& path) {
    FileLock lock(path);
    if (lock.is_locked_elsewhere()) throw FileInUse(path);
    return lock;
  }

  void go_on() {
    lock_ = lock_of(options_.resume);
    Table table = resumed(options_.resume);
    take_over(table);
    if (options_.record.empty() || options_.record == options_.resume) {
      record_.go_on(table.record());
    } else {
      record_.begin();
    }
    console_.say(table.over() ? words().ui("resume_over") : words().ui("resumes"));
    play(table, true);
  }

  void go_on_with(const SavedGame& game) {
    lock_ = lock_of(game.file);
    Table table = resumed(game.file);
    take_over(table);
    record_.begin();
    saved_file_ = game.file;
    record_.keep_beside(saved_file_, table.record());
    console_.say(words().ui("resumes"));
    play(table, true);
  }

  GameChoice choice_for_resume() const {
    GameChoice all = choice_;
    all.players = kMaxSeats;
    return all;
  }

  // The next game has the same settings.
  void take_over(const Table& table) {
    choice_.preset = table.preset();
    choice_.expansions = table.expansions();
    choice_.rules = table.rules();
    choice_.players = table.seats();
    choice_.names.assign(table.names().begin(), table.names().end());
    choice_.bots.clear();
    for (Seat seat = 0; seat < table.seats(); ++seat) {
      if (table.is_bot(seat)) choice_.bots.push_back(table.bot_name(seat));
    }
  }

  void play(Table& table, bool resumed) {
    const bool was_over = table.over();  // a record of a game that was played elsewhere
    in_game_ = true;
    // Continuing a game replaces its file, so the lock is taken again, on the new one.
    lock_ = FileLock();
    lock_ = lock_of(saved_file_.empty() ? options_.resume : saved_file_);
    surface_.play(table, record_, choice_.language, resumed);
    in_game_ = false;
    lock_ = FileLock();
    played_ = true;
    if (was_over) return;
    if (home_.is_open() && table.over()) name_turning_point(table);
    score_.add(table.names(), game_statistics(table.events(kWatcher)).winner);
    const bool asked = preset_row(choice_.preset).manner.settings_asked;
    if (home_.is_open() || (asked && score_.games() > 1)) {
      console_.say(score_.lines(words()));
    }
  }

  void name_turning_point(const Table& table) {
    std::istringstream record(record_text(table.record()));
    console_.blank();
    console_.say(turning_point_lines(record, table.names(), words()));
  }

  const PlayOptions& options_;
  Console& console_;
  const Surface& surface_;
  Home home_;
  MainMenu menu_;
  RecordFile record_;
  std::string saved_file_;  // of the running game; empty: none
  FileLock lock_;           // lock on its file
  SessionScore score_;
  GameChoice choice_;
  std::uint64_t game_ = 0;
  bool in_game_ = false;
  bool played_ = false;  // a game was played to its end
};

// With all cards open: the game is over.
void tell(const SavedGame& game, Console& console, Language language) {
  std::vector<std::string> names;
  for (const SeatSetup& seat : game.seats) names.push_back(seat.name);
  std::ifstream in(game.file);
  console.blank();
  console.say(replay_lines(in, names, words(language, wording_of(game.header.preset))));
  console.blank();
}

}  // namespace

int play_session(const PlayOptions& options, Console& console, const Surface& surface) {
  Session session(options, console, surface);
  try {
    session.run();
  } catch (const Stopped& stopped) {
    const bool kept = session.in_game() && !(options.record.empty() && options.resume.empty());
    console.blank();
    if (stopped.why == Stopped::Why::EndOfInput) console.say(session.words().ui("input_ended"));
    if (kept) {
      const std::string file = options.record.empty() ? options.resume : options.record;
      console.say(session.words().ui("record_kept", {{"file", file}}));
    } else if (session.in_game() && session.is_kept()) {
      console.say(session.words().ui("game_kept"));
    }
    if (stopped.why == Stopped::Why::Interrupted) return kExitInterrupted;
    const bool cut_off = session.in_game() || !session.played();
    const bool ended = stopped.why == Stopped::Why::EndOfInput;
    return ended && cut_off ? kExitEndOfInput : kExitPlayed;
  }
  return kExitPlayed;
}

int play_plain(const PlayOptions& options, Input& in, std::ostream& out, bool is_terminal) {
  Console console(in, out, is_terminal);
  console.be_verbose(options.verbose);
  Surface surface;
  surface.play = [&](Table& table, RecordFile& record, Language language, bool resumed) {
    PlainHotSeat(table, console, record, language, resumed).play();
  };
  surface.replay = [&](const SavedGame& game, Language language) { tell(game, console, language); };
  surface.learn = [&](Language language) { learn_plain(console, language); };
  surface.online = options.online;
  const int status = play_session(options, console, surface);
  out.flush();
  return status;
}

}  // namespace nl
