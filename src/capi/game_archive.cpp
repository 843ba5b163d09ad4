// Serialization of a game as bytes.
#include <cstring>
#include <type_traits>

#include "capi/archive.h"
#include "capi/boundary.h"
#include "capi/game.h"

namespace nl::capi {

template <class Archive>
void Game::archive(Archive& a) {
  a.value(header_.preset);
  a.value(header_.expansions);
  a.value(header_.rules);
  a.value(header_.seats);
  a.value(position_.state);
  a.value(position_.known);
  a.value(seed_);
  a.value(number_);
  a.value(random_);
  a.value(choices_);
  a.value(source_);
  a.value(imagined_);
  a.list(events_);
  a.list(history_);
  a.list(outcomes_);
  a.value(waits_);
  a.value(pending_);
  a.value(pending_from_);
  a.value(node_);
}

std::vector<std::uint8_t> Game::save() const {
  Game copy = *this;
  ByteWriter writer;
  copy.archive(writer);
  return writer.finish();
}

Game Game::load(const std::uint8_t* bytes, std::size_t size) {
  ByteReader reader(bytes, size);
  Game game;
  game.archive(reader);
  reader.finish();
  if (check_rules(game.rules(), game.seats()) != RulesFault::None) {
    throw Misuse("a saved game: its rules are no rules");
  }
  return game;
}

}  // namespace nl::capi
