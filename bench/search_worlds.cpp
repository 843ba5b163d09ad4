// Benchmark of look-ahead search by the imagined worlds it uses.
// Value of search by the worlds that it draws: would a better belief help?
//
//   bench_search_worlds SEATS SEED SECONDS
//
// `net`'s first policy (data/nets/policy.nlnet) plays itself. At every fourth question each
// promising answer is tried in 128 worlds, as `net+search` does, and the policy's chances are bent
// by what comes out. The gain of the bent chances over the policy's own is measured in the game as
// it truly is: every answer is played on to the end 24 times, with the same luck. The sum over a
// seat's questions in a game is what it would win in points, to first order (the performance
// difference of policies), with far less noise than won and lost games have.
//
// Worlds: dealt evenly; with the others' true hands and the rest dealt; the true one. The last two
// know what no player may, so they bound what any belief can bring.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bots/imagined.h"
#include "bots/net_policy.h"
#include "bots/position_value.h"
#include "engine/game.h"
#include "engine/games_hash.h"

namespace nl {
namespace {

enum class Worlds { Even, TrueHands, Truth };
enum class Until { AskedAgain, End };

constexpr std::array kTemperatures{0.12, 0.06, 0.03, 0.015, 0.004};
constexpr int kWorlds = 128;
constexpr int kTruths = 24;
constexpr int kEvery = 4;
constexpr std::size_t kMostTried = 6;
constexpr double kWorthATry = 0.01;
constexpr int kLongest = 300;

struct Way {
  const char* name;
  Worlds worlds;
  Until until;
  std::array<double, kTemperatures.size()> gain{};
  std::array<double, kTemperatures.size()> square{};
};

// The true hands; kittens where an even deal has put them, the pile's other cards shuffled.
State with_true_hands(const View& v, const State& truth, const State& dealt, Stream& chance) {
  std::vector<Card> rest;
  std::vector<int> places;
  State world = truth;
  for (int i = 0; i < truth.pile_size; ++i) {
    if (v.known.at(i) != kNoCard) continue;
    if (truth.from_top(i) > Card::Imploding) rest.push_back(truth.from_top(i));
    if (dealt.from_top(i) > Card::Imploding) {
      places.push_back(i);
    } else {
      world.from_top(i) = dealt.from_top(i);
    }
  }
  if (places.size() != rest.size()) return truth;
  fisher_yates(chance, rest.data(), static_cast<int>(rest.size()));
  for (std::size_t i = 0; i < places.size(); ++i) world.from_top(places[i]) = rest[i];
  return world;
}

State draw_world(const Rules& rules, const View& v, const State& truth, Worlds kind,
                 Stream& chance) {
  if (kind == Worlds::Truth) return truth;
  const State dealt = imagine(rules, v, chance);
  return kind == Worlds::Even ? dealt : with_true_hands(v, truth, dealt, chance);
}

// The chance to win after an answer, the policy playing for everybody.
double win_after(const Rules& rules, State world, KnowledgeSink known, Seat me, Action action,
                 std::uint64_t luck, Until until) {
  SeededSource random(luck, 0);
  Stream chance(luck);
  apply_legal(rules, world, me, action, random, known);
  for (int i = 0; !world.over() && world.living(me); ++i) {
    const Seat seat = next_actor(world);
    const View seen = view(rules, world, known.seats[seat], seat);
    const bool forced = seen.legal.size() == 1;
    const bool there = until == Until::AskedAgain ? seat == me : i > kLongest;
    if (!forced && there) return critic_chances(rules, world, seen)[me];
    const Action answer =
        forced ? seen.legal.nth(0) : draw(weigh(policy_network(), rules, seen, {}), chance).action;
    apply_legal(rules, world, seat, answer, random, known);
  }
  return world.over() && winner(world) == me ? 1 : 0;
}

std::vector<Weighed> promising(std::vector<Weighed> choices) {
  std::sort(choices.begin(), choices.end(),
            [](const Weighed& a, const Weighed& b) { return a.chance > b.chance; });
  double sum = 0;
  std::size_t count = 0;
  while (count < std::min(choices.size(), kMostTried) &&
         (count == 0 || choices[count].chance >= kWorthATry)) {
    sum += choices[count++].chance;
  }
  choices.resize(count);
  for (Weighed& choice : choices) choice.chance /= sum;
  return choices;
}

class Measurement {
 public:
  Measurement(int seats, std::uint64_t seed, double seconds)
      : seats_(seats), seed_(seed), seconds_(seconds), lots_(mix64(seed)) {
    rules_.nope_way = NopeWay::Commit;
  }

