// Random player of whole games.
#include "game/random_record.h"

namespace nl {

std::vector<std::string> random_record(const Header& header, std::uint64_t seed,
                                       std::uint64_t number, RecordDetail detail) {
  Game game(header, SeededSource(seed, number), RecordWriter({record_text(header)}, detail));
  play_at_random(game, Stream(mix64(seed + 1) ^ number));
  return game.record();
}

}  // namespace nl
