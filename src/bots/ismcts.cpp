// Tree search over information sets.
#include "bots/ismcts.h"

#include <cassert>
#include <unordered_map>
#include <vector>

#include "bots/event_number.h"
#include "bots/imagined.h"

namespace nl {
namespace {

// Sends events to the peeks, and hashes each seat's observations.
struct EventHasher {
  static constexpr bool kListens = true;
  Peeks& peeks;
  int seats;
  std::array<std::uint64_t, kMaxSeats> hash{};

  void operator()(const Event& event) {
    peeks(event);
    for (Seat seat = 0; seat < seats; ++seat) {
      const Event shown = redact(event, seat);
      if (shown.kind != EventKind::None) hash[seat] = mix64(hash[seat] + event_number(shown));
    }
  }
};

struct Step {
  std::uint64_t key;
  Action action;
  Seat seat;
};

class Search {
 public:
  Search(const Rules& rules, const View& v, Stream& chance, const SearchStyle& style)
      : rules_(rules), v_(v), chance_(chance), style_(style) {}

  void run(Budget budget) {
    const std::uint64_t seed = std::uint64_t{chance_()} << 32 | chance_();
    const BudgetClock clock(budget);
    for (int done = 0; clock.more(done); ++done) try_once(seed + static_cast<std::uint64_t>(done));
  }
  const Node& root() { return nodes_[root_key(v_.viewer)]; }

 private:
  static std::uint64_t root_key(Seat seat) { return mix64(seat + 1u); }

  void try_once(std::uint64_t seed) {
    State world = imagine(rules_, v_, chance_);
    Peeks peeks;
    peeks.start(v_, world);
    SeededSource random(seed, 1);
    EventHasher told{peeks, v_.seats};
    for (Seat seat = 0; seat < v_.seats; ++seat) told.hash[seat] = root_key(seat);
    // In a window another seat may be asked first; in the tree the viewer answers first.
    path_.clear();
    Seat seat = v_.viewer;
    bool inside = true;
    while (inside && !world.over()) {
      inside = step(world, seat, told, random);
      if (!world.over()) seat = next_actor(world);
    }
    learn(play_out(rules_, world, peeks, random, chance_));
  }

  // One answer inside the tree; false if it added a new node, where the tree ends.
  bool step(State& world, Seat seat, EventHasher& told, SeededSource& random) {
    const bool must_pass = world.top().phase == Phase::Window && world.hands[seat][Card::Nope] == 0;
    bool known = true;
    Action action = word(Verb::Pass);
    if (!must_pass) {
      const Situation at = situation(rules_, world, told.peeks, seat);
      if (at.legal.size() == 1) {
        action = at.legal.nth(0);
      } else {
        const auto [node, added] = nodes_.try_emplace(told.hash[seat]);
        known = !added || path_.empty();
        action = select(node->second, at);
        path_.push_back({told.hash[seat], action, seat});
      }
    }
    apply_legal(rules_, world, seat, action, random, told);
    return known;
  }

  // Deep places are similar: a few represent the rest.
  static bool worth_a_try(const Situation& at, Action action) {
    return !is_one_of(at.frame.phase, phases(Phase::Place, Phase::Bury)) || action.number() <= 5 ||
           action.number() % (at.pile / 4 + 1) == 0;
  }

  Action select(Node& node, const Situation& at) {
    const Action first = counting_choice(at, chance_).action;
    const double share = (1 - style_.trust) / at.legal.size();
    Action chosen = first;
    double most = -1;
    at.legal.for_each([&](Action action) {
      if (action != first && !worth_a_try(at, action)) return;
      Branch& branch = node.branch(action);
      branch.guess = share + (action == first ? style_.trust : 0);
      const double score = node.promise(branch, style_);
      ++branch.available;
      if (score > most) {
        most = score;
        chosen = action;
      }
    });
    return chosen;
  }

  void learn(Seat winner) {
    for (const Step& step : path_) {
      nodes_[step.key].learn(step.action, step.seat == winner);
    }
  }

  const Rules& rules_;
  const View& v_;
  Stream& chance_;
  const SearchStyle& style_;
  std::unordered_map<std::uint64_t, Node> nodes_;
  std::vector<Step> path_;
};

}  // namespace

Action SearchBot::act(const Rules& rules, const View& v, Past) {
  assert(!v.legal.empty());
  tried_.clear();
  if (v.legal.size() == 1) {
    reason_ = {Why::Forced};
    return v.legal.nth(0);
  }
  Search search(rules, v, chance_, style_);
  search.run(budget_);
  tried_ = search.root().tried();
  const Tried& best = most_tried(tried_);
  reason_ = {Why::Searched, best.percent()};
  return best.action;
}

}  // namespace nl
