// Score of a daily deal: what a player's own moves were worth, from the record alone.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/seat.h"

namespace nl {

// Version of the coach's figures. Raise it when a review of the same record gives other ones:
// scores of one day are comparable only if one version worked them out.
inline constexpr int kCoachVersion = 1;

struct DailyPoints {
  int tenths = 0;  // win chance gained or lost by the player's own moves, in tenths of a point
  int place = 0;   // from 1
};

// Replays the record under the rules and reviews it, which takes seconds. Empty if it breaks the
// rules, is not over, or `ends` says that nobody wants it any more.
std::optional<DailyPoints> daily_points(std::string_view record, Seat seat,
                                        const std::function<bool()>& ends = {});

}  // namespace nl
