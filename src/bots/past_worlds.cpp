// Imagined worlds weighted by past answers.
#include "bots/past_worlds.h"

#include <algorithm>
#include <cmath>

#include "bots/event_number.h"
#include "engine/make_view.h"

namespace nl {
namespace {

constexpr int kAsksForChances = 100;  // samples of a bot that does not report probabilities

constexpr int kDealsForAWorld = 10;  // number of deals to try; some don't fit
constexpr int kOneCountsOf = 3;      // minimum number of effective worlds

// The answer that an event reveals, if it has no secret part.
Action public_answer(const Event& event, int seats) {
  switch (event.kind) {
    case EventKind::Played: return play(event.card);
    case EventKind::PlayedPair: return pair(event.card);
    case EventKind::PlayedTriple: return triple(event.card);
    case EventKind::ChoseTarget: return target(event.seat, event.other, seats);
    case EventKind::NamedCard: return name_card(event.card);
    case EventKind::Gave: return name_card(event.secret_card());
    case EventKind::PutBack: return number(event.secret[0]);
    case EventKind::Noped:
    case EventKind::CommittedNope: return word(Verb::Nope);
    case EventKind::Passed: return word(Verb::Pass);
    default: return word(Verb::Draw);
  }
}

}  // namespace

std::vector<Weighed> chances_of(Bot& bot, const Rules& rules, const View& v, Past past) {
  std::vector<Weighed> chances = bot.chances(rules, v, past);
  if (!chances.empty()) return chances;
  v.legal.for_each([&](Action action) { chances.push_back({action, 0}); });
  for (int i = 0; i < kAsksForChances; ++i) {
    const Action action = bot.act(rules, v, past);
    for (Weighed& one : chances) one.chance += one.action == action ? 1.0 / kAsksForChances : 0;
  }
  return chances;
}

PastWorlds::PastWorlds(const Rules& rules, const View& v, std::span<const Event> told, Bot& target,
                       Stream& chance, SaidChances& said)
    : rules_(rules),
      v_(v),
      told_(told),
      target_(target),
      said_(said),
      past_(rules, v, told, chance) {}

// Replays from the first hands according to the viewer's events. It is both the game's random
// source and its listener.
struct PastWorlds::Replay {
  static constexpr bool kListens = true;

  PastWorlds& from;
  PastWorld world;
  std::size_t next = 0;  // of the events
  bool fits = true;
  std::array<std::uint64_t, kMaxSeats> heard{};  // hash of the events of each seat

  // ---- chance
  void shuffle(Chance, int number, Card* cards, int n) {
    const auto* const pile = from.past_.shuffled(number);
    if (pile != nullptr) std::copy_n(pile->begin(), n, cards);
  }
  Card card(Chance, int, const Counts& hand, int n) {
    const Event* const theft = coming(EventKind::Stole);
    fits &= theft != nullptr && hand[theft->secret_card()] != 0;
    if (!fits) return nth_card(hand, 0);
    world.log_deal += log_of(hand[theft->secret_card()]) - log_of(n);
    return theft->secret_card();
  }
  Seat seat(Chance, int, SeatMask seats) {
    const Event* const nope = coming(EventKind::Noped);
    fits &= nope != nullptr && holds(seats, nope->seat);
    world.log_deal -= log_of(count(seats));
    return fits ? nope->seat : first_seat(seats);
  }

  void operator()(const Event& event) {
    world.minds(event);
    for (Seat seat = 0; seat < from.v_.seats; ++seat) {
      const Event told = redact(event, seat);
      if (told.kind != EventKind::None) heard[seat] = mix64(heard[seat] + event_number(told));
    }
    const Event shown = redact(event, from.v_.viewer);
    if (shown.kind == EventKind::None) return;
    fits &= next < from.told_.size() && from.told_[next] == shown;
    ++next;
  }

  std::span<const Event> still_to_come() const {
    const auto whole = from.past_.whole();
    return whole.subspan(std::min(next, whole.size()));
  }
  // The next event of a kind.
  const Event* coming(EventKind kind) const {
    for (const Event& event : still_to_come()) {
      if (event.kind == kind) return &event;
    }
    return nullptr;
  }
  // … and the next public one.
  const Event* openly_coming() const {
    for (const Event& event : still_to_come()) {
      const EventKind kind = event.kind;
      if (kind != EventKind::Passed && kind != EventKind::CommittedNope) return &event;
    }
    return nullptr;
  }

