// Ring buffer of each seat's last events, as an observation shows them: one ring for each seat, so
// that showing it is a copy, and telling it eight bytes for each who may know.
#pragma once

#include "cuda/ninelives_gpu.h"
#include "cuda/rows.h"
#include "engine/encode.h"

namespace nl::gpu {

inline constexpr int kRecent = NLG_EVENTS;
static_assert(kRecent <= kHistory && kEventBytes == NLG_EVENT_BYTES &&
              sizeof(std::uint64_t) == kEventBytes);

// No memory where a batch shows no past.
struct Recent {
  std::uint64_t* words = nullptr;  // [seat rows][kRecent]
  std::uint32_t* told = nullptr;   // [seat rows]: how many events there were in this game

  constexpr std::uint64_t& word(int seat_row, std::uint32_t number) const {
    return words[static_cast<std::size_t>(seat_row) * kRecent + number % kRecent];
  }
  // As it was so many events ago; 0 if there was none.
  constexpr std::uint64_t ago(int seat_row, int back) const {
    const std::uint32_t count = told[seat_row];
    const auto i = static_cast<std::uint32_t>(back);
    return i < count ? word(seat_row, count - 1 - i) : 0;
  }
};

// Appends the events of a step to one seat's ring.
class EventRing {
 public:
  constexpr EventRing(const Recent& recent, int seat_row, Seat seat, int seats, bool new_game)
      : recent_(recent),
        here_(seat, seats),
        seat_row_(seat_row),
        told_(new_game ? 0 : recent.told[seat_row]) {}

  constexpr void add(EventForSeat event) {
    if (event.kind() != EventKind::None) {
      recent_.word(seat_row_, told_++) = event_word(here_, event);
    }
  }
  constexpr void close() const { recent_.told[seat_row_] = told_; }

 private:
  const Recent& recent_;
  encoding::Standpoint here_;
  int seat_row_;
  std::uint32_t told_;
};

}  // namespace nl::gpu
