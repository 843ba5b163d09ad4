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
  bool verifiable = true;  // its games can be replayed: a bot without a clock, known by its hash
  int games = 0;
  int deals = 0;         // over all line-ups
  Estimate strength{};   // points, from wins alone
  Estimate win_share{};  // 0 to 1; every line-up counts the same, however often it played
  Estimate less_luck{};  // the same less what luck was worth, where that was measured
  double mean_place = 0;
  double alpha_rank = 0;
  std::vector<Estimate> wins_from{};  // its part of the games that it or the agent of that row won
  std::vector<bool> has_met{};        // without a match `wins_from` comes from the strengths
  int decisions = 0;
  int illegal = 0;
  int timeouts = 0;
  double p50_micros = 0;
  double p99_micros = 0;
};

// A line-up in which agents sit more than once: it says who is better, and rates nobody.
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
  std::vector<BoardRow> rows;  // the strongest first
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

  // True if shares of wins are over the same fields for all, so that they can be compared.
  bool complete() const { return lineups == all_lineups; }
};

inline constexpr int kBootstraps = 400;

// Bots whose play does not change (their hashes are in the log): where all of them have played, the
// mean of their points is 0, and points of one board can be held against those of another.
inline constexpr std::array<std::string_view, 4> kAnchors{"random", "careful", "counting", "net"};

// One board for each kind of game in the log. A deal that is in the log twice counts once. Agents
// of one name and several hashes are several agents, and called NAME#HASH.
std::vector<Board> boards(const std::vector<DealLine>& log, int bootstraps = kBootstraps);

}  // namespace nl
