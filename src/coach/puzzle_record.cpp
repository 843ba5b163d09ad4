// Header and position of a game that goes on from a puzzle.
#include "coach/puzzle_record.h"

#include "bots/imagined.h"
#include "protocol/room_settings.h"

namespace nl {
namespace {

constexpr std::chrono::milliseconds kWindow{5'000};

Header header_of(const Puzzle& puzzle) {
  const Rules rules = *puzzle_rules(puzzle.game);
  Header header{.rules = rules, .seats = puzzle.world.seats};
  RoomSettings room = settings_for(header, {});
  room.window = kWindow;
  header.rules = room.rules();
  return header;
}

}  // namespace

std::vector<std::string> puzzle_record(const Puzzle& puzzle, std::uint64_t seed) {
  const Header header = header_of(puzzle);
  Stream chance(mix64(seed));
  const State world = imagine(header.rules, view_of(puzzle, header.rules), chance);
  return {record_text(header), record_text(StartPosition{world, puzzle.seat, puzzle.known})};
}

}  // namespace nl
