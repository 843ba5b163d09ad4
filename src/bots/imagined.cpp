// Imagined worlds and playouts.
#include "bots/imagined.h"

#include <utility>

#include "engine/determinize.h"

namespace nl {
namespace {

// Share of kittens that are put back on top, where nothing is known about them.
constexpr int kFreshOnTop = 380;

// With kittens held down by a Streaking Kitten, careful players may never end a game.
constexpr int kLongestGame = 3000;

int kittens_in_pile(const State& world) {
  int kittens = 0;
  for (std::size_t i = 0; i < world.pile_size; ++i) kittens += world.pile[i] <= Card::Imploding;
  return kittens;
}

int risk_for(const State& world, const Peeks& peeks, Seat seat, int kittens, bool fresh) {
  if (world.pile_size == 0) return 0;
  if (world.faceup && world.from_top(0) == Card::Imploding) return kCertain;
  if (peeks.kitten_at(seat) == 0) return kCertain;
  if (peeks.seen(seat) > 0) return 0;
  const int known = peeks.kitten_at(seat) > 0 ? 1 : 0;
  const int places = world.pile_size - known;
  const int risk = places > 0 ? (kittens - known) * kCertain / places : 0;
  return fresh && risk < kFreshOnTop ? kFreshOnTop : risk;
}

bool is_fresh(const View& v) {
  if (v.discard_top != Card::Defuse || v.known.at(0) != kNoCard) return false;
  for (int i = 0; i < v.known.facts(); ++i) {
    if (in(kKittens, v.known.fact(i).card)) return false;
  }
  return true;
}

void bring_kitten_up(State& world) {
  for (int place = 1; place < world.pile_size; ++place) {
    if (world.from_top(place) != Card::Exploding) continue;
    return std::swap(world.from_top(place), world.from_top(0));
  }
}

}  // namespace

void Peeks::start(const View& v, const State& world) {
  for (Seat seat = 0; seat < v.seats; ++seat) {
    seen_[seat] = seat == v.viewer ? 0 : v.known.peeked(seat);
    kitten_at_[seat] = kNowhere;
    for (int i = 0; i < seen_[seat] && i < world.pile_size; ++i) {
      if (in(kKittens, world.from_top(i))) kitten_at_[seat] = i;
    }
  }
  while (v.known.at(seen_[v.viewer]) != kNoCard) ++seen_[v.viewer];
  for (int i = v.known.facts() - 1; i >= 0; --i) {
    const PileFact& fact = v.known.fact(i);
    if (fact.exact() && in(kKittens, fact.card)) kitten_at_[v.viewer] = fact.low;
  }
}

void Peeks::forget(int kitten) {
  seen_ = {};
  kitten_at_.fill(kitten);
}

void Peeks::look(const Event& event) {
  seen_[event.seat] = event.number;
  for (int i = 0; i < event.secrets; ++i) {
    if (in(kKittens, event.secret_card(i))) kitten_at_[event.seat] = i;
  }
}

void Peeks::draw_top() {
  for (int& seen : seen_) seen -= seen > 0;
  for (int& place : kitten_at_) place -= place >= 0;
}

void Peeks::put_back(const Event& event) {
  const int place = event.secret[0];
  const int seen = seen_[event.seat];
  forget();
  seen_[event.seat] = seen >= place ? seen + 1 : seen;
  kitten_at_[event.seat] = place;
}

// Known cards lie one deeper, under a card that only its giver knows.
void Peeks::put_on_top(const Event& event) {
  const int seen = seen_[event.seat];
  seen_ = {};
  seen_[event.seat] = seen + 1;
  for (int& place : kitten_at_) place += place >= 0;
  if (in(kKittens, event.secret_card())) kitten_at_[event.seat] = 0;
}

void Peeks::buried(const Event& event) {
  if (in(kKittens, event.secret_card(1))) return put_back(event);
  const int kitten = kitten_at_[event.seat];
  forget();
  seen_[event.seat] = event.secret[0] == 0 ? 1 : 0;
  kitten_at_[event.seat] = kitten >= event.secret[0] ? kitten + 1 : kitten;
}

void Peeks::operator()(const Event& event) {
  switch (event.kind) {
    case EventKind::Saw:
    case EventKind::Shown: return look(event);
    case EventKind::Altering:
    case EventKind::Altered: forget(); return look(event);
    case EventKind::Drew:
    case EventKind::DrewKitten:
      if (event.number == 0) draw_top();
      return;
    case EventKind::PutBack: return put_back(event);
    case EventKind::PutOnTop: return put_on_top(event);
    case EventKind::Lifted: return draw_top();
    case EventKind::Buried: return buried(event);
    case EventKind::Bombed: return forget(0);
    case EventKind::Shuffled:
    case EventKind::Swapped:
    case EventKind::Collected: return forget();
    default: return;
  }
}

Situation situation(const Rules& rules, const State& world, const Peeks& peeks, Seat seat) {
  Situation at;
  at.me = seat;
  at.turn = world.turn;
  at.seats = world.seats;
  at.alive = world.alive;
  at.forward = world.forward != 0;
  at.cursed = holds(world.cursed, seat);
  at.owed = world.owed;
  at.pile = world.pile_size;
  at.frame = world.top();
  at.play = world.play;
  at.hand = world.hands[seat];
  at.hand_size = world.hand_size;
  at.legal = legal(rules, world, seat);
  at.kittens = kittens_in_pile(world);
  at.fresh = world.discard_top == Card::Defuse && peeks.kitten_at(seat) == Peeks::kNowhere;
  at.risk = risk_for(world, peeks, seat, at.kittens, at.fresh);
  at.risk_at_bottom = world.pile_size > 0 ? at.kittens * kCertain / world.pile_size : 0;
  at.top_known = peeks.seen(seat) > 0 || at.risk == 0 || at.risk == kCertain;
  for (int i = 0; i < 5 && i < peeks.seen(seat) && i < world.pile_size; ++i) {
    at.top[static_cast<std::size_t>(i)] = world.from_top(i);
  }
  at.defusers = without(world.alive, seat);
  return at;
}

State imagine(const Rules& rules, const View& v, Stream& chance) {
  State world = determinize(rules, v, chance);
  if (is_fresh(v) && bounded(chance, kCertain) < kFreshOnTop) bring_kitten_up(world);
  return world;
}

Seat play_out(const Rules& rules, State& world, Peeks& peeks, SeededSource& random,
              Stream& chance) {
  for (int answers = 0; !world.over(); ++answers) {
    if (answers == kLongestGame) return kNoSeat;
    const Seat seat = next_actor(world);
    // Most answers in a window are a pass for lack of a Nope.
    const bool must_pass = world.top().phase == Phase::Window && world.hands[seat][Card::Nope] == 0;
    const Action action =
        must_pass ? word(Verb::Pass)
                  : counting_choice(situation(rules, world, peeks, seat), chance).action;
    apply_legal(rules, world, seat, action, random, peeks);
  }
  return winner(world);
}

}  // namespace nl
