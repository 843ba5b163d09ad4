// Best-response search against a frozen bot.
#include "bots/best_response_search.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <unordered_map>

#include "bots/budget.h"
#include "bots/event_number.h"
#include "bots/info_tree.h"
#include "engine/determinize.h"
#include "engine/make_view.h"

namespace nl {
namespace {

constexpr int kDefaultTries = 400;
constexpr SearchStyle kStyle{.explore = 0.7, .trust = 0.5, .doubt = 1};
constexpr int kLongestPlayout = 3000;  // careful bots may never end a game
constexpr std::uint64_t kRoot = 1;

// Passes events on, and hashes the events that the searching seat sees.
struct HashingSink {
  static constexpr bool kListens = true;
  MemorySink& minds;
  Seat seat;
  std::uint64_t told = kRoot;

  void operator()(const Event& event) {
    minds(event);
    const Event shown = redact(event, seat);
    if (shown.kind != EventKind::None) told = mix64(told + event_number(shown));
  }
};

class ResponseSearch {
 public:
  ResponseSearch(const Rules& rules, const View& v, Bot& target, Stream& chance, SaidChances& said)
      : rules_(rules), v_(v), target_(target), chance_(chance), said_(said) {}

  void run(int tries, std::span<const Event> told, Past past) {
    const WeighedWorlds drawn =
        PastWorlds(rules_, v_, told, target_, chance_, said_).draw_many(tries);
    std::vector<double> up_to(drawn.weights.size());
    std::partial_sum(drawn.weights.begin(), drawn.weights.end(), up_to.begin());
    const MemorySink minds(v_, past, target_.remembers(rules_));
    for (int i = 0; i < tries; ++i) {
      if (up_to.empty()) {
        try_in({determinize(rules_, v_, chance_), minds});
      } else {
        const double lot = up_to.back() * chance_() / 4294967296.0;
        const auto place = std::upper_bound(up_to.begin(), up_to.end() - 1, lot) - up_to.begin();
        try_in(drawn.worlds[static_cast<std::size_t>(place)]);
      }
    }
  }
  std::vector<Tried> tried() { return nodes_[kRoot].tried(); }

 private:
  struct Chosen {
    std::uint64_t node;
    Action action;
  };

  void try_in(PastWorld world) {
    State& s = world.state;
    SeededSource random(std::uint64_t{chance_()} << 32 | chance_(), 1);
    HashingSink sink{world.minds, v_.viewer};
    path_.clear();
    bool inside = true;
    // In a window another seat may be asked first; in the tree the searching seat answers first.
    Seat seat = v_.viewer;
    for (int answers = 0; answers < kLongestPlayout; ++answers) {
      apply_legal(rules_, s, seat, answer(world, seat, sink.told, inside), random, sink);
      if (s.over() || !s.living(v_.viewer)) break;
      seat = next_actor(s);
    }
    for (const Chosen& chosen : path_) {
      nodes_[chosen.node].learn(chosen.action, winner(s) == v_.viewer);
    }
  }

  // The searching seat plays inside the tree, which ends at the first new node; the target plays
  // everywhere else.
  Action answer(const PastWorld& world, Seat seat, std::uint64_t told, bool& inside) {
    const ActionSet choices = legal(rules_, world.state, seat);
    if (choices.size() == 1) return choices.nth(0);
    const View seen = view(rules_, world.state, world.minds.known(seat), seat);
    const Past past = world.minds.past(seat);
    if (seat != v_.viewer || !inside) return target_.act(rules_, seen, past);
    const auto [node, added] = nodes_.try_emplace(told);
    if (added) expect(node->second, chances_of(target_, rules_, seen, past));
    inside = !added || told == kRoot;
    const Action action = most_promising(node->second);
    path_.push_back({told, action});
    return action;
  }

  // The search starts from the target's policy.
  static void expect(Node& node, const std::vector<Weighed>& chances) {
    const double share = (1 - kStyle.trust) / static_cast<double>(chances.size());
    for (const Weighed& one : chances) {
      node.branch(one.action).guess = share + kStyle.trust * one.chance;
    }
  }

  static Action most_promising(Node& node) {
    const Branch* best = nullptr;
    double most = -1;
    for (Branch& branch : node.branches) {
      const double promise = node.promise(branch, kStyle);
      ++branch.available;
      if (promise <= most) continue;
      most = promise;
      best = &branch;
    }
    return best->action;
  }

  const Rules& rules_;
  const View& v_;
  Bot& target_;
  Stream& chance_;
  SaidChances& said_;
  std::unordered_map<std::uint64_t, Node> nodes_;
  std::vector<Chosen> path_;
};

}  // namespace

// A past that begins during the game continues the earlier events. If the two don't overlap, the
// beginning is lost.
void BestResponseBot::listen(Past past) {
  std::vector<Event> last;
  for (int i = 0; i < kHistory && past.ago(i).kind != EventKind::None; ++i) {
    last.push_back(past.ago(i));
  }
  std::reverse(last.begin(), last.end());
  std::size_t fresh = 0;
  if (!last.empty() && last.front().kind == EventKind::GameStarted) {
    events_.clear();
    fresh = last.size();
  } else {
    const auto meets = [&] {
      const std::size_t common = last.size() - fresh;
      return common <= events_.size() &&
             std::equal(last.begin(), last.end() - static_cast<std::ptrdiff_t>(fresh),
                        events_.end() - static_cast<std::ptrdiff_t>(common));
    };
    while (fresh < last.size() && !meets()) ++fresh;
    if (fresh == last.size()) events_.clear();
  }
  events_.insert(events_.end(), last.end() - static_cast<std::ptrdiff_t>(fresh), last.end());
}

Action BestResponseBot::act(const Rules& rules, const View& v, Past past) {
  assert(!v.legal.empty());
  listen(past);
  if (v.legal.size() == 1) {
    reason_ = {Why::Forced};
    return v.legal.nth(0);
  }
  target_->reseed(std::uint64_t{chance_()} << 32 | chance_());
  ResponseSearch search(rules, v, *target_, chance_, said_);
  search.run(tries_, events_, past);
  const std::vector<Tried> tried = search.tried();
  const Tried& best = most_tried(tried);
  reason_ = {Why::Searched, best.percent()};
  return best.action;
}

std::unique_ptr<Bot> make_best_response_bot(std::uint64_t seed, std::string_view target_and_tries) {
  std::string_view target = target_and_tries;
  const std::size_t colon = target.rfind(':');
  const std::string_view last = target.substr(colon == std::string_view::npos ? 0 : colon + 1);
  const auto budget = parse_budget(last);
  if (budget && budget->tries == 0) return nullptr;  // a time budget is not reproducible
  if (budget) target = target.substr(0, colon == std::string_view::npos ? 0 : colon);
  if (target.empty()) target = "net";
  auto bot = target.starts_with("hunt") ? nullptr : make_bot(target, seed);
  if (bot == nullptr) return nullptr;
  return std::make_unique<BestResponseBot>(seed, std::move(bot),
                                           budget ? budget->tries : kDefaultTries);
}

}  // namespace nl
