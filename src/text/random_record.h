// Records of random games: what the engine plays by itself, for checkers and golden files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/record.h"

namespace nl {

struct RecordDetail {
  bool legal = false;  // each action with all that were open to that seat
  bool full = false;   // the state after each action
};

// The lines of one game of random legal play. The same seed and number give the same game.
std::vector<std::string> random_record(const Header& header, std::uint64_t seed, std::uint64_t game,
                                       RecordDetail detail = {});

}  // namespace nl
