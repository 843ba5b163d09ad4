// What a way of searching wins from `net` in a small game, and what it gives away itself: both
// exactly, but for the looks that its play is the mean of.
//
//   bench_search_small DECK DEAL LOOKS [KEY=VALUE...]        such as SAF 0 16 way=response
//
// Keys: those of search_settings.h. The most that anybody can win from `net` stands beside it.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "arena/sequence_game.h"
#include "arena/small_games.h"
#include "arena/solver.h"
#include "search_settings.h"

namespace nl {
namespace {

// Chances by seat and sequence, as they are asked for while the game is built.
using Answers = std::array<std::vector<double>, 2>;

int run(const SmallGame& game, int looks, const Settings& settings) {
  const auto rules = small_game_rules(game);
  if (!rules) return 2;
  Answers own{std::vector<double>{1.0}, std::vector<double>{1.0}};
  Answers searched = own;
  const SequenceGame courses = sequence_game(*rules, [&](const View& v, Past past) {
    const std::vector<Weighed> choices = weigh(net_network(), *rules, v, past);
    std::vector<double>& mean = searched[v.viewer];
    const std::size_t first = mean.size();
    for (const Weighed& one : choices) {
      own[v.viewer].push_back(one.chance);
      mean.push_back(0);
    }
    for (int i = 0; i < looks; ++i) {
      const auto bot = searcher(settings, mix64(static_cast<std::uint64_t>(i) + 1));
      for (const Weighed& one : looked(*bot, *rules, v, past, choices)) {
        for (std::size_t k = 0; k < choices.size(); ++k) {
          if (choices[k].action == one.action) mean[first + k] += one.chance / looks;
        }
      }
    }
  });
  const auto plan = [&](const Answers& answers, std::size_t seat) {
    return plan_of(courses.trees[seat], answers[seat]);
  };
  Solver solver(courses);
  const auto wins = [&](const Answers& one, const Answers& other) {
    return 50 * (solver.value(plan(one, 0), plan(other, 1)) + 1 -
                 solver.value(plan(other, 0), plan(one, 1)));
  };
  const auto given_away = [&](const Answers& answers) {
    return 50 * (solver.best_response(0, plan(answers, 1)) +
                 solver.best_response(1, plan(answers, 0)) - 1);
  };
  std::printf("%s: wins %.2f %% against net, of %.2f that anybody can; gives away %.2f, net %.2f\n",
              game_name(game).c_str(), wins(searched, own), 50 + given_away(own),
              given_away(searched), given_away(own));
  return 0;
}

}  // namespace
}  // namespace nl

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "expected: bench_search_small DECK DEAL LOOKS [KEY=VALUE...]\n");
    return 2;
  }
  const nl::Settings settings(count - 4, arguments + 4);
  return nl::run({arguments[1], std::atoi(arguments[2])}, std::atoi(arguments[3]), settings);
}
