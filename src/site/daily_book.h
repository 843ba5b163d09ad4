// One day's board as a value: attempts at the daily deal, their scores, and the ranking. No I/O and
// no clock. docs/host/daily.md has the rules.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/daily_deal.h"
#include "site/ladder_book.h"

namespace nl {

// Computed by the server from its own record of the game.
struct DailyScore {
  int tenths = 0;  // win chance gained or lost by the player's own moves, in tenths of a point
  int place = 0;   // from 1
};

// Computes a score from a record, which takes seconds. Empty: it can't, or was cancelled.
using ScoreDaily = std::function<std::optional<DailyScore>(const std::string& record,
                                                           const std::function<bool()>& ends)>;

struct DailyRow {
  enum class Stage : std::uint8_t {
    Named,     // has a ticket
    Playing,   // has seen the cards: no other attempt counts
    Finished,  // waits for the score
    Scored,
    Void,     // partly played by others, too late, or scored by another coach version
    Removed,  // removed by the player; only the key stays until the day is over
  };
  LadderKey key{};
  std::string name{};
  std::string ticket{};
  Time said{0};  // time of the player's last statement, by that statement
  Stage stage = Stage::Named;
  DailyScore score{};
  NameLook look{};  // of the name, not stored
};

inline constexpr std::size_t kMostDailyRows = 2'000;

class DailyBook {
 public:
  // `coach`: the version that scores this day.
  DailyBook(std::string date, int coach) : date_(std::move(date)), coach_(coach) {}

  enum class Result : std::uint8_t { Done, BadName, Taken, Stale, Full, Played };
  // Registers a player and returns a ticket: the same one as long as it is unused.
  Result enter(const LadderKey& key, std::string_view name, Time said, Time now,
               const std::string& fresh_ticket);
  // False: there is nothing to remove, or the statement is outdated.
  bool remove(const LadderKey& key, Time said, Time now);
  // True once for each ticket.
  bool start(std::string_view ticket);
  // `counts`: the player gave every answer in person and in time.
  bool finish(std::string_view ticket, bool counts);
  // The score counts if the day's own coach version computed it.
  bool score(std::string_view ticket, const DailyScore& score, int coach);
  bool give_up(std::string_view ticket);  // no score could be computed

  const std::string& date() const { return date_; }
  int coach() const { return coach_; }
  const std::vector<DailyRow>& rows() const { return rows_; }
  const DailyRow* find(const LadderKey& key) const;
  const DailyRow* find_ticket(std::string_view ticket) const;
  // Best first; ties in the order of arrival.
  std::vector<DailyRow> ranked() const;

  std::string text() const;
  static std::optional<DailyBook> parse(std::string_view text);

 private:
  DailyRow* row_of(std::string_view ticket);
  bool is_taken(const NameLook& look, const LadderKey& by) const;
  bool move_on(std::string_view ticket, DailyRow::Stage from, DailyRow::Stage to);

  std::string date_;
  int coach_;
  std::vector<DailyRow> rows_;
};

}  // namespace nl