  View seen_by(Seat seat) const {
    return view(from.rules_, world.state, world.minds.known(seat), seat);
  }

  // Another seat's answer in a window, as far as its outcome reveals it.
  std::optional<Action> answer_in_window(Seat seat) const {
    const Event* const came = openly_coming();
    const bool noped = came != nullptr && came->kind == EventKind::Noped;
    if (noped && came->seat == seat) return word(Verb::Nope);
    const bool open = came == nullptr || noped;
    if (open && from.rules_.nope_way == NopeWay::Commit) return std::nullopt;
    return word(Verb::Pass);
  }
  std::optional<Action> answer_of(Seat seat) const {
    const bool viewers = seat == from.v_.viewer;
    if (!viewers && world.state.top().phase == Phase::Window) return answer_in_window(seat);
    const auto coming = still_to_come();
    if (coming.empty()) return std::nullopt;
    return public_answer(coming.front(), world.state.seats);
  }

  // A seat's first hand and events determine everything that it may use.
  double chance_of(Seat seat, Action action) {
    const auto [found, added] = from.said_.try_emplace(heard[seat]);
    if (added) {
      found->second = chances_of(from.target_, from.rules_, seen_by(seat), world.minds.past(seat));
    }
    for (const Weighed& one : found->second) {
      if (one.action == action) return one.chance;
    }
    return 0;
  }

  // Weights the given answer, or samples one that is unknown.
  Action weighed(Seat seat, const ActionSet& choices) {
    const std::optional<Action> told = answer_of(seat);
    if (choices.size() == 1 || (told && seat == from.v_.viewer)) {
      return told.value_or(choices.nth(0));
    }
    if (!told) return from.target_.act(from.rules_, seen_by(seat), world.minds.past(seat));
    world.answers.push_back({next, std::log(chance_of(seat, *told))});
    return *told;
  }

  std::optional<PastWorld> play() {
    State& s = world.state;
    for (Seat seat = 0; seat < from.v_.seats; ++seat) {
      for (const std::uint8_t n : s.hands[seat].n) heard[seat] = mix64(heard[seat] + n + seat);
    }
    begin_game(s, from.v_.seats, from.told_.front().seat, *this);
    while (fits && !s.over()) {
      const Seat seat = next_actor(s);
      if (next == from.told_.size() && seat == from.v_.viewer) return world;
      const ActionSet choices = legal(from.rules_, s, seat);
      const Action action = weighed(seat, choices);
      if (!choices.has(action)) return std::nullopt;
      apply_legal(from.rules_, s, seat, action, *this, *this);
    }
    return std::nullopt;
  }
};

std::optional<PastWorld> PastWorlds::draw() {
  if (!past_.go_back()) return std::nullopt;
  const MemorySink minds(v_.seats, target_.remembers(rules_));
  return Replay{*this, {past_.first_hands(), minds, past_.log_weight()}}.play();
}

// ---- many ---------------------------------------------------------------------------------------

double PastWorld::log_weight(std::size_t since) const {
  double sum = log_deal;
  for (const Answered& one : answers) sum += one.when >= since ? one.log_chance : 0;
  return sum;
}

namespace {

std::vector<double> weights_of(std::span<const PastWorld> worlds, std::size_t since) {
  std::vector<double> weights;
  for (const PastWorld& world : worlds) weights.push_back(world.log_weight(since));
  const double most = *std::max_element(weights.begin(), weights.end());
  for (double& weight : weights) weight = std::exp(weight - most);  // NaN if no answer is possible
  return weights;
}

// Effective sample size.
double as_good_as(std::span<const double> weights) {
  double sum = 0, squares = 0;
  for (const double weight : weights) {
    sum += weight;
    squares += weight * weight;
  }
  return sum > 0 ? sum * sum / squares : 0;
}

}  // namespace

WeighedWorlds PastWorlds::draw_many(int wanted) {
  WeighedWorlds all;
  const auto enough = static_cast<std::size_t>(wanted);
  for (int deals = 0; possible() && deals < wanted * kDealsForAWorld; ++deals) {
    if (auto world = draw()) all.worlds.push_back(std::move(*world));
    if (all.worlds.size() == enough) break;
  }
  const double least = static_cast<double>(all.worlds.size()) / kOneCountsOf;
  for (std::size_t since = 0; !all.worlds.empty() && since <= told_.size() + 1; ++since) {
    all.weights = weights_of(all.worlds, since);
    if (as_good_as(all.weights) >= least) break;
  }
  return all;
}

}  // namespace nl
