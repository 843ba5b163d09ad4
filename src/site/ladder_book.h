// Ladder as a value: its rows and the games that have counted. No I/O and no clock: the caller
// passes the time in. docs/host/ladder.md has the rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/finished_game.h"
#include "site/rating.h"

namespace nl {

using LadderKey = Bytes32;  // the public half of a player's key

// Look of a name, as it is and in small letters: either is enough to be taken for another.
struct NameLook {
  NameLook() = default;
  explicit NameLook(std::string_view name);
  bool is_like(const NameLook& other) const { return plain == other.plain || small == other.small; }
  friend bool operator==(const NameLook&, const NameLook&) = default;

  std::string plain{};
  std::string small{};
};

struct LadderRow {
  LadderKey key{};
  std::string name{};
  Rating rating{};
  int games = 0;
  Time joined{0};
  Time said{0};     // time of its player's last statement, by the statement itself
  Time played{0};   // last; 0: never
  NameLook look{};  // of the name, not stored

  friend bool operator==(const LadderRow&, const LadderRow&) = default;
};

inline constexpr Time kLadderHour{3'600'000};
inline constexpr Time kLadderDay = 24 * kLadderHour;
inline constexpr Time kStatementLife{300'000};          // before and after its own time
inline constexpr Time kIdleRowLife = 180 * kLadderDay;  // without a game
inline constexpr std::size_t kMostLadderRows = 2'000;
// Gains from one opponent are limited: a pair has so many rated games in a day …
inline constexpr int kMostGamesOfAPair = 3;
// … and meet again only after this many other rated games of either player.
inline constexpr std::size_t kGamesBetween = 2;

class LadderBook {
 public:
  enum class Result : std::uint8_t {
    Done,
    BadName,
    Taken,  // the name is taken, or looks like a taken one
    Stale,  // outdated, or not newer than the last statement
    Full,
    Unknown,  // not on the ladder
  };
  // Joins the ladder or changes the name. `said`: the statement's own time.
  Result join(const LadderKey& key, std::string_view name, Time said, Time now);
  Result leave(const LadderKey& key, Time said, Time now);
  // True if it changed the ladder: a repeated game counts once.
  bool count(const FinishedGame& game, Time now);

  const LadderRow* find(const LadderKey& key) const;
  const std::vector<LadderRow>& rows() const { return rows_; }
  // Players with at least one game, strongest first.
  std::vector<LadderRow> ranked() const;
  // Rank of a row that has played, from 1.
  std::ptrdiff_t rank(const LadderRow& row) const;

  std::string text() const;
  // Empty if it is none.
  static std::optional<LadderBook> parse(std::string_view text);
  friend bool operator==(const LadderBook&, const LadderBook&) = default;

 private:
  // Remembers counted games longer than a game may be reported again.
  struct Counted {
    GameId game{};
    Time ended{0};
    std::vector<LadderKey> keys{};
    friend bool operator==(const Counted&, const Counted&) = default;
  };
  // Time of the key's statement to leave: earlier statements can't be replayed.
  struct Gone {
    LadderKey key{};
    Time said{0};
    friend bool operator==(const Gone&, const Gone&) = default;
  };
  LadderRow* row_of(const LadderKey& key);
  bool is_taken(std::string_view name, const LadderKey& by) const;
  Time last_said(const LadderKey& key) const;
  std::vector<Seat> rated_seats(const FinishedGame& game) const;
  bool met_too_often(const std::vector<LadderKey>& keys, Time since) const;
  bool met_lately(const LadderKey& a, const LadderKey& b) const;
  void forget_old(Time now);

  std::vector<LadderRow> rows_;
  std::vector<Counted> counted_;
  std::vector<Gone> gone_;
};

}  // namespace nl
