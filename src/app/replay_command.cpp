// Subcommand `replay`: shows or checks recorded games.
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/options.h"
#include "game/replay.h"
#include "table/table_line.h"
#include "terminal/replay_screen.h"
#include "text/narrator.h"

namespace nl {
namespace {

struct ReplayOptions {
  std::string file;
  LanguageOption language;
  int seat = -1;
  bool check = false;
  bool plain = false;
};

// Prints each event in words, as one seat or everybody sees it.
class FrameWriter {
 public:
  FrameWriter(Language language, Seat viewer) : language_(language), viewer_(viewer) {}

  void operator()(const Event& event, const Replay& replay) {
    const Header& header = replay.header();
    if (event.kind == EventKind::GameStarted) begin(header, replay.others());
    for (const std::string& line : narrator_->tell(event, viewer_, names_)) {
      std::cout << line << '\n';
    }
  }

 private:
  void begin(const Header& header, const std::vector<OtherLine>& others) {
    if (viewer_ != kEveryone && viewer_ >= header.seats) {
      throw ProgramError(kExitBadInput,
                         words(language_).refusal(Refusal::OutOfRange,
                                                  {{"number", std::to_string(viewer_)},
                                                   {"low", "0"},
                                                   {"high", std::to_string(header.seats - 1)}}));
    }
    if (printed_) std::cout << '\n';
    printed_ = true;
    narrator_.emplace(words(language_, wording_of(header.preset)));
    names_ = default_names(header.preset, header.seats, language_);
    for (const OtherLine& line : others) read_names(line, names_);
  }

  Language language_;
  Seat viewer_;
  std::vector<std::string> names_;
  std::optional<Narrator> narrator_;  // of the printed game
  bool printed_ = false;
};

Seat chosen_viewer(const ReplayOptions& options) {
  return options.seat < 0 ? kEveryone : static_cast<Seat>(options.seat);
}

ReplayTotals replay_stream(std::istream& in, const ReplayOptions& options, int& differences) {
  const std::string name = options.file == "-" ? "" : options.file + ':';
  Replay::Tell tell;
  if (!options.check) tell = FrameWriter(options.language.language(), chosen_viewer(options));
  return replay_all(in, tell, [&](const Difference& difference) {
    ++differences;
    std::cerr << name << difference.line << ": " << difference.reason << '\n';
  });
}

ProgramError no_record(const ReplayOptions& options) {
  return {kExitBadInput,
          words(options.language.language()).ui("verify_empty", {{"file", options.file}})};
}

void on_screen(std::istream& in, const ReplayOptions& options) {
  const int status = replay_on_screen(in, options.language.language(), chosen_viewer(options));
  if (status == kNothingToReplay) throw no_record(options);
  if (status != 0) throw ProgramError(status, "");
}

void replay_file(const ReplayOptions& options) {
  std::ifstream file;
  if (options.file != "-") file.open(options.file);
  std::istream& in = options.file == "-" ? std::cin : file;
  if (!in) {
    throw ProgramError(
        kExitBadInput,
        words(options.language.language()).ui("cannot_open", {{"file", options.file}}));
  }
  int differences = 0;
  try {
    if (!options.check && !options.plain && full_screen_possible()) return on_screen(in, options);
    const ReplayTotals totals = replay_stream(in, options, differences);
    if (totals.games == 0) throw no_record(options);
    if (options.check && differences == 0) {
      std::cout << words(options.language.language())
                       .ui("replay_ok", {{"number", std::to_string(totals.games)},
                                         {"lines", std::to_string(totals.lines)}})
                << '\n';
    }
  } catch (const RecordError& error) {
    throw ProgramError(kExitBadInput,
                       (options.file == "-" ? "" : options.file + ':') + error.what());
  }
  if (differences != 0) throw ProgramError(kExitDifferent, "");
}

}  // namespace

void add_replay(CLI::App& program) {
  auto* command = program.add_subcommand(
      "replay", "Steps through a recorded game, tells it in words, or checks it");
  auto options = std::make_shared<ReplayOptions>();
  command->add_option("file", options->file, "a record, - for standard input")->required();
  options->language.add_to(*command);
  command->add_option("--seat", options->seat, "as this seat sees it (default: all cards open)")
      ->check(CLI::Range(0, kMaxSeats - 1));
  command->add_flag("--plain", options->plain, "as lines of text, on a terminal too");
  command->add_flag("--check", options->check,
                    "verifies every line by the rules and tells nothing else");
  command->callback([options] { replay_file(*options); });
}

}  // namespace nl
