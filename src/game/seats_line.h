// Record line with the players of each seat. Rules and checkers ignore it; continuing a game needs
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "text/record.h"

namespace nl {

struct SeatSetup {
  std::string name;
  std::string bot{};  // empty: a person
};

struct SeatsLine {
  std::vector<SeatSetup> seats{};
  std::optional<std::uint64_t> seed{};   // for a game that can be dealt again
  std::optional<std::uint64_t> game{};   // of that seed
  std::optional<std::uint32_t> voice{};  // the game's public number (text/voice.h)
};

std::string record_text(const SeatsLine& line);

// Fields that the line has; empty if it is another line. Untrusted: names and bots are not checked
// here.
std::optional<SeatsLine> parse_seats_line(const OtherLine& line);

// The game's public number, from this line or from the line of a fair deal.
std::optional<std::uint32_t> parse_voice(const OtherLine& line);

}  // namespace nl
