// A way of searching against `net`, quickly and with settings of one's own: the arena plays what
// the program ships.
//
//   bench_search_match SEATS SEED DEALS [KEY=VALUE...]
//
// One seat searches, the others are `net`; every deal is played from every seat, with the same luck
// of the cards and of every seat's own. Keys: those of search_settings.h, and skip (deals).
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "bots/net.h"
#include "engine/game.h"
#include "engine/memory_sink.h"
#include "search_settings.h"

namespace nl {
namespace {

class Match {
 public:
  Match(int seats, std::uint64_t seed, const Settings& settings)
      : seats_(seats), seed_(seed), settings_(settings) {
    rules_.nope_way = NopeWay::Commit;
  }

  void run(int deals) {
    const int skip = settings_.whole("skip", 0);
    for (int deal = 0; deal < deals; ++deal) {
      double wins = 0;
      for (Seat seat = 0; seat < seats_; ++seat) {
        wins += play(static_cast<std::uint64_t>(deal + skip), seat) == seat;
      }
      const double share = wins / seats_;
      sum_ += share;
      squares_ += share * share;
      if ((deal + 1) % 100 == 0 || deal + 1 == deals) print(deal + 1);
    }
  }

 private:
  Seat play(std::uint64_t deal, Seat searching) {
    SeededSource random(seed_, deal);
    MemorySink told(seats_);
    State s = new_game(rules_, seats_, random, told);
    std::vector<std::unique_ptr<Bot>> bots;
    for (Seat seat = 0; seat < seats_; ++seat) {
      const std::uint64_t own = mix64(mix64(seed_ + 7) + deal * 8 + seat);
      if (seat == searching) {
        bots.push_back(searcher(settings_, own));
      } else {
        bots.push_back(std::make_unique<NetBot>(own));
      }
    }
    while (!s.over()) {
      const Seat seat = next_actor(s);
      const ActionSet choices = legal(rules_, s, seat);
      Action action = choices.nth(0);
      if (choices.size() > 1) {
        const View v = view(rules_, s, told.known(seat), seat, choices);
        const auto start = std::chrono::steady_clock::now();
        action = bots[seat]->act(rules_, v, told.past(seat));
        if (seat == searching) {
          ++decisions_;
          seconds_ +=
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        }
      }
      apply_legal(rules_, s, seat, action, random, told);
    }
    return winner(s);
  }

  void print(int deals) const {
    const double mean = sum_ / deals;
    const double error = 1.96 * std::sqrt(std::max(0.0, squares_ / deals - mean * mean) / deals);
    std::printf("%d deals, %d games: %.2f ± %.2f %%, %.1f decisions a game, %.2f ms each\n", deals,
                deals * seats_, 100 * mean, 100 * error,
                static_cast<double>(decisions_) / (deals * seats_),
                1e3 * seconds_ / static_cast<double>(decisions_));
    std::fflush(stdout);
  }

  Rules rules_ = make_rules(kDefaultPreset);
  int seats_;
  std::uint64_t seed_;
  const Settings& settings_;
  double sum_ = 0, squares_ = 0, seconds_ = 0;
  long decisions_ = 0;
};

}  // namespace
}  // namespace nl

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "expected: bench_search_match SEATS SEED DEALS [KEY=VALUE...]\n");
    return 2;
  }
  const nl::Settings settings(count - 4, arguments + 4);
  nl::Match(std::atoi(arguments[1]), static_cast<std::uint64_t>(std::atoll(arguments[2])), settings)
      .run(std::atoi(arguments[3]));
}
