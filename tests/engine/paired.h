// Paired worlds that differ in everything a viewer can't know, played on side by side. All that the
// viewer receives must be the same, byte for byte, as long as the rules tell it the same.
#pragma once

#include <string>
#include <vector>

#include "engine/consistent.h"
#include "engine/determinize.h"
#include "engine/encode.h"
#include "engine/lawful.h"
#include "engine/same_view.h"

namespace nl {

// The ways by which a viewer learns. A planted leak replaces one of them.
struct Eyes {
  const char* name = "as they are";
  void (*view)(const Rules&, const State&, View&) = nullptr;
  void (*bytes)(const Rules&, const State&, HistoryObservation&) = nullptr;
  Event (*event)(const Event&, Seat viewer) = redact;
  Event (*fold)(const Event&, Seat viewer) = redact;     // source of knowledge
  Event (*history)(const Event&, Seat viewer) = redact;  // source of the observation's ring
  std::string (*words)(const Event&, Seat viewer) = nullptr;
  std::string (*question)(const View&) = nullptr;

  // For lists of tests, which would print its bytes.
  friend void PrintTo(const Eyes& eyes, std::ostream* out) { *out << eyes.name; }
};

struct Glance {
  View view;
  HistoryObservation bytes;
  std::string question;
};

inline std::string difference(const Glance& a, const Glance& b) {
  const std::string field = different_field(a.view, b.view);
  if (!field.empty()) return "view." + field;
  if (std::memcmp(&a.bytes, &b.bytes, sizeof a.bytes) != 0) return "the observation";
  return a.question == b.question ? "" : "the question in words";
}

class World {
 public:
  static constexpr bool kListens = true;

  World(const Rules& rules, const Eyes& eyes, Seat viewer, int seats, std::uint64_t seed)
      : rules_(&rules),
        eyes_(&eyes),
        viewer_(viewer),
        random_(seed, 1),
        dice_(seed),
        known_(viewer, seats) {}

  // A world of its own chance, that this viewer has come to in the same way.
  World twin(const State& state, std::uint64_t seed) const {
    World other = *this;
    other.s = state;
    other.random_ = SeededSource(seed, 2);
    other.dice_ = Dice(seed);
    return other;
  }

  State s{};
  std::vector<Lesson> lessons;     // lawful knowledge of the viewer, since forget()
  std::vector<Event> received;     // its events
  std::vector<std::string> words;  // … in words
  std::string leak;                // a step that it may not notice, and did

  Dice& dice() { return dice_; }
  Seat viewer() const { return viewer_; }
  const Rules& rules() const { return *rules_; }
  SeededSource& random() { return random_; }

  void operator()(const Event& event) {
    const bool seen_by_all = s.marked != marked_;
    marked_ = s.marked;
    const Lesson learnt = lesson(*rules_, s, event, viewer_, seen_by_all);
    if (!learnt.nothing) lessons.push_back(learnt);
    const Event got = eyes_->event(event, viewer_);
    if (got.kind != EventKind::None) received.push_back(got);
    fold(known_, eyes_->fold(event, viewer_));
    history_.add(eyes_->history(event, viewer_));
    if (eyes_->words == nullptr || quiet_) return;
    std::string told = eyes_->words(event, viewer_);
    if (!told.empty()) words.push_back(std::move(told));
  }
  Glance glance() const {
    Glance g{nl::view(*rules_, s, known_, viewer_), {}, {}};
    if (eyes_->view != nullptr) eyes_->view(*rules_, s, g.view);
    encode(*rules_, g.view, history_, g.bytes);
    if (eyes_->bytes != nullptr) eyes_->bytes(*rules_, s, g.bytes);
    if (eyes_->question != nullptr) g.question = eyes_->question(g.view);
    return g;
  }
  View honest_view() const { return nl::view(*rules_, s, known_, viewer_); }
  ActionSet choices(Seat seat) const { return legal(*rules_, s, seat); }

  // Applies an action. If the viewer may learn nothing of it, nothing may change for it.
  void step(Seat seat, Action action) {
    quiet_ = false;
    marked_ = s.marked;
    const std::size_t learnt = lessons.size();
    const std::size_t heard = received.size();
    const OpenTable before = open_table(*rules_, s, viewer_);
    const Glance then = glance();
    apply(*rules_, s, seat, action, random_, *this);
    if (lessons.size() != learnt || before != open_table(*rules_, s, viewer_)) return;
    if (received.size() != heard) return note("an event of which nothing may be known");
    note(difference(then, glance()));
  }
  // For the way to the moment at which a pair begins.
  void quick_step(Seat seat, Action action) {
    marked_ = s.marked;
    apply(*rules_, s, seat, action, random_, *this);
  }
  void leave(Seat seat) {
    quiet_ = false;
    marked_ = s.marked;
    forfeit(*rules_, s, seat, random_, *this);
  }
  void forget() {
    lessons.clear();
    received.clear();
    words.clear();
  }
  bool secretly_keeping() const { return s.top().phase == Phase::Keep && s.top().seat != viewer_; }

 private:
  void note(const std::string& what) {
    if (leak.empty() && !what.empty()) leak = "noticed a secret step: " + what;
  }

