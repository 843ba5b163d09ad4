// Daily deal of a server that keeps a board: its dates, its names, and the cards that follow from a
// day's secret. The commitment is published before the day, the secret after it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/time.h"
#include "text/bytes.h"
#include "text/record.h"

namespace nl {

inline constexpr int kDailySeats = 4;
inline constexpr Seat kDailySeat = 0;  // of the player
inline constexpr std::string_view kDailyBot = "medium";

// ISO date of the UTC day, such as 2026-11-19.
std::string utc_date(Time wall);
bool is_utc_date(std::string_view text);
// Start of the day.
Time start_of(std::string_view date);
inline constexpr Time kDay{86'400'000};

// One player's attempt at a day's deal. Rooms and records store it as their origin.
struct DailyAttempt {
  std::string date{};
  std::string ticket{};  // 32 hexadecimal digits, drawn by the server for this attempt
};
std::string origin_name(const DailyAttempt& attempt);  // daily-2026-11-19-TICKET
std::optional<DailyAttempt> parse_daily_attempt(std::string_view origin);

// Rules and seats, the same every day.
Header daily_header();
// The commitment: once published, the server can't change the day's cards.
Bytes32 daily_commitment(std::string_view date, const Bytes32& secret);
// Header and deal as lines of a record.
std::vector<std::string> daily_lines(std::string_view date, const Bytes32& secret);

}  // namespace nl
