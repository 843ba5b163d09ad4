// Simulation of the collusion test: false alarms among honest players, and power against teams.
//
//   bench_collusion honest GAMES SEED [THREADS]    leagues of twelve, four at a table
//   bench_collusion teams  TEAMS SEED [THREADS]    teams of two among two honest players
//
// Honest players differ in strength and style: the trained policy, two rule bots, and up to three
// careless moves in ten. They are bots, so the figures say little about people who play in other
// ways. A team's moves maximize the partner's chance to win, or both chances together, as the
// critic sees them in the true position: it also shares its cards.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "coach/help_statistics.h"
#include "engine/game.h"

namespace nl {
namespace {

constexpr int kSeats = 4;
constexpr int kLeague = 12;
constexpr std::array kWindows{20, 50, 100};
constexpr std::array kLevels{1e-2, 1e-3, 1e-4};
// For power: the test of a ladder on which so many pairs have enough common games.
constexpr double kAlarms = 0.01;
constexpr int kPairs = 1000;

double uniform(Stream& chance) { return chance() / 4294967296.0; }

struct Player {
  std::unique_ptr<Bot> bot;  // null: the trained policy
  double careless = 0;
};

Player honest_player(Stream& chance) {
  constexpr std::array<const char*, 3> kStyles{"", "counting", "careful"};
  const char* style = kStyles[bounded(chance, kStyles.size())];
  Player player{.bot = *style == '\0' ? nullptr : make_bot(style, chance())};
  player.careless = 0.3 * uniform(chance);
  return player;
}

// Two players of a team, by seat.
struct Team {
  double loyalty = 0;      // share of the decisions that serve the team
  bool one_sided = false;  // only the first helps, and gives up its own chances
};

class Table {
 public:
  Table(const Rules& rules, Stream& chance)
      : rules_(rules), judge_(rules, Yardstick::Critic), chance_(chance) {}

  // `team`: of the first two seats.
  HelpGiven play(const std::array<Player*, kSeats>& players, const Team& team) {
    Position at{State{}, KnowledgeSink(kSeats)};
    SeededSource random(std::uint64_t{chance_()} << 32 | chance_(), 0);
    at.state = new_game(rules_, kSeats, random, at.known);
    HelpGiven help(rules_);
    while (!at.state.over()) {
      const Seat seat = next_actor(at.state);
      const ActionSet answers = legal(rules_, at.state, seat);
      Action action = answers.nth(0);
      if (answers.size() > 1) {
        action = choose(at, seat, answers, *players[seat], team);
        help.add(at, seat, action);
      }
      apply_legal(rules_, at.state, seat, action, random, at.known);
    }
    return help;
  }

 private:
  Action choose(const Position& at, Seat seat, const ActionSet& answers, Player& player,
                const Team& team) {
    const Seat partner = seat ^ 1;
    const bool helps = seat < 2 && !(team.one_sided && seat == 1) && at.state.living(partner);
    if (helps && uniform(chance_) < team.loyalty)
      return best_for_team(at, seat, partner, answers, team);
    if (uniform(chance_) < player.careless) {
      return answers.nth(
          static_cast<int>(bounded(chance_, static_cast<std::uint32_t>(answers.size()))));
    }
    const View v = view(rules_, at.state, at.known.seats[seat], seat);
    if (player.bot) return player.bot->act(rules_, v, {});
    double left = uniform(chance_);
    Action last = answers.nth(0);
    for (const Weighed& answer : judge_.strong_play(v)) {
      last = answer.action;
      if ((left -= answer.chance) < 0) break;
    }
    return last;
  }

  Action best_for_team(const Position& at, Seat seat, Seat partner, const ActionSet& answers,
                       const Team& team) {
    Action best = answers.nth(0);
    double most = -1;
    answers.for_each([&](Action action) {
      const Chances chances = judge_.after(at, seat, action, 1);
      const double worth = chances[partner] + (team.one_sided ? 0 : chances[seat]);
      if (worth > most) {
        most = worth;
        best = action;
      }
    });
    return best;
  }

