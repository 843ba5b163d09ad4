// Steps of a play in progress.
#include "terminal/draft.h"

#include <optional>
#include <utility>

#include "engine/determinize.h"
#include "engine/fold.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/odds.h"

namespace nl {
namespace {

// Folds events into one player's knowledge.
struct Learner {
  static constexpr bool kListens = true;
  Knowledge& known;
  Seat viewer;
  void operator()(const Event& event) { fold(known, redact(event, viewer)); }
};

int cards_of(const Counts& cards) {
  int all = 0;
  for (int kind = 0; kind < kCardKinds; ++kind) all += cards[card_at(kind)];
  return all;
}

// True if the facts fit into the pile and the seats.
bool is_sound(const Knowledge& known, const View& v) {
  for (int i = 0; i < known.facts(); ++i) {
    if (known.fact(i).low > known.fact(i).high || known.fact(i).high >= v.pile_size) return false;
  }
  for (int i = 0; i < known.held(); ++i) {
    if (known.held(i).seat() >= v.seats) return false;
  }
  return true;
}

// True if some world is consistent with this view: it may come from an untrusted server.
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

// True if the play continues with another question to the same player. A card's effect is no part
// of it: the effect has to happen first. A blind play is none either: only the table knows the
// card.
bool has_next_step(const View& v, Action action) {
  switch (v.phase()) {
    case Phase::Turn:
    case Phase::Chain:
      if (action.verb() == Verb::Play) return in(kAimed, action.card());
      return action.verb() == Verb::Pair || action.verb() == Verb::Triple ||
             action.verb() == Verb::Five;
    case Phase::Target: return v.play.combo == Combo::Triple;
    case Phase::Five: return v.top().a + 1 < 5;
    case Phase::Order: return v.top().a + 2 < v.top().b;
    default: return false;
  }
}

// The view after `action`. The steps of a play depend on visible cards only, so any consistent
// world gives the same question. Empty if the view is impossible.
std::optional<View> view_after(const Rules& rules, const View& v, Action action) {
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

// There is only one possible target.
bool has_one_target(const View& v) { return v.phase() == Phase::Target && v.legal.size() == 1; }

}  // namespace

void Draft::choose(Action action) {
  const View& now = view();
  actions_.push_back(action);
  complete_ = true;
  if (!has_next_step(now, action)) return;
  const auto next = view_after(rules_, now, action);
  if (!next || !next->may_act) return;
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
