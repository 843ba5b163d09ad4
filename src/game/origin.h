// Position of a finished game from which another one plays on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/game.h"

namespace nl {

struct Origin {
  std::string game{};  // the address of the earlier game, or the name of a deal
  int step = 0;        // so many of its steps are played
  // Header, deal or position, and these steps with their outcomes; empty: none.
  std::vector<std::string> lines{};

  bool exists() const { return !lines.empty(); }
  friend bool operator==(const Origin&, const Origin&) = default;
};

// Replays the record under the rules. Empty if it breaks them, is too short, or is over by then.
std::optional<Origin> origin_at(std::string_view record, std::string game, int step);

// The game at that position. Throws std::runtime_error if the lines break the rules.
GameSoFar game_at(const Origin& origin);
Header header_of(const Origin& origin);

// {"origin":{…}}: a record that goes on from another names it.
std::string record_text(const Origin& origin);

}  // namespace nl