  const Rules& rules_;
  Judge judge_;
  Stream& chance_;
};

// The least likely of a pair's three tests, times three.
double pair_chance(const std::array<HelpMean, 3>& help) {
  double least = 1;
  for (const HelpMean& one : help) least = std::min(least, 3 * one.chance());
  return least;
}

void add(std::array<HelpMean, 3>& pair, const HelpGiven& help, Seat a, Seat b) {
  pair[0].add(help.to(a, b));
  pair[1].add(help.to(b, a));
  pair[2].add(help.to(a, b) + help.to(b, a));
}

struct Alarms {
  std::array<long, kWindows.size()> windows{};
  std::array<std::array<long, kLevels.size()>, kWindows.size()> below{};
};

void honest(int games, std::uint64_t seed, Alarms& alarms) {
  const Rules rules = make_rules(kDefaultPreset);
  Stream chance(mix64(seed));
  Table table(rules, chance);
  std::vector<Player> league;
  for (int i = 0; i < kLeague; ++i) league.push_back(honest_player(chance));
  std::array<std::array<std::array<std::array<HelpMean, 3>, kWindows.size()>, kLeague>, kLeague>
      pairs{};
  std::array<int, kLeague> order{};
  for (int i = 0; i < kLeague; ++i) order[static_cast<std::size_t>(i)] = i;
  for (int game = 0; game < games; ++game) {
    for (std::uint32_t i = 0; i < kSeats; ++i) {
      std::swap(order[i], order[i + bounded(chance, kLeague - i)]);
    }
    std::array<Player*, kSeats> players{};
    for (std::size_t i = 0; i < kSeats; ++i)
      players[i] = &league[static_cast<std::size_t>(order[i])];
    const HelpGiven help = table.play(players, {});
    for (Seat a = 0; a < kSeats; ++a) {
      for (Seat b = 0; b < kSeats; ++b) {
        if (order[a] >= order[b]) continue;
        auto& windows =
            pairs[static_cast<std::size_t>(order[a])][static_cast<std::size_t>(order[b])];
        for (std::size_t w = 0; w < kWindows.size(); ++w) {
          add(windows[w], help, a, b);
          if (windows[w][0].games() < kWindows[w]) continue;
          const double found = pair_chance(windows[w]);
          ++alarms.windows[w];
          for (std::size_t level = 0; level < kLevels.size(); ++level) {
            alarms.below[w][level] += found <= kLevels[level];
          }
          windows[w] = {};
        }
      }
    }
  }
}

constexpr std::array<Team, 3> kTeams{Team{.loyalty = 1}, Team{.loyalty = 0.5},
                                     Team{.loyalty = 1, .one_sided = true}};
constexpr std::array<const char*, 3> kTeamNames{"full", "half-hearted", "one-sided"};

struct Found {
  long teams = 0;
  std::array<long, kWindows.size()> flagged{};
};

void teams(int count, std::uint64_t seed, std::array<Found, 3>& found) {
  const Rules rules = make_rules(kDefaultPreset);
  Stream chance(mix64(seed));
  Table table(rules, chance);
  for (std::size_t kind = 0; kind < kTeams.size(); ++kind) {
    for (int i = 0; i < count; ++i) {
      std::vector<Player> players;
      for (int k = 0; k < kLeague; ++k) players.push_back(honest_player(chance));
      std::array<HelpMean, 3> pair{};
      ++found[kind].teams;
      for (std::size_t w = 0; w < kWindows.size(); ++w) {
        while (pair[0].games() < kWindows[w]) {
          const std::size_t third = 2 + bounded(chance, kLeague - 2);
          const std::size_t fourth = third + 1 < kLeague ? third + 1 : 2;
          const HelpGiven help = table.play(
              {&players[0], &players[1], &players[third], &players[fourth]}, kTeams[kind]);
          add(pair, help, 0, 1);
        }
        found[kind].flagged[w] += pair_chance(pair) * kPairs <= kAlarms;
      }
    }
  }
}

// Runs `work(share, seed)` on each thread.
template <class Work>
void on_threads(int all, int threads, std::uint64_t seed, Work work) {
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back(work, all / threads, seed * 1000 + static_cast<std::uint64_t>(i), i);
  }
  for (std::thread& one : running) one.join();
}

void print_honest(const std::vector<Alarms>& parts) {
  std::printf("common games   pairs   flagged at 10^-2, 10^-3, 10^-4 a pair\n");
  for (std::size_t w = 0; w < kWindows.size(); ++w) {
    long windows = 0;
    std::array<long, kLevels.size()> below{};
    for (const Alarms& part : parts) {
      windows += part.windows[w];
      for (std::size_t level = 0; level < kLevels.size(); ++level)
        below[level] += part.below[w][level];
    }
    std::printf("%12d %7ld   %ld, %ld, %ld\n", kWindows[w], windows, below[0], below[1], below[2]);
  }
}

void print_teams(const std::vector<std::array<Found, 3>>& parts) {
  std::printf("team           teams   flagged after 20, 50, 100 common games\n");
  for (std::size_t kind = 0; kind < kTeams.size(); ++kind) {
    Found sum;
    for (const auto& part : parts) {
      sum.teams += part[kind].teams;
      for (std::size_t w = 0; w < kWindows.size(); ++w) sum.flagged[w] += part[kind].flagged[w];
    }
    std::printf("%-12s %7ld   %ld, %ld, %ld\n", kTeamNames[kind], sum.teams, sum.flagged[0],
                sum.flagged[1], sum.flagged[2]);
  }
}

int run(int count, const char** words) {
  if (count < 4) {
    std::fprintf(stderr, "usage: bench_collusion honest|teams COUNT SEED [THREADS]\n");
    return 2;
  }
  const int all = std::atoi(words[2]);
  const std::uint64_t seed = std::strtoull(words[3], nullptr, 10);
  const int threads = count > 4 ? std::atoi(words[4]) : 2;
  if (std::strcmp(words[1], "honest") == 0) {
    std::vector<Alarms> parts(static_cast<std::size_t>(threads));
    on_threads(all, threads, seed, [&](int share, std::uint64_t own, int i) {
      honest(share, own, parts[static_cast<std::size_t>(i)]);
    });
    print_honest(parts);
  } else {
    std::vector<std::array<Found, 3>> parts(static_cast<std::size_t>(threads));
    on_threads(all, threads, seed, [&](int share, std::uint64_t own, int i) {
      teams(share, own, parts[static_cast<std::size_t>(i)]);
    });
    print_teams(parts);
  }
  return 0;
}

}  // namespace
}  // namespace nl

int main(int count, const char** words) { return nl::run(count, words); }
