// Generator of paired worlds at random moments of random games, which are played on side by side.
#pragma once

#include <string>
#include <utility>

#include "engine/paired.h"

namespace nl {

// Progress of pairs: the questions, by phase, that both worlds answered with nothing to be told.
struct Together {
  std::array<int, kPhases> rounds{};
  int all() const {
    int sum = 0;
    for (const int n : rounds) sum += n;
    return sum;
  }
};

// Plays two worlds on in step. If the rules ask somebody else for a secret choice, the worlds
// choose apart from each other; everything else they do alike.
class Pair {
 public:
  Pair(World first, World second, Dice dice)
      : a_(std::move(first)), b_(std::move(second)), dice_(dice) {}

  // First difference that the viewer can see; empty for none. Ends when the rules themselves tell
  // it a difference.
  std::string play(int rounds, Together& together) {
    std::string leak = compare();
    for (int i = 0; i < rounds && leak.empty() && !a_.s.over(); ++i) {
      const Phase phase = a_.s.top().phase;
      if (!go_on()) break;
      leak = compare();
      ++together.rounds[static_cast<std::size_t>(phase)];
    }
    return leak;
  }

 private:
  // One question, answered in both worlds; false if they part and nothing was noticed before.
  bool go_on() {
    a_.forget();
    b_.forget();
    if (!ask_both()) return false;
    if (!catch_up(a_, b_) || !catch_up(b_, a_)) return false;
    if (!a_.leak.empty() || !b_.leak.empty()) return true;
    return a_.lessons == b_.lessons && open(a_) == open(b_);
  }
  bool ask_both() {
    if (a_.secretly_keeping() != b_.secretly_keeping()) return draw_like_one_who_kept();
    if (a_.s.over() || b_.s.over()) return false;
    if (dice_.once_in(50)) return leave();
    if (a_.s.top().phase == Phase::Window) return answer_window();
    const Frame top = a_.s.top();
    if (b_.s.top().phase != top.phase || b_.s.top().seat != top.seat) return false;
    if (top.phase == Phase::Order) return order(a_) && order(b_);
    if (chooses_in_secret(top)) {
      a_.step(top.seat, some_choice(a_, top.seat));
      b_.step(top.seat, some_choice(b_, top.seat));
      return true;
    }
    return do_alike(top.seat);
  }
  bool chooses_in_secret(const Frame& top) const {
    if (top.seat == a_.viewer()) return false;
    if (top.phase == Phase::Give) return a_.s.play.by != a_.viewer();
    return is_one_of(top.phase, phases(Phase::Place, Phase::Collect, Phase::Potluck, Phase::Bury));
  }
  static Action some_choice(World& w, Seat seat) { return w.dice().action(w.choices(seat)); }

  bool do_alike(Seat seat) {
    ActionSet both = a_.choices(seat);
    const ActionSet other = b_.choices(seat);
    for (std::size_t i = 0; i < both.bits.size(); ++i) both.bits[i] &= other.bits[i];
    if (both.empty()) return false;
    const bool draw = both.has(word(Verb::Draw)) && dice_.once_in(3);
    const Action action = draw ? word(Verb::Draw) : dice_.action(both);
    a_.step(seat, action);
    b_.step(seat, action);
    return true;
  }
  // The worlds may be at different points of the same order: all of it is one step for the others.
  static bool order(World& w) {
    const Seat seat = w.s.top().seat;
    while (w.s.top().phase == Phase::Order) {
      // The viewer's own order is the same in both: it sees the cards.
      w.step(seat, seat == w.viewer() ? number(0) : some_choice(w, seat));
    }
    return true;
  }
  bool leave() {
    const auto seat = static_cast<Seat>(dice_.below(a_.s.seats));
    if (seat == a_.viewer() || !a_.s.living(seat)) return true;
    a_.leave(seat);
    b_.leave(seat);
    return true;
  }

  // One round of answers, in an order of its own in each world. At most one seat is meant to Nope.
  bool answer_window() {
    if (b_.s.top().phase != Phase::Window) return false;
    Seat noper = kNoSeat;
    for (Seat seat = 0; seat < a_.s.seats; ++seat) {
      const Action nope = word(Verb::Nope);
      const bool can = a_.choices(seat).has(nope) && b_.choices(seat).has(nope);
      if (can && dice_.once_in(2)) noper = seat;
    }
    answer_round(a_, noper);
    answer_round(b_, noper);
    return true;
  }
  static void answer_round(World& w, Seat noper) {
    const int nopes = w.s.play.nopes;
    const bool in_order = w.rules().nope_asks == NopeAsks::Holders;
    while (w.s.top().phase == Phase::Window && w.s.play.nopes == nopes) {
      const Seat seat = in_order ? next_actor(w.s) : w.dice().seat(w.s.play.waiting);
      bool nope = seat == noper;
      // In the commit way a Nope that does not come to count is a secret too.
      if (w.rules().nope_way == NopeWay::Commit && seat != w.viewer() && !nope && !in_order) {
        nope = w.choices(seat).has(word(Verb::Nope)) && w.dice().once_in(3);
      }
      w.step(seat, word(nope ? Verb::Nope : Verb::Pass));
    }
  }

