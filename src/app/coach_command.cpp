// Subcommands `review` and `puzzle`.
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "coach/puzzle_json.h"
#include "coach/puzzle_maker.h"
#include "coach/recorded_game.h"
#include "coach/review_json.h"
#include "coach/review_text.h"
#include "names/names.h"
#include "table/table_line.h"
#include "terminal/play.h"
#include "terminal/puzzle_player.h"
#include "terminal/replay_screen.h"
#include "terminal/screen_play.h"

namespace nl {
namespace {

struct ReviewOptions {
  std::string file;
  LanguageOption language;
  int game = 1;
  int seat = -1;
  int worlds = 0;
  bool json = false;
};

std::unique_ptr<RecordedGame> game_in(const ReviewOptions& options, const Words& w) {
  std::ifstream file;
  if (options.file != "-") file.open(options.file);
  std::istream& in = options.file == "-" ? std::cin : file;
  if (!in) throw ProgramError(kExitBadInput, w.ui("cannot_open", {{"file", options.file}}));
  try {
    if (auto game = read_recorded_game(in, options.game)) return game;
  } catch (const RecordError& error) {
    throw ProgramError(kExitDifferent,
                       (options.file == "-" ? "" : options.file + ':') + error.what());
  }
  throw ProgramError(kExitBadInput, w.ui("verify_empty", {{"file", options.file}}));
}

Seat seat_in(const ReviewOptions& options, int seats, const Words& w) {
  if (options.seat < 0) return kEveryone;
  if (options.seat < seats) return static_cast<Seat>(options.seat);
  throw ProgramError(kExitBadInput,
                     w.refusal(Refusal::OutOfRange, {{"number", std::to_string(options.seat)},
                                                     {"low", "0"},
                                                     {"high", std::to_string(seats - 1)}}));
}

void review_file(const ReviewOptions& options) {
  const Language language = options.language.language();
  const auto game = game_in(options, words(language));
  const Header& header = game->film.header();
  const Words& w = words(language, wording_of(header.preset));
  const Seat seat = seat_in(options, header.seats, w);
  std::vector<std::string> names = default_names(header.preset, header.seats, language);
  for (const OtherLine& line : game->others) read_names(line, names);
  std::optional<Effort> effort;
  if (options.worlds > 0) effort = Effort{options.worlds, options.worlds};
  const GameReview review = review_game(game->film, effort);
  if (options.json) {
    std::cout << review_json(review, names, seat).dump() << '\n';
    return;
  }
  for (const std::string& line : coach_lines(game->film, review, names, w, seat)) {
    std::cout << line << '\n';
  }
}

struct PuzzleOptions {
  LanguageOption language;
  std::string date;
  bool json = false;
  bool plain = false;
  int make = 0;
  std::string small;
  std::uint64_t seed = 1;
};

void write_puzzle(const Puzzle& puzzle) { std::cout << puzzle_text(puzzle) << std::endl; }

void make_them(const PuzzleOptions& options) {
  if (options.small.empty()) return make_puzzles(options.make, options.seed, write_puzzle);
  if (!puzzle_rules(options.small)) {
    throw ProgramError(kExitBadInput, options.small + ": no small game, such as SSAF(1)");
  }
  make_exact_puzzles(options.small, options.make, options.seed, write_puzzle);
}

Day day_of(const PuzzleOptions& options, const Words& w) {
  if (options.date.empty()) return today();
  if (const auto day = parse_day(options.date)) return *day;
  throw ProgramError(kExitBadInput, w.ui("puzzle_bad_date", {{"text", options.date}}));
}

// Only today's puzzle counts for the streak: other days' puzzles are practice.
void play_it(const PuzzleOptions& options) {
  const Language language = options.language.language();
  const Words& w = words(language);
  const Day day = day_of(options, w);
  if (day == today() && !options.plain && full_screen_possible()) {
    return puzzle_on_screen(default_streak_file(), language);
  }
  catch_interrupts();
  FileInput in(STDIN_FILENO);
  Console console(in, std::cout, isatty(STDOUT_FILENO) != 0);
  console.speak(language);
  const std::string title = w.ui("puzzle_title", {{"date", day_text(day)}});
  const bool right = play_puzzle(console, puzzle_of_day(day), title, language);
  if (day == today()) {
    Streak streak(default_streak_file());
    streak.add(day, right);
    console.say(w.ui("puzzle_streak", {{"number", std::to_string(streak.days(day))}}));
  }
  std::cout << std::flush;
}

void print_it(const PuzzleOptions& options) {
  const Day day = day_of(options, words(options.language.language()));
  std::cout << puzzle_json(puzzle_of_day(day)).dump() << '\n';
}

void puzzle(const PuzzleOptions& options) {
  if (options.make > 0) return make_them(options);
  if (options.json) return print_it(options);
  try {
    play_it(options);
  } catch (const Stopped& stopped) {
    std::cout << std::flush;
    if (stopped.why == Stopped::Why::Quit) return;
    const bool interrupted = stopped.why == Stopped::Why::Interrupted;
    if (!interrupted)
      std::cout << words(options.language.language()).ui("input_ended") << std::endl;
    throw ProgramError(interrupted ? kExitInterrupted : kExitEndOfInput, "");
  }
}

}  // namespace

void play_puzzle_of_today(Language language) {
  PuzzleOptions options;
  options.language.code = std::string(language_code(language));
  puzzle(options);
}

void add_review(CLI::App& program) {
  auto* command = program.add_subcommand(
      "review", "What decided a recorded game: chances, costly moves, luck apart from skill");
  auto options = std::make_shared<ReviewOptions>();
  command->add_option("file", options->file, "a record, - for standard input")->required();
  options->language.add_to(*command);
  command->add_option("--game", options->game, "which game of the file")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seat", options->seat, "the moves and the luck of this seat alone")
      ->check(CLI::Range(0, kMaxSeats - 1));
  command->add_option("--worlds", options->worlds, "how many worlds to look at (default: enough)")
      ->check(CLI::Range(1, 10'000));
  command->add_flag("--json", options->json, "for programs (docs/play/coach.md)");
  command->callback([options] { review_file(*options); });
}

void add_puzzle(CLI::App& program) {
  auto* command = program.add_subcommand(
      "puzzle", "The puzzle of the day: a position with one answer that is clearly best");
  auto options = std::make_shared<PuzzleOptions>();
  options->language.add_to(*command);
  command->add_option("--date", options->date, "of another day: YYYY-MM-DD");
  command->add_flag("--json", options->json, "for programs, with its answer (docs/play/coach.md)");
  command->add_flag("--plain", options->plain, "lines of text instead of a full screen");
  command->add_option("--make", options->make, "makes so many puzzles, a line each")
      ->check(CLI::PositiveNumber);
  command->add_option("--small", options->small,
                      "… from a small game that is solved exactly, such as SSAF(1)");
  command->add_option("--seed", options->seed, "the same seed makes the same puzzles")
      ->capture_default_str();
  command->callback([options] { puzzle(*options); });
}

}  // namespace nl
