// Event buffer of a row for one step.
// Events of a row's game during a step, until everybody at its table has them. The rules
// and the seats' knowledge are worked through in turn: each by as many threads as it wants,
// and with no more at hand than it needs.
#pragma once

#include <type_traits>

#include "cuda/rows.h"
#include "engine/event_effects.h"

namespace nl::gpu {

inline constexpr int kMostNews = 16;
inline constexpr std::uint8_t kNewGame = 0x80;  // with the count: a game has begun

// Number of events at a place, and who lives to hear of it: the dead are never asked again.
struct RowSummary {
  std::uint8_t count = 0;  // with kNewGame
  SeatMask to = 0;
};

// Places are those of `order`: like answers have like news, side by side.
struct News {
  RowSummary* summaries = nullptr;  // [rows]
  Quad* events = nullptr;           // [kMostNews][rows]
  int rows = 0;

  constexpr Quad& event(int place, int number) const {
    return events[static_cast<std::size_t>(number) * static_cast<std::size_t>(rows) +
                  static_cast<std::size_t>(place)];
  }
};

// Writes a row's news: what tells somebody more than all see, or everything where the past is
// shown. If there are too many, the seats at the table get them at once. All of it is inlined:
// a reporter that somebody has the address of lies in local memory.
template <bool kEverything, class Tell>
class Reporter {
 public:
  static constexpr bool kListens = true;

  constexpr Reporter(const News& news, int place, Tell tell)
      : news_(news), place_(place), tell_(tell) {}

  constexpr void goes_on(const Reporter& other) { count_ = other.count_; }
  constexpr void new_game() { count_ = kNewGame; }
  constexpr void operator()(const Event& event) {
    if (!kEverything && !concerns(event.kind)) return;
    if ((count_ & ~kNewGame) == kMostNews) {
      tell_(count_);
      count_ = 0;
    }
    news_.event(place_, count_ & ~kNewGame) = packed(event);
    ++count_;
  }
  constexpr void close(SeatMask alive) const { news_.summaries[place_] = {count_, alive}; }

 private:
  static constexpr Quad packed(const Event& e) {
    const auto byte = [](auto value, int at) {
      return static_cast<std::uint32_t>(static_cast<std::uint8_t>(value)) << 8 * at;
    };
    return {
        {byte(e.kind, 0) | byte(e.seat, 1) | byte(e.other, 2) | byte(e.card, 3),
         byte(e.number, 0) | byte(e.knows, 1) | byte(e.hidden, 2) | byte(e.secrets, 3),
         byte(e.secret[0], 0) | byte(e.secret[1], 1) | byte(e.secret[2], 2) | byte(e.secret[3], 3),
         byte(e.secret[4], 0)}};
  }

  const News& news_;
  int place_;
  std::uint8_t count_ = 0;
  Tell tell_;
};

// An event as it lies in the news.
__host__ __device__ inline const Event& as_event(const Quad& quad) {
  return *reinterpret_cast<const Event*>(&quad);
}

static_assert(sizeof(Event) <= sizeof(Quad) && std::is_trivially_copyable_v<Event>);
static_assert(offsetof(Event, number) == 4 && offsetof(Event, secret) == 8,
              "the news are packed by hand, so that an event never lies in local memory");

}  // namespace nl::gpu
