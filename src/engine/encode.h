// Observation layout, and the general writer from a view. One-hots and thermometers are the
// learner's to expand; seats are counted from the viewer, so that one policy plays every seat.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "engine/event.h"
#include "engine/odds.h"
#include "engine/past.h"
#include "engine/view.h"

namespace nl {

inline constexpr int kShownMarks = 8;
inline constexpr int kShownPlaces = 12;
inline constexpr int kShownRanges = 6;
inline constexpr int kEventBytes = 8;

// The number in `ninelives_v1`: 1 with 32 card slots, one more for every eight further slots. What
// fits in the room below moves no byte; docs/train/environment.md says when the number is raised.
inline constexpr int kLayoutVersion = 1 + (kCardPlaces - 32) / 8;
inline constexpr int kPhaseRoom = 32;
inline constexpr int kEventRoom = 64;
static_assert(kMaxSeats == 6);
static_assert(kMaxBox <= kNumbers && kNumbers == 104);
static_assert(kPhases <= kPhaseRoom && kEventKinds <= kEventRoom);

// Rows of an observation with one byte for each seat, beginning with the viewer's.
enum SeatRow : std::uint8_t { kAlive, kHandSize, kCursed, kPending, kAsked };
inline constexpr std::size_t kSeatRows = 5;

// A card is its id + 1 and a seat its distance from the viewer + 1, so that 0 says "none".
struct RawObservation {
  std::array<std::uint8_t, kCardPlaces> hand;
  std::array<std::uint8_t, kCardPlaces> discard;
  std::array<std::uint8_t, kSeatRows * kMaxSeats> by_seat;  // a row for each SeatRow
  std::array<std::uint8_t, kShownMarks * 2> marks;          // seat, card
  std::uint8_t seats, turn, owed, attacked, forward, may_act, committed;
  std::uint8_t phase, phase_seat, phase_a, phase_b;
  std::uint8_t play_card, play_combo, play_by, play_target, play_named, play_nopes, play_last;
  std::uint8_t pile_size, discard_top, faceup, doom_on_top;
};

struct KnownPile {
  std::array<std::uint8_t, kShownPlaces> places;      // cards known at the top places
  std::uint8_t bottom;                                // … and at the bottom
  std::array<std::uint8_t, kShownRanges * 3> ranges;  // card, low, high
  std::array<std::uint8_t, kMaxSeats> peeked;
};

struct CountingObservation {
  RawObservation raw;
  Counts unseen;
  std::array<Counts, kMaxSeats - 1> certain;  // of the others, by distance
  KnownPile pile;
  std::uint8_t top_odds, bottom_odds;  // of a kitten, 0 to 255
};

struct HistoryObservation {
  CountingObservation counting;
  std::array<std::uint8_t, kHistory * kEventBytes> events;  // the latest first
};

static_assert(sizeof(RawObservation) == 68 + 2 * kCardPlaces &&
              sizeof(CountingObservation) == 107 + 8 * kCardPlaces &&
              sizeof(HistoryObservation) == 619 + 8 * kCardPlaces);
static_assert(kLayoutVersion != 1 ||
              (kActions == 256 && sizeof(RawObservation) == 132 &&
               sizeof(CountingObservation) == 363 && sizeof(HistoryObservation) == 875));
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
  const auto row = [&](std::string_view name, SeatRow number) {
    field(name, offsetof(Raw, by_seat) + number * kMaxSeats, kMaxSeats);
  };
  field("hand", offsetof(Raw, hand), sizeof(Raw::hand));
  field("discard", offsetof(Raw, discard), sizeof(Raw::discard));
  row("alive", kAlive);
  row("hand_size", kHandSize);
  row("cursed", kCursed);
  row("pending", kPending);
  row("asked", kAsked);
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
  field("places", offsetof(Counting, pile.places), sizeof(KnownPile::places));
  field("bottom", offsetof(Counting, pile.bottom), 1);
  field("ranges", offsetof(Counting, pile.ranges), sizeof(KnownPile::ranges));
  field("peeked", offsetof(Counting, pile.peeked), sizeof(KnownPile::peeked));
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
using nl::seat_bytes;  // and for more kinds of rows; the eighth byte is always 0

constexpr SeatBytes seat_bytes(const std::array<std::uint8_t, kSeatPlaces>& by_seat) {
  return std::bit_cast<SeatBytes>(by_seat);
}
constexpr SeatBytes seat_bytes(const std::array<std::uint16_t, kMaxSeats>& by_seat) {
  SeatBytes bytes = 0;
  for (std::size_t i = 0; i < kMaxSeats; ++i) bytes |= SeatBytes{byte(by_seat[i])} << 8 * i;
  return bytes;
}
// 1 for each seat of the mask: seven bits a copy, seven copies, and of copy i bit i is kept.
constexpr SeatBytes seat_bytes(SeatMask mask) {
  return mask * 0x0002040810204081u & 0x0101010101010101u;
}
// A word as bytes, the lowest first.
constexpr void write(std::uint64_t word, std::uint8_t* out, int bytes) {
  for (int i = 0; i < bytes; ++i) out[i] = static_cast<std::uint8_t>(word >> 8 * i);
}

// Origin of relative seats: the viewer's own seat; a watcher counts from seat 0.
class Standpoint {
 public:
  constexpr Standpoint(Seat viewer, int seats)
      : from_(viewer < seats ? viewer : Seat{0}),
        before_(8 * from_),
        after_(8 * (seats - from_)),
        all_((SeatBytes{1} << 8 * seats) - 1),
        numbers_(std::bit_cast<std::array<std::uint8_t, kSeatPlaces>>(
            (kInOrder << before_ | (kInOrder & all_) >> after_) & all_)) {}

