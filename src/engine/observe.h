// SIMD writer of the `counting` observation, straight from the state: the same bytes that encode()
// writes from a view, without making the view. Training pays for it at every decision.
//
// On processors that shuffle sixteen bytes at once (x86-64 since 2008) it writes the common case
// from whole words of the state. encode() writes rare cases (curses, marks, waiting turns, a kitten
// that lies face up, questions that hide something, the public list of acting seats), and all cases
// on other machines and on GPUs. encode.h alone describes the layout: the shuffles of this file are
// derived from it at compile time. A test compares the bytes of both in every kind of game.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "engine/encode.h"
#include "engine/make_view.h"
#include "engine/view.h"

#if defined(__SSE4_1__) && !defined(__CUDACC__) && NINELIVES_CARD_PLACES == 32
#include <smmintrin.h>

#include "engine/observation_sources.h"
#endif

namespace nl {

[[gnu::noinline]] constexpr void observe_by_view(const Rules& rules, const State& s,
                                                 const Knowledge& known, Seat viewer,
                                                 CountingObservation& o) {
  encode(rules, view_ref(rules, s, known, viewer, ActionSet{}), o);
}

#if defined(__SSE4_1__) && !defined(__CUDACC__) && NINELIVES_CARD_PLACES == 32
inline constexpr bool kObservesByWords = true;

namespace observing {

using Sixteen = __m128i;
// All kinds of cards at once: one register or two, as the processor has them.
using Kinds = simd::ThirtyTwo;

inline Sixteen load(const void* bytes) {
  return _mm_loadu_si128(static_cast<const Sixteen*>(bytes));
}
inline Sixteen load_eight(const void* bytes) {
  return _mm_loadl_epi64(static_cast<const Sixteen*>(bytes));
}
inline void store(Sixteen bytes, void* out) { _mm_storeu_si128(static_cast<Sixteen*>(out), bytes); }
inline void store_eight(Sixteen bytes, void* out) {
  _mm_storel_epi64(static_cast<Sixteen*>(out), bytes);
}
[[gnu::always_inline]] inline void store_kinds(const Kinds& counts, void* out) {
  __builtin_memcpy(out, &counts, sizeof counts);
}

constexpr char kNone = static_cast<char>(0x80);  // in a list of places: a zero

// Offsets among the sixteen bytes of a State from hand_size on, and in a play and a frame.
constexpr std::size_t kTable = offsetof(State, hand_size);
constexpr std::size_t kAliveByte = offsetof(State, alive) - kTable;
static_assert(offsetof(State, cursed) == kTable + 11 && offsetof(State, faceup) == kTable + 14 &&
              offsetof(State, with_marks) == kTable + 15);

// The table as one seat sees it, for shuffles.
struct Turned {
  // Places of the first two rows of an observation, which begin with the viewer, in the
  // table's bytes: for each who is alive the one byte that says it of all, then the hand sizes; and
  // which bits of the bytes found there matter.
  std::array<char, 16> rows{};
  std::array<std::uint8_t, 16> bits{};
  std::array<std::uint8_t, 16> numbers{};  // a seat's distance + 1
  // By seat: what leads from a card that is known in its hand, as it is packed, to the card's byte
  // in an observation.
  std::array<std::uint16_t, kSeatPlaces> certain{};
};
using TurnedTables = std::array<std::array<Turned, kSeatPlaces>, kSeatPlaces>;

constexpr TurnedTables turned_tables() {
  TurnedTables tables{};
  for (int seats = 2; seats <= kMaxSeats; ++seats) {
    for (Seat viewer = 0; viewer < seats; ++viewer) {
      Turned& turned = tables[static_cast<std::size_t>(seats)][viewer];
      for (char& place : turned.rows) place = kNone;
      for (int d = 0; d < seats; ++d) {
        const Seat seat = seat_after(viewer, d, seats);
        const auto at = static_cast<std::size_t>(d);
        turned.rows[kAlive * kMaxSeats + at] = static_cast<char>(kAliveByte);
        turned.bits[kAlive * kMaxSeats + at] = seat_bit(seat);
        turned.rows[kHandSize * kMaxSeats + at] = static_cast<char>(seat);
        turned.bits[kHandSize * kMaxSeats + at] = 0xFF;
        turned.numbers[seat] = static_cast<std::uint8_t>(d + 1);
        turned.certain[seat] =
            static_cast<std::uint16_t>(static_cast<int>(offsetof(CountingObservation, certain)) +
                                       kCardPlaces * (d - 1 - seat));
      }
    }
  }
  return tables;
}
inline constexpr TurnedTables kTurned = turned_tables();

// One register of bytes that are not shown as they are, and the places in it: the play, the card on
// the discard pile, whose turn it is, and the open question.
constexpr std::size_t kDiscardPlace = 7, kTurnPlace = 9, kQuestionPlace = 12;
static_assert(sizeof(Frame) == 4 && offsetof(Play, waiting) == kDiscardPlace);

// The byte of a State at each place of that register; 0 (a hand, which no single byte shows) if the
// place is not used.
constexpr std::array<std::size_t, 16> named_bytes() {
  std::array<std::size_t, 16> from{};
  for (std::size_t i = 0; i < kDiscardPlace; ++i) from[i] = offsetof(State, play) + i;
  from[kDiscardPlace] = offsetof(State, discard_top);
  from[kTurnPlace] = offsetof(State, turn);
  for (std::size_t i = 0; i < sizeof(Frame); ++i) {
    from[kQuestionPlace + i] = offsetof(State, frames) + i;
  }
  return from;
}

// The shuffles that bring the table's and the named bytes to the single bytes of an observation.
struct Shuffles {
  alignas(16) std::array<char, 16> seats{};  // -1 for each named byte that is a seat
  alignas(16) std::array<char, 16> cards{};  // 1 for each that is a card
  // For the single bytes and the one before them.
  std::array<char, sizeof(RawObservation) - kSingles + 1> from_named{}, from_table{};
};

constexpr Shuffles shuffles() {
  Shuffles found;
  for (char& place : found.from_named) place = kNone;
  for (char& place : found.from_table) place = kNone;
  for (std::size_t i = 0; i < 16; ++i) {
    const ShownByte on_table = shown_byte(kTable + i);
    if (on_table.unit == Unit::Number) {
      found.from_table[on_table.at + 1 - kSingles] = static_cast<char>(i);
    }
    const ShownByte named = shown_byte(named_bytes()[i]);
    if (named.unit == Unit::None) continue;
    found.from_named[named.at + 1 - kSingles] = static_cast<char>(i);
    found.seats[i] = named.unit == Unit::Seat ? -1 : 0;
    found.cards[i] = named.unit == Unit::Card ? 1 : 0;
  }
  return found;
}
inline constexpr Shuffles kShuffles = shuffles();

// Every single byte has exactly one source. The face-up kitten's is left out: it is a rare case.
constexpr bool all_have_one_source() {
  for (std::size_t at = kSingles; at < sizeof(RawObservation); ++at) {
    const std::size_t i = at + 1 - kSingles;
    const int sources = (kShuffles.from_named[i] != kNone) + (kShuffles.from_table[i] != kNone);
    const bool one = has_one_source(at) && at != offsetof(RawObservation, doom_on_top);
    if (sources != (one ? 1 : 0)) return false;
  }
  return true;
}
static_assert(all_have_one_source());
static_assert(offsetof(State, play) + 16 <= sizeof(State) &&
              offsetof(State, pending) + 16 <= sizeof(State) && sizeof(State::pending) == 12 &&
              offsetof(State, owed) == offsetof(State, pending) + 12);

// True if the state shows, or hides, what only encode() knows how to write.
[[gnu::always_inline]] inline bool is_rare(const Rules& rules, const State& s, Sixteen table,
                                           const Frame& top) {
  const Sixteen turns_wait =
      _mm_setr_epi32(-1, -1, -1, 0xFF00);  // or more are owed than a byte has
  const Sixteen cursed_faceup_marked =
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, -1, -1);
  if (kittens_in_hands(rules)) return true;
  if (_mm_testz_si128(load(s.pending.data()), turns_wait) == 0) return true;
  if (_mm_testz_si128(table, cursed_faceup_marked) == 0) return true;
  if (top.phase == Phase::Window) return rules.nope_asks == NopeAsks::Holders;
  return top.phase >= Phase::Order;
}

// The viewer's hand, the discard pile, and the cards of the game that are in neither. Returns how
// many of those are kittens.
[[gnu::always_inline]] inline int write_cards(const Rules& rules, const Counts& in_game,
                                              const Counts& own, const Counts& laid,
                                              const Knowledge& known, CountingObservation& o) {
  Kinds all, hand, discard;
  __builtin_memcpy(&all, &in_game, sizeof all);
  __builtin_memcpy(&hand, &own, sizeof hand);
  __builtin_memcpy(&discard, &laid, sizeof discard);
  store_kinds(hand, &o.raw.hand);
  store_kinds(discard, &o.raw.discard);
  store_kinds(all - hand - discard, &o.unseen);
  // Both sorts of kittens in one word: there are never more gone than there were.
  static_assert(index(Card::Exploding) == 0 && index(Card::Imploding) == 1);
  std::uint16_t kittens;
  __builtin_memcpy(&kittens, o.unseen.n.data(), sizeof kittens);
  if (rules.dead == Dead::Out) {
    kittens = static_cast<std::uint16_t>(kittens - known.exploded() - (known.imploded() << 8));
    __builtin_memcpy(o.unseen.n.data(), &kittens, sizeof kittens);
  }
  return (kittens & 0xFF) + (kittens >> 8);
}

// Living seats and their hand sizes; nobody is cursed, waits for turns, is asked in public or has
// marked cards.
[[gnu::always_inline]] inline void write_seats(Sixteen table, const Turned& turned,
                                               RawObservation& o) {
  constexpr std::size_t kFrom = offsetof(RawObservation, marks) + sizeof o.marks - sizeof(Kinds) -
                                offsetof(RawObservation, by_seat);
  static_assert(kFrom >= 2 * kMaxSeats && kFrom <= 16);
  store_kinds(Kinds{}, o.by_seat.data() + kFrom);
  const Sixteen found = _mm_shuffle_epi8(table, load(turned.rows.data()));
  const Sixteen most = _mm_setr_epi8(1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  store(_mm_min_epu8(_mm_and_si128(found, load(turned.bits.data())), most), o.by_seat.data());
}

// The named bytes as an observation shows them: seats turned, cards raised by one.
[[gnu::always_inline]] inline Sixteen named(const State& s, const Frame& top,
                                            const Turned& turned) {
  int question;
  __builtin_memcpy(&question, &top, sizeof question);
  Sixteen bytes = load(&s.play);
  bytes = _mm_insert_epi32(bytes, question, kQuestionPlace / sizeof question);
  bytes = _mm_insert_epi8(bytes, static_cast<std::uint8_t>(s.discard_top), kDiscardPlace);
  bytes = _mm_insert_epi8(bytes, s.turn, kTurnPlace);
  const Sixteen numbers = _mm_shuffle_epi8(load(turned.numbers.data()), bytes);
  return _mm_add_epi8(_mm_blendv_epi8(bytes, numbers, load(kShuffles.seats.data())),
                      load(kShuffles.cards.data()));
}

// may_act in the lower byte, committed in the other.
[[gnu::always_inline]] inline int own_part(const State& s, const Frame& top, Seat viewer) {
  if (top.phase != Phase::Window) return top.seat == viewer;
  const int both = s.play.waiting | s.play.committed << 8;
  return both >> viewer & 0x0101;
}

// The single bytes, in two steps that overlap: from the last byte of the marks, which is 0, and to
// the end.
constexpr std::size_t kSecond = sizeof(RawObservation) - 8 - (kSingles - 1);
static_assert(kSecond <= 16 && kSecond + 8 == kShuffles.from_named.size());
[[gnu::always_inline]] inline void write_singles(const State& s, Sixteen table, const Frame& top,
                                                 Seat viewer, const Turned& turned,
                                                 RawObservation& o) {
  const Sixteen names = named(s, top, turned);
  Sixteen first = _mm_or_si128(_mm_shuffle_epi8(names, load(kShuffles.from_named.data())),
                               _mm_shuffle_epi8(table, load(kShuffles.from_table.data())));
  constexpr int kOwed = offsetof(RawObservation, owed) + 1 - kSingles;
  constexpr int kOwnPart = offsetof(RawObservation, may_act) + 1 - kSingles;
  static_assert(kOwnPart % 2 == 0);
  first = _mm_insert_epi8(first, static_cast<std::uint8_t>(s.owed), kOwed);
  first = _mm_insert_epi16(first, own_part(s, top, viewer), kOwnPart / 2);
  store(first, &o.seats - 1);
  const Sixteen rest =
      _mm_or_si128(_mm_shuffle_epi8(names, load_eight(kShuffles.from_named.data() + kSecond)),
                   _mm_shuffle_epi8(table, load_eight(kShuffles.from_table.data() + kSecond)));
  store_eight(rest, &o.seats - 1 + kSecond);
}
static_assert(offsetof(RawObservation, committed) == offsetof(RawObservation, may_act) + 1);

[[gnu::always_inline]] inline void write_certain(const Knowledge& known, const Turned& turned,
                                                 CountingObservation& o) {
  for (std::size_t i = 0; i < o.certain.size(); ++i) store_kinds(Kinds{}, &o.certain[i]);
  auto* const bytes = reinterpret_cast<std::uint8_t*>(&o);
  for (int i = 0, n = known.held(); i < n; ++i) {
    const unsigned packed = known.held(i).packed;  // never of the viewer
    ++bytes[packed + turned.certain[packed >> 5]];
  }
}

// The part of a view that describes the pile.
struct SeenPile {
  std::uint8_t pile_size;
  bool doom_on_top;
  const Knowledge& known;
};

[[gnu::noinline]] inline void write_known_places(int pile_size, int kittens, const Knowledge& known,
                                                 CountingObservation& o) {
  EndOdds odds(pile_size, kittens);
  encoding::encode_places(SeenPile{static_cast<std::uint8_t>(pile_size), false, known}, o.pile,
                          [&](const PileFact& fact) { odds.add(fact); });
  o.top_odds = odds.top(known);
  o.bottom_odds = odds.bottom(known);
}

// Nothing is known but who has looked; the two bytes behind are the odds, which come later.
[[gnu::always_inline]] inline void write_peeked(const Knowledge& known, const Turned& turned,
                                                CountingObservation& o) {
  store_kinds(Kinds{}, &o.pile);
  const Sixteen places = load_eight(turned.rows.data() + kMaxSeats);
  store_eight(_mm_shuffle_epi8(load_eight(known.peeked().data()), places), o.pile.peeked.data());
}
static_assert(offsetof(KnownPile, peeked) == sizeof(Kinds) - 1 &&
              offsetof(CountingObservation, pile) + sizeof(KnownPile) + 2 ==
                  sizeof(CountingObservation));

}  // namespace observing

// `in_game` is cards_in_game(rules, s.seats), which does not change in a game.
inline void observe(const Rules& rules, const Counts& in_game, const State& s,
                    const Knowledge& known, Seat viewer, CountingObservation& __restrict o) {
  using namespace observing;
  assert(viewer < s.seats);
  const Sixteen table = load(s.hand_size.data());
  const Frame& top = s.top();
  if (is_rare(rules, s, table, top)) [[unlikely]]
    return observe_by_view(rules, s, known, viewer, o);
  const Turned& turned = kTurned[s.seats][viewer];
  write_peeked(known, turned, o);
  const int kittens = write_cards(rules, in_game, s.hands[viewer], s.discard, known, o);
  if (known.facts() != 0) {
    write_known_places(s.pile_size, kittens, known, o);
  } else {
    o.top_odds = o.bottom_odds = odds_byte(even_odds(s.pile_size, kittens));
  }
  write_seats(table, turned, o.raw);
  write_singles(s, table, top, viewer, turned, o.raw);
  write_certain(known, turned, o);
}
#else
inline constexpr bool kObservesByWords = false;

constexpr void observe(const Rules& rules, const Counts&, const State& s, const Knowledge& known,
                       Seat viewer, CountingObservation& o) {
  observe_by_view(rules, s, known, viewer, o);
}
#endif

}  // namespace nl
