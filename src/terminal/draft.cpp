#include "terminal/draft.h"

#include <optional>
#include <utility>

#include "engine/determinize.h"
#include "engine/game.h"

namespace nl {
namespace {

// Folds what happens into what one player knows of it.
struct Learner {
  static constexpr bool kListens = true;
  Knowledge& known;
  Seat viewer;
  void operator()(const Event& event) { known.fold(redact(event, viewer)); }
};

int cards_of(const Counts& cards) {
  int all = 0;
  for (int kind = 0; kind < kCardKinds; ++kind) all += cards[card_at(kind)];
  return all;
}

// Whether what is known fits into the places that there are.
bool is_sound(const Knowledge& known, const View& v) {
  for (int i = 0; i < known.facts(); ++i) {
    if (known.fact(i).low > known.fact(i).high || known.fact(i).high >= v.pile_size) return false;
  }
  for (int i = 0; i < known.held(); ++i) {
    if (known.held(i).seat() >= v.seats) return false;
  }
  return true;
}

// Whether there can be a world that looks like this: a view may come from a server that can't be
// trusted.
bool is_sound(const Rules& rules, const View& v) {
  const Counts rest = unseen(rules, v);
  int elsewhere = v.pile_size;
  for (Seat seat = 0; seat < v.seats; ++seat) {
    if (seat != v.viewer) elsewhere += v.hand_size[seat];
  }
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (rest[card_at(kind)] > rules.copies[card_at(kind)]) return false;
  }
  const int left = cards_of(rest);
  return v.viewer < v.seats && cards_of(v.hand) == v.hand_size[v.viewer] && left <= kMaxBox &&
         elsewhere <= left && is_sound(v.known, v);
}

// What the player is asked after `action`. The steps of a draft ask for nothing but what the player
// sees, so any world that looks the same gives the same question. Nothing where that can't be
// foreseen.
std::optional<View> asked_after(const Rules& rules, const View& v, Action action) {
  if (!is_sound(rules, v)) return std::nullopt;
  SeededSource random{1, 0};
  Stream words{1};
  State world = determinize(rules, v, words);
  if (!legal(rules, world, v.viewer).has(action)) return std::nullopt;
  Knowledge known = v.known;
  Learner learner{known, v.viewer};
  apply(rules, world, v.viewer, action, random, learner);
  return nl::view(rules, world, known, v.viewer);
}

// Whether `next` asks for one more part of what was begun at `begun`. Whatever is asked for by the
// effect of a card is no part of it: the effect has to happen first.
bool asks_on(Phase begun, const View& next) {
  if (!next.may_act) return false;
  if (begun == Phase::Order) return next.phase() == Phase::Order;
  return is_one_of(next.phase(), phases(Phase::Target, Phase::Name, Phase::Five));
}

// What a back turns out to be is for the table to say.
bool is_foreseeable(Action action) {
  return action.verb() != Verb::Blind && action.verb() != Verb::Draw;
}

// Nobody has to be asked whom it is for.
bool has_one_target(const View& v) { return v.phase() == Phase::Target && v.legal.size() == 1; }

bool is_in_steps(Phase phase) {
  return is_one_of(phase, phases(Phase::Turn, Phase::Chain, Phase::Target, Phase::Name, Phase::Five,
                                 Phase::Order));
}

}  // namespace

void Draft::choose(Action action) {
  const View& now = view();
  actions_.push_back(action);
  complete_ = true;
  if (!is_foreseeable(action) || !is_in_steps(now.phase())) return;
  const auto next = asked_after(rules_, now, action);
  if (!next || !asks_on(seen_.front().phase(), *next)) return;
  seen_.push_back(*next);
  complete_ = false;
  if (has_one_target(view())) choose(view().legal.nth(0));
}

bool Draft::back() {
  if (actions_.empty()) return false;
  do {
    actions_.pop_back();
    if (!std::exchange(complete_, false)) seen_.pop_back();
  } while (!actions_.empty() && has_one_target(view()));
  return true;
}

}  // namespace nl
