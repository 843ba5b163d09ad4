// Choice of an event's wording. It depends on public facts only, so every viewer and every replay
// of a game read the same sentence.
#pragma once

#include <cstddef>
#include <cstdint>

#include "text/bytes.h"

namespace nl {

// Position of one event in a game.
struct Voice {
  std::uint32_t game = 0;  // the game's public number
  int event = 0;           // its number among the public events, from one
};

// The public number of a game with an id: its last four bytes. The rest of the id stays with those
// who may know the address of the stored game.
constexpr std::uint32_t voice_of(const GameId& id) {
  std::uint32_t number = 0;
  for (std::size_t i = id.size() - 4; i < id.size(); ++i) number = number << 8 | id[i];
  return number;
}

// An independent choice at the same event, for a remark on it.
constexpr Voice aside(const Voice& voice) { return {voice.game ^ 0x52454d41U, voice.event}; }

// One of `count` wordings. web/src/words/voice.ts computes the same.
constexpr std::size_t wording_at(const Voice& voice, std::size_t count) {
  std::uint32_t mixed = voice.game ^ (static_cast<std::uint32_t>(voice.event) * 0x9e3779b1U);
  mixed = (mixed ^ (mixed >> 16)) * 0x85ebca6bU;
  mixed = (mixed ^ (mixed >> 13)) * 0xc2b2ae35U;
  return count == 0 ? 0 : (mixed ^ (mixed >> 16)) % count;
}

}  // namespace nl
