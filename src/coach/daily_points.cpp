// Score of a daily deal.
#include "coach/daily_points.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "coach/game_review.h"

namespace nl {
namespace {

bool feed_all(std::string_view record, Film& film) {
  std::istringstream lines{std::string(record)};
  int number = 0;
  try {
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && film.feed(++number, parse_record_line(line))) return false;
    }
  } catch (const RecordError&) {
    return false;
  }
  return !film.finish() && film.over();
}

// The winner is first; the last to die is second.
int place_of(const Film& film, Seat seat) {
  int place = film.header().seats;
  for (const Event& event : film.events()) {
    if (event.kind != EventKind::Died) continue;
    if (event.seat == seat) return place;
    --place;
  }
  return place;
}

}  // namespace

std::optional<DailyPoints> daily_points(std::string_view record, Seat seat,
                                        const std::function<bool()>& ends) {
  struct Ended {};
  Film film;
  if (!feed_all(record, film) || seat >= film.header().seats) return std::nullopt;
  GameReview review;
  try {
    review = review_game(film, {}, [&](std::size_t, std::size_t) {
      if (ends && ends()) throw Ended{};
    });
  } catch (const Ended&) {
    return std::nullopt;
  }
  constexpr double kTenthsOfAll = 1'000.0;
  const double skill = static_cast<double>(review.accounts[seat].skill);
  return DailyPoints{static_cast<int>(std::lround(kTenthsOfAll * skill / kWholeWin)),
                     place_of(film, seat)};
}

}  // namespace nl
