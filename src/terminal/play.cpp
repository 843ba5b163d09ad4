#include "terminal/play.h"

#include <fstream>

#include "terminal/plain_game.h"
#include "terminal/start_page.h"

namespace nl {
namespace {

class Session {
 public:
  Session(const PlayOptions& options, Console& console, const GamePlayer& player)
      : options_(options),
        console_(console),
        player_(player),
        record_(options.record.empty() ? options.resume : options.record) {}

  void run() {
    if (options_.resume.empty()) {
      choice_ = StartPage(console_, options_).ask_all();
      play_new();
    } else {
      choice_.language = StartPage(console_, options_).ask_language();
      go_on();
    }
    while (ask_yes_or_no(console_, choice_.words(), choice_.words().ui("play_again"))) play_new();
    console_.say(choice_.words().ui("goodbye"));
  }

  const Words& words() const { return choice_.words(); }
  bool in_game() const { return in_game_; }
  bool played() const { return played_; }

 private:
  void play_new() {
    Table table(table_setup(choice_, options_, game_++), steady_now());
    record_.begin();
    console_.say(choice_.words().ui("begins"));
    play(table, false);
  }

  void go_on() {
    std::ifstream file(options_.resume);
    if (!file) throw FileError(options_.resume);
    // A record from elsewhere may not say who sat there.
    TableSetup setup = table_setup(choice_for_resume(), options_, 0);
    Table table = Table::resume(file, setup, steady_now());
    file.close();
    take_over(table);
    if (options_.record.empty() || options_.record == options_.resume) {
      record_.go_on(table.record());
    } else {
      record_.begin();
    }
    console_.say(table.over() ? words().ui("resume_over") : words().ui("resumes"));
    play(table, true);
  }

  GameChoice choice_for_resume() const {
    GameChoice all = choice_;
    all.players = kMaxSeats;
    return all;
  }

  // Another game after this one is of the same kind.
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
    in_game_ = true;
    player_(table, record_, choice_.language, resumed);
    in_game_ = false;
    played_ = true;
  }

  const PlayOptions& options_;
  Console& console_;
  const GamePlayer& player_;
  RecordFile record_;
  GameChoice choice_;
  std::uint64_t game_ = 0;
  bool in_game_ = false;
  bool played_ = false;  // a game was played to its end
};

}  // namespace

int play_session(const PlayOptions& options, Console& console, const GamePlayer& player) {
  Session session(options, console, player);
  try {
    session.run();
  } catch (const Stopped& stopped) {
    const bool kept = session.in_game() && !(options.record.empty() && options.resume.empty());
    console.blank();
    if (kept) {
      const std::string file = options.record.empty() ? options.resume : options.record;
      console.say(session.words().ui("record_kept", {{"file", file}}));
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
  const auto player = [&](Table& table, RecordFile& record, Language language, bool resumed) {
    PlainGame(table, console, record, language, resumed).play();
  };
  const int status = play_session(options, console, player);
  out.flush();
  return status;
}

}  // namespace nl
