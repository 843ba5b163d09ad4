// Subcommands `learn` and `stats`.
#include <unistd.h>

#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "names/names.h"
#include "terminal/lesson_player.h"
#include "terminal/play.h"
#include "terminal/player_statistics.h"
#include "terminal/replay_screen.h"
#include "terminal/saved_games.h"
#include "terminal/screen_play.h"

namespace nl {
namespace {

struct HomeFlags {
  LanguageOption language;
  std::string name;
  bool plain = false;
};

// The lesson leads straight to a game.
PlayOptions after_lesson(Language language) {
  PlayOptions options;
  options.language = language;
  use_player_files(options);
  options.online = go_online;
  return options;
}

void learn(const HomeFlags& flags) {
  const Language language = flags.language.language();
  try {
    if (!flags.plain && full_screen_possible()) {
      if (learn_on_screen(language)) play_on_screen(after_lesson(language));
      return;
    }
    catch_interrupts();
    FileInput in(STDIN_FILENO);
    Console console(in, std::cout, isatty(STDOUT_FILENO) != 0);
    const bool learned = learn_plain(console, language);
    std::cout << std::flush;
    if (!learned || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return;
    console.blank();
    play_plain(after_lesson(language), in, std::cout, true);
  } catch (const Stopped& stopped) {
    std::cout << std::flush;
    const bool interrupted = stopped.why == Stopped::Why::Interrupted;
    if (!interrupted) std::cout << words(language).ui("input_ended") << std::endl;
    throw ProgramError(interrupted ? kExitInterrupted : kExitEndOfInput, "");
  }
}

void show_statistics(const HomeFlags& flags) {
  const SavedGames kept(default_games_folder());
  const Lines lines = statistics_lines(statistics_of(kept.all()), clean_name(flags.name),
                                       words(flags.language.language()));
  for (const std::string& line : lines) std::cout << line << '\n';
}

}  // namespace

void add_learn(CLI::App& program) {
  auto* command =
      program.add_subcommand("learn", "How to play: a short first game, with every move explained");
  auto flags = std::make_shared<HomeFlags>();
  flags->language.add_to(*command);
  command->add_flag("--plain", flags->plain, "lines of text instead of a full screen");
  command->callback([flags] { learn(*flags); });
}

void add_stats(CLI::App& program) {
  auto* command =
      program.add_subcommand("stats", "What the games played at this terminal say of the players");
  auto flags = std::make_shared<HomeFlags>();
  flags->language.add_to(*command);
  command->add_option("name", flags->name, "of one player alone");
  command->callback([flags] { show_statistics(*flags); });
}

}  // namespace nl
