// A leaderboard: what a log says about the agents in one kind of game.
#pragma once

#include <string>
#include <vector>

#include "arena/game_log.h"

namespace nl {

// With its 95 % interval, from a bootstrap over deals.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct BoardRow {
  std::string agent;
  int games = 0;
  Estimate strength{};   // points; the mean of the field is 0
  Estimate win_share{};  // 0 to 1
  double mean_place = 0;
  double alpha_rank = 0;
  std::vector<Estimate> ahead_of{};  // how often it comes in before the agent of that row, 0 to 1
  std::vector<bool> has_met{};       // where it has not, `ahead_of` is what the strengths say
  int decisions = 0;
  int illegal = 0;
  int timeouts = 0;
  double p50_micros = 0;
  double p99_micros = 0;
};

struct Board {
  BoardKey key;
  std::vector<BoardRow> rows;  // the strongest first
  int deals = 0;
  int games = 0;
  std::vector<std::string> engines;  // hashes of the engines that played
};

inline constexpr int kBootstraps = 400;

// One board for each kind of game in the log. A deal that is in the log twice counts once.
std::vector<Board> boards(const std::vector<DealLine>& log, int bootstraps = kBootstraps);

}  // namespace nl
