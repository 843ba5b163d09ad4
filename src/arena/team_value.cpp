// Values of bots against teams: a walk through the whole game, then best responses backwards.
#include "arena/team_value.h"

#include <algorithm>
#include <array>
#include <vector>

#include "arena/listed_chance.h"
#include "arena/sequence_game.h"
#include "arena/solver.h"
#include "bots/bot.h"
#include "bots/event_number.h"
#include "engine/game.h"
#include "engine/games_hash.h"

namespace nl {
namespace {

constexpr int kSeats = 3;
// The team that shares its hands decides as one, after the seats.
constexpr std::size_t kTeam = kSeats;
constexpr std::size_t kDeciders = kSeats + 1;

struct TeamPosition {
  State s;
  Counts undecided;
  KnowledgeSink known{kSeats};
  History seen{};                               // by the bot
  std::array<std::uint64_t, kDeciders> told{};  // since the decider's last sequence, hashed
  std::array<std::uint32_t, kDeciders> sequence{};
};

// End of a game: the chance that it comes to this, without what the team contributes.
struct Ending {
  std::array<std::uint32_t, kDeciders> sequence{};
  double reached = 0;  // by chance and by the bot's answers
  Seat winner = 0;
};

constexpr std::uint64_t after(std::uint64_t told, std::uint64_t number) {
  return mix64(told + number + 0x9E3779B97F4A7C15u);
}

class TellTable {
 public:
  static constexpr bool kListens = true;

  TellTable(TeamPosition& position, Seat bot) : at_(position), bot_(bot) {}
  void operator()(const Event& event) {
    at_.known(event);
    for (Seat seat = 0; seat < kSeats; ++seat) {
      const Event shown = redact(event, seat);
      if (shown.kind == EventKind::None) continue;
      if (seat == bot_) at_.seen.add(shown);
      const std::uint64_t number = event_number(shown);
      at_.told[seat] = after(at_.told[seat], number);
      if (seat != bot_) at_.told[kTeam] = after(at_.told[kTeam], number * kSeats + seat);
    }
  }

 private:
  TeamPosition& at_;
  Seat bot_;
};

// The game in which `seat` is the bot's, from its policy at each of its information sets.
class TeamGame {
 public:
  TeamGame(const std::string& bot, const Rules& rules, Seat seat, int samples)
      : bot_(bot), rules_(rules), seat_(seat), samples_(samples) {
    OutcomeList outcomes;
    do {
      outcomes.restart();
      TeamPosition at;
      ListedChance chance(outcomes, at.undecided);
      TellTable tell(at, seat_);
      at.s = new_game(rules_, kSeats, chance, tell);
      explain_hands(at);
      follow(at, outcomes.probability());
    } while (outcomes.advance());
  }

  std::size_t sets() const {
    return indexes_[seat_].tree().sets.size() + indexes_[kTeam].tree().sets.size();
  }

  double shared() const {
    std::vector<double> wins(indexes_[kTeam].tree().sequences, 0.0);
    for (const Ending& end : ends_) {
      if (end.winner == seat_) wins[end.sequence[kTeam]] += end.reached;
    }
    return least(indexes_[kTeam].tree(), wins, nullptr);
  }

  // Each of the two in turn takes the best plan against the other's, until neither can improve.
  double apart(Stream& chance, int starts) const {
    double best = 1;
    for (int i = 0; i < starts; ++i) {
      std::array<Plan, kSeats> plans;
      for (const std::size_t mate : mates()) plans[mate] = random_plan(mate, chance);
      double last = 2;
      for (double now = 1; now < last - 1e-12;) {
        last = now;
        for (const std::size_t mate : mates()) now = improve(mate, plans);
      }
      best = std::min(best, last);
    }
    return best;
  }

 private:
  std::array<std::size_t, 2> mates() const {
    const std::size_t one = seat_ == 0 ? 1 : 0;
    return {one, kSeats - one - seat_};
  }

  // A seat sees its hand, which no event tells.
  void explain_hands(TeamPosition& at) const {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      for (const std::uint8_t n : at.s.hands[seat].n) {
        at.told[seat] = after(at.told[seat], n);
        if (seat != seat_) at.told[kTeam] = after(at.told[kTeam], n);
      }
    }
  }