  // One world began while somebody thought about a kitten, in the other they have not drawn yet.
  bool draw_like_one_who_kept() {
    World& keeper = a_.secretly_keeping() ? a_ : b_;
    World& other = a_.secretly_keeping() ? b_ : a_;
    const Frame top = keeper.s.top();
    if (!keeper.rules().keep_ends || top.b != 0 || other.s.top().phase != Phase::Turn) return false;
    keeper.step(top.seat, word(Verb::Keep));
    other.step(top.seat, word(Verb::Draw));
    return true;
  }
  // A kitten kept in secret is a draw like any other.
  static bool catch_up(World& w, const World& other) {
    if (!w.secretly_keeping() || other.secretly_keeping()) return true;
    if (!w.rules().keep_ends) return false;
    w.step(w.s.top().seat, word(Verb::Keep));
    return true;
  }

  static OpenTable open(const World& w) { return open_table(w.rules(), w.s, w.viewer()); }

  std::string compare() const {
    if (!a_.leak.empty()) return a_.leak;
    if (!b_.leak.empty()) return b_.leak;
    if (a_.received != b_.received) return "the events received";
    if (a_.words != b_.words) return "the words";
    return difference(a_.glance(), b_.glance());
  }

  World a_;
  World b_;
  Dice dice_;
};

// Moves the cards that matter most to where they soon will: still a deal like any other.
inline void rig_deal(State& s, Dice& dice) {
  const auto bring_up = [&](Card card, int place) {
    for (int i = place; i < s.pile_size; ++i) {
      if (s.from_top(i) != card) continue;
      std::swap(s.from_top(i), s.from_top(place));
      return;
    }
  };
  bring_up(Card::Imploding, 0);
  bring_up(Card::Exploding, 1 + dice.below(3));
  bring_up(Card::Exploding, 4 + dice.below(3));
  const auto seat = static_cast<Seat>(dice.below(s.seats));
  const auto take_in = [&](Card card) {
    for (int i = 0; i < s.pile_size; ++i) {
      if (s.from_top(i) != card) continue;
      Counts spare = s.hands[seat];
      spare[Card::Defuse] = spare[Card::Streaking] = spare[card] = 0;
      if (spare.kinds() == 0) return;
      const Card out = nth_card(spare, dice.below(spare.total()));
      --s.hands[seat][out];
      ++s.hands[seat][card];
      s.from_top(i) = out;
    }
  };
  take_in(Card::Streaking);
  take_in(Card::Bury);
}

// A game played at random up to some moment, as the viewer has lived through it.
inline World walk(const Eyes& eyes, const GameKind& kind, Seat viewer, std::uint64_t number,
                  int steps) {
  Dice dice(number + 5);
  World w(kind.rules, eyes, viewer, kind.seats, number);
  w.s = new_game(kind.rules, kind.seats, w.random(), w);
  if (dice.once_in(2)) rig_deal(w.s, dice);
  for (; steps > 0 && !w.s.over(); --steps) {
    const Seat seat = dice.seat(actors(w.s));
    Action action = dice.action(w.choices(seat));
    // Cards that go back near the top come up again soon.
    if (is_one_of(w.s.top().phase, phases(Phase::Place, Phase::Bury)) && dice.once_in(2)) {
      action = nl::number(dice.below(w.s.pile_size < 2 ? w.s.pile_size + 1 : 3));
    }
    w.quick_step(seat, action);
  }
  w.forget();
  return w;
}

// One pair: a random game, a random moment, a random viewer. Says by what they can be told apart.
inline std::string tell_apart(const Eyes& eyes, const GameKind& kind, std::uint64_t number,
                              Together& together) {
  Dice dice(number);
  const int at = dice.below(kind.seats + 1);
  const Seat viewer = at < kind.seats ? static_cast<Seat>(at) : kWatcher;
  int steps = dice.below(dice.once_in(2) ? 20 : 90);
  World first = walk(eyes, kind, viewer, number, steps);
  while (first.s.over()) first = walk(eyes, kind, viewer, number, steps /= 2);
  const View seen = first.honest_view();
  const bool stir = dice.once_in(2);
  const State other = stir ? Stirrer(kind.rules, first.s, seen, dice).stirred()
                           : determinize(kind.rules, seen, dice.words());
  Pair pair(first, first.twin(other, number + 1), dice);
  const std::string leak = pair.play(16, together);
  return leak.empty() ? leak : (stir ? "stirred: " : "determinized: ") + leak;
}

}  // namespace nl
