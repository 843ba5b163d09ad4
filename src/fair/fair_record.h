// Generator of fairly dealt records of random games. One program plays all parts of the ceremony,
// so such a record is an example, not evidence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fair/ceremony.h"
#include "game/random_record.h"

namespace nl {

// Origin of each seat's share; seats beyond the list are supplied.
using FairCast = std::vector<ShareStatus>;

// A ceremony in which everything is derived from the seed and the game's number.
FairDeal rehearsed_deal(const Header& header, std::uint64_t seed, std::uint64_t game,
                        const FairCast& cast = {});

struct FairRecordOptions {
  FairCast cast{};
  RecordDetail detail{};
  int forfeit_percent = 0;  // forfeits per 100 steps
};

std::vector<std::string> fair_random_record(const Header& header, std::uint64_t seed,
                                            std::uint64_t game,
                                            const FairRecordOptions& options = {});

}  // namespace nl
