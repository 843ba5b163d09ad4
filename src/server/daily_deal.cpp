// Dates, names and cards of daily deals.
#include "server/daily_deal.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "fair/ceremony.h"
#include "fair/fair_line.h"
#include "fair/fair_source.h"
#include "game/game.h"
#include "protocol/room_settings.h"

namespace nl {
namespace {

constexpr std::string_view kPrefix = "daily-";
constexpr std::size_t kDateLength = 10;
constexpr std::size_t kTicketDigits = 32;

// A ceremony without players: the server's seed is the day's secret.
FairCeremony ceremony(std::string_view date, const Bytes32& secret) {
  const Bytes32 name = sha256({as_bytes("ninelives daily deal\n"), as_bytes(date)});
  GameId game{};
  std::copy_n(name.begin(), game.size(), game.begin());
  FairCeremony one(game, terms_of(daily_header()), kDailySeats, secret);
  one.close_commitments();
  return one;
}

template <class Number>
bool read_digits(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<std::chrono::sys_days> parse_date(std::string_view text) {
  if (text.size() != kDateLength || text[4] != '-' || text[7] != '-') return std::nullopt;
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  const bool read = read_digits(text.substr(0, 4), year) && read_digits(text.substr(5, 2), month) &&
                    read_digits(text.substr(8, 2), day);
  if (!read) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  const std::chrono::sys_days days(date);
  return utc_date(std::chrono::duration_cast<Time>(days.time_since_epoch())) == text
             ? std::optional(days)
             : std::nullopt;
}

}  // namespace

std::string utc_date(Time wall) {
  const std::chrono::sys_days days(std::chrono::floor<std::chrono::days>(wall));
  const std::chrono::year_month_day date(days);
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

bool is_utc_date(std::string_view text) { return parse_date(text).has_value(); }

Time start_of(std::string_view date) {
  const auto days = parse_date(date);
  return days ? std::chrono::duration_cast<Time>(days->time_since_epoch()) : Time{0};
}

std::string origin_name(const DailyAttempt& attempt) {
  return std::string(kPrefix) + attempt.date + '-' + attempt.ticket;
}

std::optional<DailyAttempt> parse_daily_attempt(std::string_view origin) {
  if (!origin.starts_with(kPrefix)) return std::nullopt;
  origin.remove_prefix(kPrefix.size());
  if (origin.size() != kDateLength + 1 + kTicketDigits || origin[kDateLength] != '-') {
    return std::nullopt;
  }
  const std::string_view date = origin.substr(0, kDateLength);
  const std::string_view ticket = origin.substr(kDateLength + 1);
  const bool hex = ticket.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (!hex || !is_utc_date(date)) return std::nullopt;
  return DailyAttempt{std::string(date), std::string(ticket)};
}

Header daily_header() {
  const RoomSettings room{.seats = kDailySeats, .window = std::chrono::milliseconds(5'000)};
  return {room.preset, room.expansions, room.rules(), room.seats};
}

Bytes32 daily_commitment(std::string_view date, const Bytes32& secret) {
  return ceremony(date, secret).server_commitment();
}

std::vector<std::string> daily_lines(std::string_view date, const Bytes32& secret) {
  const Header header = daily_header();
  const FairDeal deal = ceremony(date, secret).finish();
  return Game(header, FairSource(deal), RecordWriter({record_text(header)})).record();
}

}  // namespace nl
