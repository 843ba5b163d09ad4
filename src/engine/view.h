// Snapshot of what one seat may know: the public part, its own hand and its Knowledge. Bots,
// encoders, screens and messages get views, never a State. make_view.h builds them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/action.h"
#include "engine/knowledge.h"
#include "engine/state.h"

namespace nl {

// The large parts are copied, or lent by the State and the Knowledge.
enum class Parts : std::uint8_t { Copied, Lent };

template <Parts kParts>
struct BasicView {
  template <class Part>
  using Large = std::conditional_t<kParts == Parts::Lent, const Part&, Part>;

  // The first eight lie as they do in the State, so that a compiler can copy them as one word.
  std::uint8_t seats = 0;
  Seat turn = 0;
  SeatMask alive = 0;
  SeatMask cursed = 0;
  std::uint8_t forward = 1;
  std::uint8_t attacked = 0;
  std::uint8_t faceup = 0;  // the Imploding Kitten lies face up, somewhere
  SeatMask with_marks = 0;

  std::array<std::uint8_t, kMaxSeats> hand_size{};
  std::uint8_t pile_size = 0;
  Card discard_top = kNoCard;
  std::array<Frame, kMaxFrames> frames{};
  Play play{};
  std::uint8_t depth = 1;
  std::array<std::uint16_t, kMaxSeats> pending{};
  std::uint16_t owed = 0;
  Seat viewer = kWatcher;
  std::uint8_t doom_on_top = 0;  // the Imploding Kitten is the top card, for all to see
  std::uint8_t may_act = 0;      // the viewer is an acting seat
  std::uint8_t committed = 0;    // the viewer has laid down a Nope that is not counted yet
  SeatMask asked = 0;  // in a window: who has yet to answer, where the rules make it public
  Counts hand{};       // the viewer's own
  Large<Counts> discard{};
  Large<std::array<Counts, kMaxSeats>> marked{};
  ActionSet legal{};  // the viewer's own
  Large<Knowledge> known{};

  constexpr Frame top() const { return element(frames, depth - 1); }
  constexpr Phase phase() const { return top().phase; }
  constexpr bool over() const { return frames[0].phase == Phase::Over; }
  constexpr bool any_pending() const {
    const auto words = std::bit_cast<std::array<std::uint32_t, kMaxSeats / 2>>(pending);
    return (words[0] | words[1] | words[2]) != 0;
  }
};

// A chance as a fraction: `kittens` in `cards`.
struct Odds {
  int kittens = 0;
  int cards = 1;
};

// A value that outlives the position: for bots, screens and messages.
using View = BasicView<Parts::Copied>;
// The same by reference, valid until the game or the knowledge changes: for encoders.
using ViewRef = BasicView<Parts::Lent>;

}  // namespace nl