  void follow(const TeamPosition& at, double reached) {
    if (at.s.over()) {
      ends_.push_back({at.sequence, reached, winner(at.s)});
      return;
    }
    const Seat seat = next_actor(at.s);
    const ActionSet choices = legal(rules_, at.s, seat);
    const int n = choices.size();
    if (n == 1) return follow_action(at, seat, choices.nth(0), reached);
    const std::uint32_t own = sequence_of(at, seat, n);
    const std::uint32_t team = seat == seat_ ? 0 : sequence_of(at, kTeam, n);
    for (int i = 0; i < n; ++i) {
      const auto place = static_cast<std::uint32_t>(i);
      const double chance = seat == seat_ ? chances_[own + place] : 1;
      if (chance <= 0) continue;
      TeamPosition chosen = at;
      chosen.sequence[seat] = own + place;
      chosen.told[seat] = 0;
      if (seat != seat_) {
        chosen.sequence[kTeam] = team + place;
        chosen.told[kTeam] = 0;
      }
      follow_action(chosen, seat, choices.nth(i), reached * chance);
    }
  }

  void follow_action(const TeamPosition& at, Seat seat, Action action, double reached) {
    OutcomeList outcomes;
    do {
      outcomes.restart();
      TeamPosition next = at;
      ListedChance chance(outcomes, next.undecided);
      TellTable tell(next, seat_);
      apply_legal(rules_, next.s, seat, action, chance, tell);
      follow(next, reached * outcomes.probability());
    } while (outcomes.advance());
  }

  std::uint32_t sequence_of(const TeamPosition& at, std::size_t decider, int actions) {
    return indexes_[decider].first(at.told[decider], at.sequence[decider], actions, [&] {
      if (decider == seat_) ask(at);
    });
  }

  // The bot's policy at a new information set.
  void ask(const TeamPosition& at) {
    const View v = view(rules_, at.s, at.known.seats[seat_], seat_);
    const std::size_t first = chances_.size();
    chances_.resize(first + static_cast<std::size_t>(v.legal.size()), 0.0);
    const std::vector<Weighed> exact = make_bot(bot_, 1)->chances(rules_, v, at.seen);
    for (std::size_t i = 0; i < exact.size(); ++i) chances_[first + i] = exact[i].chance;
    if (!exact.empty()) return;
    for (int i = 0; i < samples_; ++i) {
      const auto seed = mix64(static_cast<std::uint64_t>(i) + 1);
      const Action action = make_bot(bot_, seed)->act(rules_, v, at.seen);
      std::size_t place = 0;
      v.legal.for_each([&](Action other) { place += other.id < action.id; });
      chances_[first + place] += 1.0 / samples_;
    }
  }

  // A mate's best plan against the other mate's; returns the bot's wins then.
  double improve(std::size_t mate, std::array<Plan, kSeats>& plans) const {
    const std::size_t other = kSeats - mate - seat_;
    std::vector<double> wins(indexes_[mate].tree().sequences, 0.0);
    for (const Ending& end : ends_) {
      if (end.winner != seat_) continue;
      wins[end.sequence[mate]] += end.reached * plans[other][end.sequence[other]];
    }
    return least(indexes_[mate].tree(), wins, &plans[mate]);
  }

  // Backwards through the information sets: the fewest wins of the bot, and the plan for it.
  static double least(const SequenceTree& tree, std::vector<double>& wins, Plan* plan) {
    std::vector<std::uint32_t> best(tree.sets.size());
    for (std::size_t i = tree.sets.size(); i-- > 0;) {
      const InfoSet& set = tree.sets[i];
      const auto first = wins.begin() + set.first;
      const auto lowest = std::min_element(first, first + set.actions);
      best[i] = set.first + static_cast<std::uint32_t>(lowest - first);
      wins[set.parent] += *lowest;
    }
    if (plan != nullptr) *plan = pure_plan(tree, best);
    return wins[0];
  }

  static Plan pure_plan(const SequenceTree& tree, const std::vector<std::uint32_t>& chosen) {
    Plan plan(tree.sequences, 0.0);
    plan[0] = 1;
    for (std::size_t i = 0; i < tree.sets.size(); ++i) {
      plan[chosen[i]] = plan[tree.sets[i].parent];
    }
    return plan;
  }

  Plan random_plan(std::size_t mate, Stream& chance) const {
    const SequenceTree& tree = indexes_[mate].tree();
    std::vector<std::uint32_t> chosen;
    for (const InfoSet& set : tree.sets) chosen.push_back(set.first + bounded(chance, set.actions));
    return pure_plan(tree, chosen);
  }

  const std::string& bot_;
  const Rules& rules_;
  Seat seat_;
  int samples_;
  std::array<SequenceIndex, kDeciders> indexes_{};
  std::vector<double> chances_{1.0};  // of the bot's sequences
  std::vector<Ending> ends_;
};

}  // namespace

TeamValue team_value(const std::string& bot, const Rules& rules, const TeamLimits& limits) {
  TeamValue value;
  Stream chance(mix64(1));
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const TeamGame game(bot, rules, seat, limits.samples);
    value.sets += game.sets();
    value.shared += game.shared() / kSeats;
    value.apart_most += game.apart(chance, limits.starts) / kSeats;
  }
  return value;
}

}  // namespace nl