  constexpr Seat from() const { return from_; }
  // A seat's distance + 1; 0 for no seat.
  constexpr std::uint8_t number(Seat seat) const { return element(numbers_, seat % kSeatPlaces); }
  // One byte a seat, turned so that the viewer's own comes first.
  constexpr SeatBytes turned(SeatBytes by_seat) const {
    return (by_seat >> before_ | by_seat << after_) & all_;
  }

 private:
  static constexpr SeatBytes kInOrder = 0x060504030201;  // seen from seat 0

  Seat from_;
  int before_;  // bits of the seats before the viewer's
  int after_;   // bits of the viewer's and those after it
  SeatBytes all_;
  std::array<std::uint8_t, kSeatPlaces> numbers_;
};

template <Parts kParts>
constexpr void encode_seats(const BasicView<kParts>& v, const Standpoint& here, RawObservation& o) {
  o.by_seat = {};
  const auto write_row = [&](SeatRow row, SeatBytes by_seat) {
    write(here.turned(by_seat), o.by_seat.data() + row * kMaxSeats, kMaxSeats);
  };
  // Whole words: the two bytes too many are zeros, and the next row comes later.
  write(here.turned(seat_bytes(v.alive)), &o.by_seat[kAlive * kMaxSeats], 8);
  write(here.turned(seat_bytes(v.hand_size)), &o.by_seat[kHandSize * kMaxSeats], 8);
  // Many games never see any of these.
  if (v.cursed != 0) write_row(kCursed, seat_bytes(v.cursed));
  if (v.any_pending()) write_row(kPending, seat_bytes(v.pending));
  if (v.asked != 0) write_row(kAsked, seat_bytes(v.asked));
}

template <Parts kParts>
constexpr void encode_marks(const BasicView<kParts>& v, const Standpoint& here, RawObservation& o) {
  o.marks = {};
  if (v.with_marks == 0) return;
  std::size_t next = 0;
  Seat seat = here.from();
  for (int d = 0; d < v.seats; ++d, seat = seat_after(seat, 1, v.seats)) {
    for (int kind = 0; kind < kCardKinds; ++kind) {
      for (int i = 0; i < v.marked[seat][card_at(kind)] && next < o.marks.size(); ++i) {
        o.marks[next++] = byte(d + 1);
        o.marks[next++] = byte(kind + 1);
      }
    }
  }
}

constexpr void encode_play(const Play& play, const Standpoint& here, RawObservation& o) {
  o.play_card = card_byte(play.card);
  o.play_combo = static_cast<std::uint8_t>(play.combo);
  o.play_by = here.number(play.by);
  o.play_target = here.number(play.target);
  o.play_named = card_byte(play.named);
  o.play_nopes = play.nopes;
  o.play_last = here.number(play.last);
}

template <Parts kParts>
constexpr void encode_certain(const BasicView<kParts>& v, const Standpoint& here,
                              CountingObservation& o) {
  // One by one: a loop becomes a block fill, which costs more than these few stores.
  auto& [first, second, third, fourth, fifth] = o.certain;
  first = {};
  second = {};
  third = {};
  fourth = {};
  fifth = {};
  const auto hand_of = [&](Seat seat) -> Counts& {
    return o.certain[std::size_t{here.number(seat)} - 2];
  };
  const Knowledge& known = v.known;
  for (int i = 0, n = known.held(); i < n; ++i) {
    const HeldCard held = known.held(i);
    if (held.seat() != here.from()) ++hand_of(held.seat())[held.card()];
  }
  if (v.with_marks == 0) return;
  for (Seat seat = 0; seat < v.seats; ++seat) {
    if (seat == here.from() || !holds(v.with_marks, seat)) continue;
    for (std::size_t k = 0; k < kCardKinds; ++k) {
      std::uint8_t& certain = hand_of(seat).n[k];
      if (certain < v.marked[seat].n[k]) certain = v.marked[seat].n[k];
    }
  }
}

// The places that are known. `Seen`: a view, or what of it the pile is known by.
// Calls visit() with each fact, so that a caller needs no second pass.
template <class Seen, class Visit>
[[gnu::always_inline]] constexpr void encode_places(const Seen& v, KnownPile& o, Visit visit) {
  const Knowledge& known = v.known;
  std::size_t next = 0;
  for (int i = 0, n = known.facts(); i < n; ++i) {
    const PileFact fact = known.fact(i);
    visit(fact);
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
template <class Seen>
constexpr void encode_places(const Seen& v, KnownPile& o) {
  encode_places(v, o, [](PileFact) {});
}

template <class Seen>
constexpr bool knows_places(const Seen& v) {
  return v.known.facts() != 0 || v.doom_on_top;
}

// The known places, and the odds at both ends of the pile. If every unseen kitten is in the pile,
// one pass over the facts is enough for all of it.
template <class Scope, Parts kParts>
constexpr void encode_pile(const Rules& rules, const BasicView<kParts>& v, CountingObservation& o) {
  if (asks_for_worlds<Scope>(rules, v) || v.pile_size == 0) {
    if (knows_places(v)) encode_places(v, o.pile);
    o.top_odds = kitten_byte<Scope>(rules, v, o.unseen, 0);
    o.bottom_odds = kitten_byte<Scope>(rules, v, o.unseen, v.pile_size - 1);
    return;
  }
  EndOdds odds(v.pile_size, kittens_at_large(rules, v, o.unseen));
  if (knows_places(v)) {
    encode_places(v, o.pile, [&](const PileFact& fact) { odds.add(fact); });
  }
  o.top_odds = odds.top(v.known);
  o.bottom_odds = odds.bottom(v.known);
}

}  // namespace encoding

template <Parts kParts>
constexpr void encode(const BasicView<kParts>& v, RawObservation& o) {
  using namespace encoding;
  const Standpoint here(v.viewer, v.seats);
  o.hand = v.hand.n;
  o.discard = v.discard.n;
  encode_seats(v, here, o);
  encode_marks(v, here, o);
  o.seats = v.seats;
  o.turn = here.number(v.turn);
  o.owed = byte(v.owed);
  o.attacked = v.attacked;
  o.forward = v.forward;
  o.may_act = v.may_act;
  o.committed = v.committed;
  const Frame& top = v.top();
  o.phase = static_cast<std::uint8_t>(top.phase);
  o.phase_seat = here.number(top.seat);
  o.phase_a = top.a;
  o.phase_b = top.b;
  encode_play(v.play, here, o);
  o.pile_size = v.pile_size;
  o.discard_top = card_byte(v.discard_top);
  o.faceup = v.faceup;
  o.doom_on_top = v.doom_on_top;
}

template <class Scope = AnyGame, Parts kParts>
constexpr void encode(const Rules& rules, const BasicView<kParts>& v, CountingObservation& o) {
  using namespace encoding;
  const Standpoint here(v.viewer, v.seats);
  encode(v, o.raw);
  count_unseen(rules, v, o.unseen);
  encode_certain(v, here, o);
  o.pile = {};
  const SeatBytes peeked = seat_bytes(v.known.peeked());
  if (peeked != 0) write(here.turned(peeked), o.pile.peeked.data(), kMaxSeats);
  encode_pile<Scope>(rules, v, o);
}

// An event as an observation shows it, its first byte lowest: kind, seat, other, card, number, and
// as much of the secret as there is room for.
constexpr std::uint64_t event_word(const encoding::Standpoint& here, EventForSeat event) {
  using namespace encoding;
  if (event.kind() == EventKind::None) return 0;
  const auto secret = [&](int i) {
    return std::uint64_t{i < event.secrets() ? event.secret(i) : std::uint8_t{0}};
  };
  return std::uint64_t{static_cast<std::uint8_t>(event.kind())} |
         std::uint64_t{here.number(event.seat())} << 8 |
         std::uint64_t{here.number(event.other())} << 16 |
         std::uint64_t{card_byte(event.card())} << 24 | std::uint64_t{event.number()} << 32 |
         secret(0) << 40 | secret(1) << 48 | secret(2) << 56;
}

// The last events; who looks at fewer need not have all of them written.
template <Parts kParts>
constexpr void encode_past(const BasicView<kParts>& v, const Past& past, HistoryObservation& o,
                           int events = kHistory) {
  const encoding::Standpoint here(v.viewer, v.seats);
  for (int i = 0; i < events; ++i) {
    encoding::write(event_word(here, EventForSeat(past.ago(i), true)),
                    o.events.data() + i * kEventBytes, kEventBytes);
  }
}

template <Parts kParts>
constexpr void encode(const Rules& rules, const BasicView<kParts>& v, const Past& past,
                      HistoryObservation& o) {
  encode(rules, v, o.counting);
  encode_past(v, past, o);
}

// The legal actions as one byte each, 0 or 1.
using ByteMask = std::array<std::uint8_t, kActions>;

constexpr void encode(const ActionSet& set, ByteMask& mask) {
  simd::clear(mask);
  const auto encode_word = [&](std::size_t w) {
    for (std::uint64_t word = set.bits[w]; word != 0; word &= word - 1) {
      mask[64 * w + static_cast<std::size_t>(lowest_bit(word))] = 1;
    }
  };
  encode_word(0);
  encode_word(2);
  // Large numbers, triples and named cards are rarely legal.
  std::uint64_t rare = set.bits[1];
  for (std::size_t w = 3; w < set.bits.size(); ++w) rare |= set.bits[w];
  if (rare == 0) return;
  encode_word(1);
  for (std::size_t w = 3; w < set.bits.size(); ++w) encode_word(w);
}

}  // namespace nl
