// A view as bytes for a learner. One-hots and thermometers are the learner's to expand; seats are
// counted from the viewer, so that one policy plays every seat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "engine/event.h"
#include "engine/view.h"

namespace nl {

inline constexpr int kShownMarks = 8;
inline constexpr int kShownPlaces = 12;
inline constexpr int kShownRanges = 6;
inline constexpr int kHistory = 64;
inline constexpr int kEventBytes = 8;

// A card is its id + 1 and a seat its distance from the viewer + 1, so that 0 says "none".
struct RawObservation {
  std::array<std::uint8_t, kCardPlaces> hand;
  std::array<std::uint8_t, kCardPlaces> discard;
  std::array<std::uint8_t, kMaxSeats> alive;
  std::array<std::uint8_t, kMaxSeats> hand_size;
  std::array<std::uint8_t, kMaxSeats> cursed;
  std::array<std::uint8_t, kMaxSeats> pending;
  std::array<std::uint8_t, kMaxSeats> asked;
  std::array<std::uint8_t, kShownMarks * 2> marks;  // seat, card
  std::uint8_t seats, turn, owed, attacked, forward, may_act, committed;
  std::uint8_t phase, phase_seat, phase_a, phase_b;
  std::uint8_t play_card, play_combo, play_by, play_target, play_named, play_nopes, play_last;
  std::uint8_t pile_size, discard_top, faceup, doom_on_top;
};

struct CountingObservation {
  RawObservation raw;
  std::array<std::uint8_t, kCardPlaces> unseen;
  std::array<std::uint8_t, (kMaxSeats - 1) * kCardPlaces> certain;  // of the others, by distance
  std::array<std::uint8_t, kShownPlaces> places;                    // cards known at the top places
  std::uint8_t bottom;                                              // … and at the bottom
  std::array<std::uint8_t, kShownRanges * 3> ranges;                // card, low, high
  std::array<std::uint8_t, kMaxSeats> peeked;
  std::uint8_t top_odds, bottom_odds;  // of a kitten, 0 to 255
};

struct HistoryObservation {
  CountingObservation counting;
  std::array<std::uint8_t, kHistory * kEventBytes> events;  // the latest first
};

static_assert(sizeof(CountingObservation) <= 512);
static_assert(std::has_unique_object_representations_v<HistoryObservation>);

// The layout in words, the source of the documentation's tables. `what` is a key of lang/.
struct ObservationField {
  std::string_view name;
  std::size_t offset;
  std::size_t size;
};

template <class Visit>
constexpr void for_each_field(Visit visit) {
  using Raw = RawObservation;
  using Counting = CountingObservation;
  const auto field = [&](std::string_view name, std::size_t offset, std::size_t size) {
    visit(ObservationField{name, offset, size});
  };
  field("hand", offsetof(Raw, hand), sizeof(Raw::hand));
  field("discard", offsetof(Raw, discard), sizeof(Raw::discard));
  field("alive", offsetof(Raw, alive), sizeof(Raw::alive));
  field("hand_size", offsetof(Raw, hand_size), sizeof(Raw::hand_size));
  field("cursed", offsetof(Raw, cursed), sizeof(Raw::cursed));
  field("pending", offsetof(Raw, pending), sizeof(Raw::pending));
  field("asked", offsetof(Raw, asked), sizeof(Raw::asked));
  field("marks", offsetof(Raw, marks), sizeof(Raw::marks));
  field("seats", offsetof(Raw, seats), 1);
  field("turn", offsetof(Raw, turn), 1);
  field("owed", offsetof(Raw, owed), 1);
  field("attacked", offsetof(Raw, attacked), 1);
  field("forward", offsetof(Raw, forward), 1);
  field("may_act", offsetof(Raw, may_act), 1);
  field("committed", offsetof(Raw, committed), 1);
  field("phase", offsetof(Raw, phase), 1);
  field("phase_seat", offsetof(Raw, phase_seat), 1);
  field("phase_a", offsetof(Raw, phase_a), 1);
  field("phase_b", offsetof(Raw, phase_b), 1);
  field("play_card", offsetof(Raw, play_card), 1);
  field("play_combo", offsetof(Raw, play_combo), 1);
  field("play_by", offsetof(Raw, play_by), 1);
  field("play_target", offsetof(Raw, play_target), 1);
  field("play_named", offsetof(Raw, play_named), 1);
  field("play_nopes", offsetof(Raw, play_nopes), 1);
  field("play_last", offsetof(Raw, play_last), 1);
  field("pile_size", offsetof(Raw, pile_size), 1);
  field("discard_top", offsetof(Raw, discard_top), 1);
  field("faceup", offsetof(Raw, faceup), 1);
  field("doom_on_top", offsetof(Raw, doom_on_top), 1);
  field("unseen", offsetof(Counting, unseen), sizeof(Counting::unseen));
  field("certain", offsetof(Counting, certain), sizeof(Counting::certain));
  field("places", offsetof(Counting, places), sizeof(Counting::places));
  field("bottom", offsetof(Counting, bottom), 1);
  field("ranges", offsetof(Counting, ranges), sizeof(Counting::ranges));
  field("peeked", offsetof(Counting, peeked), sizeof(Counting::peeked));
  field("top_odds", offsetof(Counting, top_odds), 1);
  field("bottom_odds", offsetof(Counting, bottom_odds), 1);
  field("events", offsetof(HistoryObservation, events), sizeof(HistoryObservation::events));
}

namespace encoding {

constexpr std::uint8_t byte(int value) {
  return static_cast<std::uint8_t>(value < 255 ? value : 255);
}
constexpr std::uint8_t card_byte(Card card) {
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(card) + 1);  // kNoCard becomes 0
}
constexpr std::uint8_t seat_byte(const View& v, Seat seat) {
  if (seat == kNoSeat) return 0;
  const Seat from = v.viewer < v.seats ? v.viewer : Seat{0};
  return byte(seat_distance(from, seat, v.seats) + 1);
}
constexpr std::uint8_t odds_byte(Odds odds) { return byte(odds.kittens * 255 / odds.cards); }

constexpr void encode_seats(const View& v, RawObservation& o) {
  const Seat from = v.viewer < v.seats ? v.viewer : Seat{0};
  o.alive = o.hand_size = o.cursed = o.pending = o.asked = {};
  for (std::size_t d = 0; d < v.seats; ++d) {
    const Seat seat = seat_after(from, static_cast<int>(d), v.seats);
    o.alive[d] = holds(v.alive, seat);
    o.hand_size[d] = v.hand_size[seat];
    o.cursed[d] = holds(v.cursed, seat);
    o.pending[d] = byte(v.pending[seat]);
    o.asked[d] = holds(v.asked, seat);
  }
}

constexpr void encode_marks(const View& v, RawObservation& o) {
  o.marks = {};
  if (v.with_marks == 0) return;
  std::size_t next = 0;
  const Seat from = v.viewer < v.seats ? v.viewer : Seat{0};
  for (int d = 0; d < v.seats; ++d) {
    const Seat seat = seat_after(from, d, v.seats);
    for (int kind = 0; kind < kCardKinds; ++kind) {
      for (int i = 0; i < v.marked[seat][card_at(kind)] && next < o.marks.size(); ++i) {
        o.marks[next++] = byte(d + 1);
        o.marks[next++] = byte(kind + 1);
      }
    }
  }
}

constexpr void encode_play(const View& v, RawObservation& o) {
  const Play& play = v.play;
  o.play_card = card_byte(play.card);
  o.play_combo = static_cast<std::uint8_t>(play.combo);
  o.play_by = seat_byte(v, play.by);
  o.play_target = seat_byte(v, play.target);
  o.play_named = card_byte(play.named);
  o.play_nopes = play.nopes;
  o.play_last = seat_byte(v, play.last);
}

constexpr void encode_certain(const View& v, CountingObservation& o) {
  o.certain = {};
  const Seat from = v.viewer < v.seats ? v.viewer : Seat{0};
  const auto slot = [&](Seat seat) {
    return static_cast<std::size_t>(seat_distance(from, seat, v.seats) - 1) * kCardPlaces;
  };
  for (int i = 0; i < v.known.held(); ++i) {
    const HeldCard held = v.known.held(i);
    if (held.seat() != from) ++o.certain[slot(held.seat()) + static_cast<std::size_t>(held.card())];
  }
  for (Seat seat = 0; v.with_marks != 0 && seat < v.seats; ++seat) {
    if (seat == from || !holds(v.with_marks, seat)) continue;
    for (std::size_t k = 0; k < kCardKinds; ++k) {
      std::uint8_t& certain = o.certain[slot(seat) + k];
      if (certain < v.marked[seat].n[k]) certain = v.marked[seat].n[k];
    }
  }
}

constexpr void encode_pile(const View& v, CountingObservation& o) {
  o.places = {};
  o.ranges = {};
  o.bottom = 0;
  std::size_t next = 0;
  for (int i = 0; i < v.known.facts(); ++i) {
    const PileFact& fact = v.known.fact(i);
    if (fact.exact()) {
      if (fact.low < kShownPlaces) o.places[fact.low] = card_byte(fact.card);
      if (fact.low == v.pile_size - 1) o.bottom = card_byte(fact.card);
    } else if (next < o.ranges.size()) {
      o.ranges[next++] = card_byte(fact.card);
      o.ranges[next++] = fact.low;
      o.ranges[next++] = fact.high;
    }
  }
  if (v.doom_on_top) o.places[0] = card_byte(Card::Imploding);
}

}  // namespace encoding

