// A tournament: every line-up of a field of agents plays the same deals, each deal in every order
// around the table (seating.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arena/about_log.h"
#include "arena/game_log.h"
#include "arena/sandbox.h"
#include "text/record.h"

namespace nl {

// Participant: a bot by its name, or a program with its own name.
struct Entrant {
  std::string name;
  std::string command{};  // empty: the bot of that name
  int timeout_ms = 5000;
  std::string hash{};     // key of its results (identity.h); of a bot by the plan's rules
  AboutLine about{};      // a submission's own description
  bool sandboxed = true;  // of a program
  bool forked = false;    // its command starts a fork server (fork_server.h)
};

// Bots by name, and programs as NAME=COMMAND or as the folder of a submission (submission.h).
// Throws std::invalid_argument with the expected form. Programs run in a sandbox; only NAME=COMMAND
// can decline it.
std::vector<Entrant> field_of(const std::vector<std::string>& bots,
                              const std::vector<std::string>& programs, int timeout_ms,
                              const Sandbox& sandbox = {});

struct TournamentPlan {
  BoardKey board;
  Rules rules;
  std::vector<Entrant> field;
  std::uint64_t seed = 1;
  std::uint64_t first = 0;    // the number of the first deal
  std::uint64_t deals = 100;  // for each line-up
  Seating seating = Seating::All;
  int threads = 1;
  bool luck = false;    // measure the value of luck in each game (luck.h)
  std::string engine;   // hash to log
  std::string machine;  // machine of the games, whose time measures the decisions
};

// The plan for a kind of game, with an empty field. `house_rules` name the board beside the preset.
TournamentPlan plan_for(const Header& game, const std::vector<std::string>& house_rules);

// Hashes the bots of the field under the plan's rules. Throws std::invalid_argument if one was
// never trained with some of the cards.
void identify_bots(TournamentPlan& plan);

// Throws std::invalid_argument if luck is requested for a game that the critic does not know.
void check_luck(const TournamentPlan& plan);

// All sets of as many agents as there are seats. A field that is too small fills the seats in turn:
// a match, which gives no ratings.
std::vector<std::vector<std::size_t>> lineups(std::size_t field, int seats);

// Every deal of every line-up of the plan, as the log names them.
std::vector<DealKey> deals_of(const TournamentPlan& plan);

// deal 3 of careful,draw
std::string name_of(const DealKey& key);

struct TournamentHooks {
  std::function<void(const DealLine&)> done;  // called one at a time, in the order of the plan
  std::function<bool()> stop;                 // called between deals
};

// Plays the deals that are not in `played` yet. Its reports don't depend on the threads, except for
// decision times. The games of a deal are interleaved with others in an order that depends on the
// secret seed.
void run_tournament(const TournamentPlan& plan, const std::set<DealKey>& played,
                    const TournamentHooks& hooks);

}  // namespace nl
