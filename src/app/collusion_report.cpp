// Report on help between ladder players.
#include "app/collusion_report.h"

#include <chrono>
#include <iostream>
#include <sstream>

#include "app/options.h"
#include "coach/help_statistics.h"
#include "coach/recorded_game.h"
#include "site/public_archive.h"
#include "text/json_reader.h"
#include "text/record.h"

namespace nl {
namespace {

struct Report {
  int games = 0;
  int unreadable = 0;
  int measured = 0;  // the critic knows only the official base game for three and more
  HelpStatistics pairs{};
};

// Empty if the record is damaged; `store check` gives the reason.
std::unique_ptr<RecordedGame> read_game(const std::string& record) {
  try {
    std::istringstream lines(record);
    return read_recorded_game(lines);
  } catch (const RecordError&) {
    return nullptr;
  }
}

void add_game(Report& report, const std::string& address, const ArchivedGame& game) {
  ++report.games;
  const auto recorded = read_game(game.record);
  if (!recorded) {
    ++report.unreadable;
    return;
  }
  const Header& header = recorded->film.header();
  if (!HelpGiven::measures(header.rules, header.seats)) return;
  ++report.measured;
  report.pairs.add(address, game.ladder, help_in(recorded->film));
}

// The name on the ladder; of a key that left it, the key's first digits.
std::string name_of(const LadderBook& book, const std::string& key) {
  const auto bytes = parse_bytes32(key);
  const LadderRow* row = bytes ? book.find(*bytes) : nullptr;
  return row ? row->name : key.substr(0, 16);
}

void print(const HelpFlag& flag, const LadderBook& book) {
  Json line = {{"from", name_of(book, flag.giver)},
               {"to", name_of(book, flag.receiver)},
               {"mutual", flag.mutual},
               {"help", flag.help},
               {"chance", flag.chance},
               {"games", Json::array()}};
  for (const std::string& address : flag.games) line["games"].push_back("/g/" + address);
  std::cout << line.dump() << '\n';
}

Time days_ago(int days) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<Time>(now - std::chrono::hours(24 * days));
}

}  // namespace

void print_collusion(const CollusionQuestion& question) {
  try {
    const auto documents = open_documents(question.store);
    const PublicArchive archive(*documents);
    Report report;
    archive.games.for_each_rated(days_ago(question.days),
                                 [&](const std::string& address, const ArchivedGame& game) {
                                   add_game(report, address, game);
                                 });
    std::cout << Json{{"rated_games", report.games},
                      {"unreadable", report.unreadable},
                      {"measured", report.measured},
                      {"tests", report.pairs.tests()}}
                     .dump()
              << '\n';
    const auto book = archive.ladder.book();
    for (const HelpFlag& flag : report.pairs.flags(question.alarms)) print(flag, *book);
  } catch (const StoreError& error) {
    throw ProgramError(kExitDifferent, error.what());
  }
}

}  // namespace nl
