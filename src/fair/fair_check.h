// Verifier of fair records: derives every card from the seeds again, and reports the first
// difference.
#pragma once

#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "fair/ceremony.h"
#include "game/replay.h"

namespace nl {

// A player's own notes from the deal. With them the check proves not only that the seeds match, but
// also that nobody chose this player's cards.
struct PlayerNotes {
  std::optional<Bytes32> server_commitment{};
  std::vector<std::pair<Seat, Bytes32>> shares{};
};

struct NumberedLine {
  int number = 0;
  std::string text;
};

struct FairVerdict {
  std::optional<Difference> difference{};  // empty: every card follows from the seeds
  int shares[3] = {0, 0, 0};               // by ShareStatus
  bool ended = false;
};

// The lines of one game, header first.
FairVerdict check_fair(const std::vector<NumberedLine>& game, const PlayerNotes& written = {});

// Any number of concatenated games; returns the number of lines.
int check_fair_games(std::istream& in, const PlayerNotes& written,
                     const std::function<void(const FairVerdict&)>& judged);

}  // namespace nl