constexpr void encode(const View& v, RawObservation& o) {
  using namespace encoding;
  o.hand = v.hand.n;
  o.discard = v.discard.n;
  encode_seats(v, o);
  encode_marks(v, o);
  o.seats = v.seats;
  o.turn = seat_byte(v, v.turn);
  o.owed = byte(v.owed);
  o.attacked = v.attacked;
  o.forward = v.forward;
  o.may_act = v.may_act;
  o.committed = v.committed;
  const Frame& top = v.top();
  o.phase = static_cast<std::uint8_t>(top.phase);
  o.phase_seat = seat_byte(v, top.seat);
  o.phase_a = top.a;
  o.phase_b = top.b;
  encode_play(v, o);
  o.pile_size = v.pile_size;
  o.discard_top = card_byte(v.discard_top);
  o.faceup = v.faceup;
  o.doom_on_top = v.doom_on_top;
}

constexpr void encode(const Rules& rules, const View& v, CountingObservation& o) {
  using namespace encoding;
  encode(v, o.raw);
  const Counts rest = unseen(rules, v);
  o.unseen = rest.n;
  encode_certain(v, o);
  encode_pile(v, o);
  o.peeked = {};
  for (std::size_t d = 0; d < v.seats; ++d) {
    const Seat from = v.viewer < v.seats ? v.viewer : Seat{0};
    o.peeked[d] = byte(v.known.peeked(seat_after(from, static_cast<int>(d), v.seats)));
  }
  o.top_odds = odds_byte(kitten_odds(v, rest, 0));
  o.bottom_odds = odds_byte(kitten_odds(v, rest, v.pile_size - 1));
}

