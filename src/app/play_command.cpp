// Subcommand `play`: local games in the terminal.
#include <unistd.h>

#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "client/seat_store.h"
#include "names/names.h"
#include "terminal/play.h"
#include "terminal/puzzle_player.h"
#include "terminal/record_file.h"
#include "terminal/replay_screen.h"
#include "terminal/saved_games.h"
#include "terminal/screen_play.h"
#include "text/notation.h"

namespace nl {
namespace {

struct PlayFlags {
  RulesOptions rules;
  LanguageOption language;
  CLI::App* command = nullptr;
  int players = 0;
  std::string bots;
  std::vector<std::string> names;
  std::uint64_t seed = 0;
  double window = 0;
  std::string record;
  std::string resume;
  double bot_pause = 0.6;
  bool plain = false;
  bool verbose = false;

  bool given(const std::string& flag) const { return command->count(flag) != 0; }
};

ProgramError no_such_bot(Language language) {
  std::string allowed = "0.." + std::to_string(kMaxSeats);
  for (const Level& level : bot_levels()) allowed += ' ' + std::string(level.name);
  for (const std::string_view name : bot_names()) allowed += ' ' + std::string(name);
  return {kExitBadInput, words(language).refusal(Refusal::FieldValue,
                                                 {{"field", "--bots"}, {"allowed", allowed}})};
}

// "2" is two bots of the usual kind; "random,careful" names each.
std::vector<std::string> chosen_bots(const std::string& text, Language language) {
  if (text.empty()) return {};
  if (const auto number = parse_number(text, kMaxSeats)) {
    return std::vector<std::string>(static_cast<std::size_t>(*number), std::string(kDefaultBot));
  }
  std::vector<std::string> bots;
  for (const std::string& name : CLI::detail::split(text, ',')) {
    if (!make_bot(name, 0)) throw no_such_bot(language);
    bots.push_back(name);
  }
  return bots;
}

// House rules of the command line applied to any preset and expansions: the start page may choose
// others than the flags did.
Rules rules_for(const PlayFlags& flags, Preset preset, Expansions expansions, Language language) {
  RulesOptions options = flags.rules;
  options.preset = preset_name(preset);
  options.expansions = expansions_name(expansions);
  return chosen_rules(options, language);
}

// A name without a seat is an error.
void check_names(const PlayOptions& options, int players, Language language) {
  if (options.names.size() <= static_cast<std::size_t>(players)) return;
  const Values values = {{"number", std::to_string(options.names.size())},
                         {"high", std::to_string(players)}};
  throw ProgramError(kExitBadInput, words(language).ui("too_many_names", values));
}

// Checks the options before the first question.
void check_seats(const PlayOptions& options, Language language) {
  const GameChoice choice = first_choice(options);
  check_names(options, options.players.value_or(players_offered(choice).high), language);
  if (!options.players || !options.expansions) return;
  const std::string fault = players_fault(choice, *options.players);
  if (!fault.empty()) throw ProgramError(kExitBadInput, fault);
  if (options.bots.size() > static_cast<std::size_t>(*options.players)) {
    const Values values = {{"field", "--bots"},
                           {"allowed", "0.." + std::to_string(*options.players)}};
    throw ProgramError(kExitBadInput, words(language).refusal(Refusal::FieldValue, values));
  }
}

// A bot that was never trained with some cards of the rules is refused if both were named.
void check_bots(const PlayOptions& options, Language language) {
  const Rules rules = first_choice(options).rules;
  for (const std::string& bot : options.bots) {
    if (make_bot(bot, 0)->knows(rules)) continue;
    throw ProgramError(kExitBadInput, words(language).ui("bot_never_met", {{"bot", bot}}));
  }
}

PlayOptions play_options(const PlayFlags& flags) {
  const Language language = flags.language.language();
  PlayOptions options;
  if (flags.given("--lang")) options.language = language;
  if (flags.given("--preset")) options.preset = chosen_preset(flags.rules.preset, language);
  if (flags.given("--expansions")) {
    options.expansions = chosen_expansions(flags.rules.expansions, language);
  }
  if (flags.given("--players")) options.players = flags.players;
  options.names = flags.names;
  options.bots = chosen_bots(flags.bots, language);
  if (flags.given("--seed")) options.seed = flags.seed;
  options.record = flags.record;
  options.resume = flags.resume;
  options.verbose = flags.verbose;
  options.window = Time{static_cast<std::int64_t>(flags.window * 1000)};
  options.bot_pause = Time{static_cast<std::int64_t>(flags.bot_pause * 1000)};
  options.rules = [flags, language](Preset preset, Expansions expansions) {
    return rules_for(flags, preset, expansions, language);
  };
  if (options.resume.empty()) {
    check_seats(options, language);
    check_bots(options, language);
  }
  return options;
}

int play(const PlayFlags& flags) {
  PlayOptions options = play_options(flags);
  const bool is_terminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  if (is_terminal) use_player_files(options);  // games of scripts are not saved
  const Words& w = words(flags.language.language());
  try {
    if (!flags.plain && full_screen_possible()) return play_on_screen(options);
    if (!flags.plain && is_terminal) std::cerr << w.ui("no_full_screen") << '\n';
    catch_interrupts();
    FileInput in(STDIN_FILENO);
    return play_plain(options, in, std::cout, is_terminal);
  } catch (const FileInUse& error) {
    throw ProgramError(kExitBadInput, w.ui("file_in_use", {{"file", error.what()}}));
  } catch (const FileError& error) {
    throw ProgramError(kExitBadInput, w.ui("cannot_open", {{"file", error.what()}}));
  } catch (const RecordError& error) {
    throw ProgramError(kExitBadInput, options.resume + ':' + error.what());
  }
}

}  // namespace

void use_player_files(PlayOptions& options) {
  options.games = default_games_folder();
  options.streak = default_streak_file();
  options.seats = default_seat_folder();
  options.memory = default_memory_file();
  options.online = go_online;
}

void add_play(CLI::App& program) {
  auto* command =
      program.add_subcommand("play", "A game at this terminal (what `ninelives` alone does)");
  auto flags = std::make_shared<PlayFlags>();
  flags->command = command;
  flags->language.add_to(*command);
  flags->rules.add_to(*command);
  command->add_option("--players", flags->players, "how many play, bots too");
  command->add_option("--bots", flags->bots,
                      "how many of them are bots, or which: easy, medium, hard (as in easy,hard)");
  command->add_option("--names", flags->names, "names of the players, in their order")
      ->delimiter(',');
  command->add_option("--seed", flags->seed,
                      "the same cards for the same seed (default: nobody knows)");
  command
      ->add_option("--window", flags->window, "seconds to answer with a Nope (default: no limit)")
      ->check(CLI::Range(0.0, 600.0));
  command->add_option("--record", flags->record, "appends the game to this file as it is played");
  command->add_option("--resume", flags->resume, "goes on with the last game of this file");
  command
      ->add_option("--bot-pause", flags->bot_pause,
                   "seconds that a bot's move stays in sight (default: 0.6)")
      ->check(CLI::Range(0.0, 60.0));
  add_deprecated(*command, "--pace", flags->bot_pause, "--bot-pause")->check(CLI::Range(0.0, 60.0));
  command->add_flag("--plain", flags->plain, "lines of text instead of a full screen");
  command->add_flag("--verbose", flags->verbose,
                    "with --plain: the table and the odds with each question of a turn");
  command->footer(
      "Exit status: 0 played or left by `quit`, 1 the input ended before the game did, "
      "2 bad options or files, 130 Ctrl-C.");
  command->callback([flags] {
    const int status = play(*flags);
    if (status != 0) throw ProgramError(status, "");
  });
}

}  // namespace nl
