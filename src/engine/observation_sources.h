// Sources of an observation's single bytes, derived from encode() at compile time. encode.h alone
// says which byte of a game is shown where and how: each byte of a state is changed by itself, and
// the observation's byte that changes with it is its reader. The SIMD writer of observe.h gets its
// shuffles from here, so it has no second list of fields.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/encode.h"
#include "engine/make_view.h"

namespace nl::observing {

// The form of a byte in an observation: as it is, a seat's distance + 1, or a card's id + 1.
enum class Unit : std::uint8_t { None, Number, Seat, Card };

struct ShownByte {
  std::size_t at = 0;  // in a RawObservation
  Unit unit = Unit::None;
};

// The single bytes begin here. Three of them have no source of their own: `owed` is two bytes in a
// State, `may_act` and `committed` are one bit of a mask each.
inline constexpr std::size_t kSingles = offsetof(RawObservation, seats);

constexpr bool has_one_source(std::size_t at) {
  return at >= kSingles && at != offsetof(RawObservation, owed) &&
         at != offsetof(RawObservation, may_act) && at != offsetof(RawObservation, committed);
}

using StateBytes = std::array<std::uint8_t, sizeof(State)>;
using RawBytes = std::array<std::uint8_t, sizeof(RawObservation)>;

// The viewer acts and is on turn, so that other numbers of seats leave its own distance alone.
inline constexpr Seat kProbeViewer = 3;

constexpr StateBytes probe_state() {
  State s{};
  s.seats = kMaxSeats;
  s.turn = kProbeViewer;
  s.frames[0].seat = kProbeViewer;
  return std::bit_cast<StateBytes>(s);
}

constexpr RawBytes probe(const StateBytes& bytes) {
  const State s = std::bit_cast<State>(bytes);
  const Rules rules{};
  const Knowledge known{};
  RawObservation o{};
  encode(view_ref(rules, s, known, kProbeViewer, ActionSet{}), o);
  return std::bit_cast<RawBytes>(o);
}

// The single byte that shows the byte `from` of a State, if there is one.
constexpr ShownByte shown_byte(std::size_t from) {
  constexpr std::uint8_t kValue = 2;  // a seat, a card, a phase and a combo, and no unit's 0 or 1
  constexpr std::uint8_t kDistance = kValue + kMaxSeats - kProbeViewer;
  StateBytes changed = probe_state();
  const RawBytes before = probe(changed);
  changed[from] = kValue;
  const RawBytes after = probe(changed);
  for (std::size_t at = kSingles; at < after.size(); ++at) {
    if (!has_one_source(at) || after[at] == before[at]) continue;
    const Unit unit = after[at] == kValue          ? Unit::Number
                      : after[at] == kValue + 1    ? Unit::Card
                      : after[at] == kDistance + 1 ? Unit::Seat
                                                   : Unit::None;
    return {at, unit};
  }
  return {};
}

}  // namespace nl::observing
