// Score of a daily deal: the value of a player's own moves, from the record only.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "engine/seat.h"

namespace nl {

// Version of the coach's figures. Raise it when a review of the same record gives other ones:
// scores are comparable only within one version.
inline constexpr int kCoachVersion = 1;

struct DailyPoints {
  int tenths = 0;  // win chance gained or lost by the player's own moves, in tenths of a point
  int place = 0;   // from 1
};

// Replays the record under the rules and reviews it, which takes seconds. Empty if it breaks the
// rules, is not over, or `ends` cancels it.
std::optional<DailyPoints> daily_points(std::string_view record, Seat seat,
                                        const std::function<bool()>& ends = {});

}  // namespace nl