  void run() {
    for (std::uint64_t game = 0; going(); ++game) play(game);
    print();
  }

 private:
  static std::uint64_t luck(Stream& chance) { return std::uint64_t{chance()} << 32 | chance(); }
  bool going() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() <
           seconds_;
  }

  void play(std::uint64_t game) {
    SeededSource random(seed_, game);
    Stream chance(mix64(seed_ + game));
    KnowledgeSink known(seats_);
    State s = new_game(rules_, seats_, random, known);
    while (!s.over() && going()) {
      const Seat seat = next_actor(s);
      const View v = view(rules_, s, known.seats[seat], seat);
      Action action = v.legal.nth(0);
      if (v.legal.size() > 1) {
        const std::vector<Weighed> choices = weigh(policy_network(), rules_, v, {});
        action = draw(choices, chance).action;
        const std::vector<Weighed> tried = promising(choices);
        if (tried.size() > 1 && lots_() % kEvery == 0) measure(s, known, v, tried);
      }
      apply_legal(rules_, s, seat, action, random, known);
    }
    ++games_;
  }

  void measure(const State& s, const KnowledgeSink& known, const View& v,
               const std::vector<Weighed>& tried) {
    ++measured_;
    std::vector<double> truly(tried.size());
    for (int i = 0; i < kTruths; ++i) add(s, known, v, tried, Until::End, truly);
    for (Way& way : ways_) {
      std::vector<double> wins(tried.size());
      for (int i = 0; i < kWorlds; ++i) {
        const State world = draw_world(rules_, v, s, way.worlds, lots_);
        KnowledgeSink minds(v.seats);
        if (way.worlds == Worlds::Truth) minds = known;
        minds.set(v.viewer, v.known);
        add(world, minds, v, tried, way.until, wins);
      }
      count(way, tried, wins, truly);
    }
  }

  void add(const State& world, const KnowledgeSink& known, const View& v,
           const std::vector<Weighed>& tried, Until until, std::vector<double>& wins) {
    const std::uint64_t same = luck(lots_);
    for (std::size_t i = 0; i < tried.size(); ++i) {
      wins[i] += win_after(rules_, world, known, v.viewer, tried[i].action, same, until);
    }
  }

  static void count(Way& way, const std::vector<Weighed>& tried, const std::vector<double>& wins,
                    const std::vector<double>& truly) {
    const double best = *std::max_element(wins.begin(), wins.end());
    for (std::size_t t = 0; t < kTemperatures.size(); ++t) {
      double sum = 0, bent = 0, own = 0;
      for (std::size_t i = 0; i < tried.size(); ++i) {
        const double weight =
            tried[i].chance * std::exp((wins[i] - best) / kWorlds / kTemperatures[t]);
        sum += weight;
        bent += weight * truly[i] / kTruths;
        own += tried[i].chance * truly[i] / kTruths;
      }
      const double gain = bent / sum - own;
      way.gain[t] += gain;
      way.square[t] += gain * gain;
    }
  }

  void print() const {
    const auto n = static_cast<double>(measured_);
    const double questions = kEvery * n / static_cast<double>(games_ * seats_);
    std::printf("%d players, %d questions in %d games; gain of a seat in points, by temperature\n",
                seats_, measured_, games_);
    for (const Way& way : ways_) {
      std::printf("%-24s", way.name);
      for (std::size_t t = 0; t < kTemperatures.size(); ++t) {
        const double mean = way.gain[t] / n;
        const double error = 1.96 * std::sqrt((way.square[t] / n - mean * mean) / n);
        std::printf("  %g: %+.2f ± %.2f", kTemperatures[t], 100 * questions * mean,
                    100 * questions * error);
      }
      std::printf("\n");
    }
  }

  Rules rules_ = make_rules(kDefaultPreset);
  int seats_;
  std::uint64_t seed_;
  double seconds_;
  Stream lots_;
  int games_ = 0;
  int measured_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::array<Way, 6> ways_{{{"even", Worlds::Even, Until::AskedAgain},
                            {"even, to the end", Worlds::Even, Until::End},
                            {"true hands", Worlds::TrueHands, Until::AskedAgain},
                            {"true hands, to the end", Worlds::TrueHands, Until::End},
                            {"the truth", Worlds::Truth, Until::AskedAgain},
                            {"the truth, to the end", Worlds::Truth, Until::End}}};
};

}  // namespace
}  // namespace nl

int main(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "expected: bench_search_worlds SEATS SEED SECONDS\n");
    return 2;
  }
  const auto seed = static_cast<std::uint64_t>(std::atoll(arguments[2]));
  nl::Measurement(std::atoi(arguments[1]), seed, std::atof(arguments[3])).run();
}