// The last redacted events of one viewer, as a ring.
class History {
 public:
  constexpr void add(const Event& event) {
    if (event.kind == EventKind::None) return;
    newest_ = static_cast<std::uint8_t>((newest_ + 1) % kHistory);
    events_[newest_] = event;
  }
  constexpr const Event& ago(int i) const {
    return events_[static_cast<std::size_t>((newest_ + kHistory - i) % kHistory)];
  }

 private:
  std::array<Event, kHistory> events_{};
  std::uint8_t newest_ = 0;
};

constexpr void encode(const Rules& rules, const View& v, const History& history,
                      HistoryObservation& o) {
  using namespace encoding;
  encode(rules, v, o.counting);
  for (int i = 0; i < kHistory; ++i) {
    const Event& e = history.ago(i);
    const std::array<std::uint8_t, kEventBytes> bytes = {static_cast<std::uint8_t>(e.kind),
                                                         seat_byte(v, e.seat),
                                                         seat_byte(v, e.other),
                                                         card_byte(e.card),
                                                         e.number,
                                                         e.secret[0],
                                                         e.secret[1],
                                                         e.secret[2]};
    for (std::size_t b = 0; b < bytes.size(); ++b) {
      o.events[static_cast<std::size_t>(i) * kEventBytes + b] = bytes[b];
    }
  }
}

// The legal actions as one byte each, 0 or 1.
using ByteMask = std::array<std::uint8_t, kActions>;

constexpr void encode(const ActionSet& set, ByteMask& mask) {
  mask = {};
  set.for_each([&](Action action) { mask[action.id] = 1; });
}

}  // namespace nl
