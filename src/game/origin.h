// Start position of a game, taken from a finished game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace nl {

struct Origin {
  std::string game{};  // the address of the earlier game, or the name of a deal
  int step = 0;        // number of its steps played
  // Header, deal or position, and these steps with their outcomes; empty: none.
  std::vector<std::string> lines{};

  bool exists() const { return !lines.empty(); }
  friend bool operator==(const Origin&, const Origin&) = default;
};

// Replays the record under the rules. Empty if it breaks them, is too short, or is already over.
std::optional<Origin> origin_at(std::string_view record, std::string game, int step);

// The game at that position. Throws std::runtime_error if the lines break the rules.
GameSoFar game_at(const Origin& origin);
Header header_of(const Origin& origin);

// {"origin":{…}}: names the record that this one continues.
std::string record_text(const Origin& origin);

}  // namespace nl
