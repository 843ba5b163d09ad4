// Leaderboard of one kind of game, computed from a log.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game_log.h"
#include "arena/intervals.h"

namespace nl {

struct BoardRow {
  std::string agent;
  bool verifiable = true;  // replayable: a bot without a clock, identified by its hash
  int games = 0;
  int deals = 0;         // over all line-ups
  Estimate strength{};   // points, from wins only
  Estimate win_share{};  // 0 to 1; line-ups have equal weight
  Estimate less_luck{};  // the same minus luck, if measured
  double mean_place = 0;
  double alpha_rank = 0;
  std::vector<Estimate> wins_from{};  // share of the games that it or the row's agent won
  std::vector<bool> has_met{};        // in a match; otherwise `wins_from` comes from the strengths
  int decisions = 0;
  int illegal = 0;
  int timeouts = 0;
  double p50_micros = 0;
  double p99_micros = 0;
};

// A line-up in which agents sit more than once: it compares two agents, but gives no ratings.
struct MatchRow {
  std::string agent;
  int seats = 0;
  Estimate win_share{};  // of one of its seats
};

struct Match {
  std::vector<MatchRow> rows;
  int deals = 0;
  int games = 0;
};

struct Board {
  BoardKey key;
  std::vector<BoardRow> rows;  // strongest first
  std::vector<Match> matches;
  int deals = 0;
  int games = 0;              // without those of matches
  bool anchored = false;      // 0 points are the mean of the anchors, not of the field
  int lineups = 0;            // number played
  int all_lineups = 0;        // number of all line-ups of these agents
  bool luck_measured = true;  // in every game
  std::vector<std::string> seatings;
  std::vector<std::string> engines;   // hashes of the engines that played
  std::vector<std::string> machines;  // machines of its games, if known

  // True if all shares of wins are over the same fields, so that they can be compared.
  bool complete() const { return lineups == all_lineups; }
};

inline constexpr int kBootstraps = 400;

// Bots that never change (their hashes are in the log): if all of them have played, the mean of
// their points is 0, so that points of different boards are comparable.
inline constexpr std::array<std::string_view, 4> kAnchors{"random", "careful", "counting", "net"};

// One board for each kind of game in the log. Duplicate deals count once. Agents with one name and
// several hashes are different agents, called NAME#HASH.
std::vector<Board> boards(const std::vector<DealLine>& log, int bootstraps = kBootstraps);

}  // namespace nl
