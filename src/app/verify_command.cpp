// Subcommand `verify`: fairness check of recorded games.
#include <fstream>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "fair/fair_check.h"

namespace nl {
namespace {

struct VerifyOptions {
  std::string file;
  LanguageOption language;
  std::string commitment;
  std::vector<std::string> shares;
};

Bytes32 written_bytes(const std::string& text, const std::string& option) {
  if (const auto bytes = parse_bytes32(text)) return *bytes;
  throw ProgramError(kExitBadInput, option + ": 64 hexadecimal digits in lower case");
}

PlayerNotes written_down(const VerifyOptions& options) {
  PlayerNotes written;
  if (!options.commitment.empty()) {
    written.server_commitment = written_bytes(options.commitment, "--commitment");
  }
  for (const std::string& share : options.shares) {
    const bool seat = share.size() > 2 && share[0] >= '0' && share[0] < '0' + kMaxSeats;
    if (!seat || share[1] != ':') throw ProgramError(kExitBadInput, "--share: SEAT:DIGITS");
    written.shares.emplace_back(static_cast<Seat>(share[0] - '0'),
                                written_bytes(share.substr(2), "--share"));
  }
  return written;
}

// Number of verified parts, and of parts that no verifier can check.
struct Tally {
  int games = 0;
  int refused = 0;
  int unended = 0;
  int dealt_alone = 0;  // all shares came from the server

  void add(const FairVerdict& verdict) {
    ++games;
    refused += verdict.difference.has_value();
    if (verdict.difference) return;
    unended += !verdict.ended;
    dealt_alone += verdict.shares[static_cast<int>(ShareStatus::Given)] == 0;
  }
};

void print(const Tally& tally, int lines, const Words& w) {
  const auto number = [](int n) { return Values{{"number", std::to_string(n)}}; };
  std::cout << "ok: " << tally.games << " games, " << lines << " lines\n";
  if (tally.unended != 0) std::cout << w.ui("verify_unended", number(tally.unended)) << '\n';
  if (tally.dealt_alone != 0) std::cout << w.ui("verify_alone", number(tally.dealt_alone)) << '\n';
}

void verify_file(const VerifyOptions& options) {
  const Words& w = words(options.language.language());
  const PlayerNotes written = written_down(options);
  std::ifstream file;
  if (options.file != "-") file.open(options.file);
  std::istream& in = options.file == "-" ? std::cin : file;
  if (!in) throw ProgramError(kExitBadInput, w.ui("cannot_open", {{"file", options.file}}));
  Tally tally;
  const int lines = check_fair_games(in, written, [&](const FairVerdict& verdict) {
    tally.add(verdict);
    if (!verdict.difference) return;
    std::cout << options.file << ':' << verdict.difference->line << ": "
              << verdict.difference->reason << '\n';
  });
  if (tally.games == 0) {
    throw ProgramError(kExitBadInput, w.ui("verify_empty", {{"file", options.file}}));
  }
  if (tally.refused != 0) throw ProgramError(kExitDifferent, "");
  print(tally, lines, w);
}

}  // namespace

void add_verify(CLI::App& program) {
  auto* command =
      program.add_subcommand("verify", "Re-derives every card of a network game from its seeds");
  auto options = std::make_shared<VerifyOptions>();
  command->add_option("record", options->file, "a record, - for standard input")->required();
  options->language.add_to(*command);
  command->add_option("--commitment", options->commitment,
                      "what the server committed to, as your client showed it");
  command->add_option("--share", options->shares,
                      "SEAT:DIGITS, the share that you gave, as your client showed it");
  command->callback([options] { verify_file(*options); });
}

}  // namespace nl