  const Rules* rules_;
  const Eyes* eyes_;
  Seat viewer_;
  SeededSource random_;
  Dice dice_;
  Knowledge known_;
  History history_{};
  std::array<Counts, kMaxSeats> marked_{};
  bool quiet_ = true;  // no words are made on the way to the moment at which a pair begins
};

// ---- twins --------------------------------------------------------------------------------------

// The second way to a twin, which shares nothing with determinize(): cards that the viewer can't
// see change places one by one, as long as all it knows stays true; and so do secret answers.
class Stirrer {
 public:
  Stirrer(const Rules& rules, const State& s, const View& seen, Dice& dice)
      : rules_(rules), original_(s), seen_(seen), dice_(dice), t_(s) {}

  State stirred() {
    find_slots();
    for (int i = 0; i < 40 && slots_.size() > 1; ++i) try_swap();
    for (std::uint16_t& chance : t_.chances) {
      chance = static_cast<std::uint16_t>(chance + dice_.below(5));
    }
    if (t_.top().phase == Phase::Window && rules_.nope_asks == NopeAsks::All) stir_answers();
    if (t_.top().phase == Phase::Order && t_.top().seat != seen_.viewer) {
      t_.top().a = static_cast<std::uint8_t>(dice_.below(t_.top().b - 1));
    }
    return t_;
  }

 private:
  static constexpr int kLifted = 1000;  // the card that somebody is about to bury

  struct Slot {
    int place = -1;  // of the pile, or
    Seat seat = kNoSeat;
    Card card = kNoCard;  // one of this kind in the seat's hand
  };

  void find_slots() {
    slots_.clear();
    for (int place = 0; place < t_.pile_size; ++place) slots_.push_back({.place = place});
    if (t_.top().phase == Phase::Bury && t_.top().seat != seen_.viewer) {
      slots_.push_back({.place = kLifted});
    }
    for (Seat seat = 0; seat < t_.seats; ++seat) {
      if (seat == seen_.viewer) continue;
      for (int kind = 0; kind < kCardKinds; ++kind) {
        const Card card = card_at(kind);
        for (int i = t_.marked[seat][card]; i < t_.hands[seat][card]; ++i) {
          slots_.push_back({.seat = seat, .card = card});
        }
      }
    }
  }
  Card at(const Slot& slot) const {
    if (slot.place == kLifted) return static_cast<Card>(t_.top().a);
    return slot.place >= 0 ? t_.from_top(slot.place) : slot.card;
  }
  void put(const Slot& slot, Card card) {
    if (slot.place == kLifted) {
      t_.top().a = static_cast<std::uint8_t>(card);
    } else if (slot.place >= 0) {
      t_.from_top(slot.place) = card;
    } else {
      --t_.hands[slot.seat][slot.card];
      ++t_.hands[slot.seat][card];
    }
  }
  void try_swap() {
    const Slot one = slots_[static_cast<std::size_t>(dice_.below(static_cast<int>(slots_.size())))];
    const Slot two = slots_[static_cast<std::size_t>(dice_.below(static_cast<int>(slots_.size())))];
    const Card a = at(one);
    const Card b = at(two);
    if (a == b) return;
    const State before = t_;
    put(one, b);
    put(two, a);
    if (possible()) {
      find_slots();
    } else {
      t_ = before;
    }
  }
  bool possible() const {
    for (Seat seat = 0; seat < t_.seats; ++seat) {
      if (t_.hands[seat][Card::Imploding] != 0) return false;
      const int loose = loose_kittens(original_, seat);
      if (loose_kittens(t_, seat) > (loose > 0 ? loose : 0)) return false;
      if (holds(t_.play.committed, seat) && t_.hands[seat][Card::Nope] == 0) return false;
    }
    const Frame& top = t_.top();
    if (top.phase == Phase::Chain && (t_.hands[top.seat].kinds() & kAttacks) == 0) return false;
    if (top.phase == Phase::Keep &&
        (t_.hands[top.seat][Card::Streaking] == 0 || t_.hands[top.seat][Card::Exploding] != 0)) {
      return false;
    }
    return open_table(rules_, t_, seen_.viewer) == open_table(rules_, original_, seen_.viewer) &&
           untrue(rules_, t_, seen_) == nullptr;
  }
  // The viewer must not learn who else has answered, and how.
  void stir_answers() {
    SeatMask waiting = 0;
    SeatMask committed = 0;
    for (Seat seat = 0; seat < t_.seats; ++seat) {
      if (!t_.living(seat) || seat == t_.play.last) continue;
      const bool own = seat == seen_.viewer;
      if (own ? holds(t_.play.waiting, seat) : dice_.once_in(2)) {
        waiting |= seat_bit(seat);
      } else if (own ? holds(t_.play.committed, seat)
                     : rules_.nope_way == NopeWay::Commit && !holds(t_.cursed, seat) &&
                           t_.hands[seat][Card::Nope] != 0 && dice_.once_in(2)) {
        committed |= seat_bit(seat);
      }
    }
    if (waiting == 0) return;
    t_.play.waiting = waiting;
    t_.play.committed = committed;
  }

  const Rules& rules_;
  const State& original_;
  const View& seen_;
  Dice& dice_;
  State t_;
  std::vector<Slot> slots_{};
};

}  // namespace nl
