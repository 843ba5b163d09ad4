// Reader of one game from a file of records.
#include "coach/recorded_game.h"

namespace nl {
namespace {

[[noreturn]] void refuse(int line, const std::string& why) {
  throw RecordError(std::to_string(line) + ": " + why);
}

RecordLine parsed(int line, const std::string& text) {
  try {
    return parse_record_line(text);
  } catch (const RecordError& error) {
    refuse(line, error.what());
  }
}

void check(const std::optional<Difference>& difference) {
  if (difference) refuse(difference->line, difference->reason);
}

}  // namespace

std::unique_ptr<RecordedGame> read_recorded_game(std::istream& in, int number) {
  auto game = std::make_unique<RecordedGame>();
  int games = 0;
  int line = 0;
  for (std::string text; std::getline(in, text);) {
    ++line;
    if (text.empty()) continue;
    const RecordLine content = parsed(line, text);
    if (std::holds_alternative<Header>(content) && ++games > number) break;
    if (games != number) continue;
    if (const auto* other = std::get_if<OtherLine>(&content)) game->others.push_back(*other);
    check(game->film.feed(line, content));
  }
  check(game->film.finish());
  return game->film.stills().empty() ? nullptr : std::move(game);
}

}  // namespace nl
