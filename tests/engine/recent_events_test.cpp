// Tests of the GPU's ring of recent events on a CPU.
// A GPU batch's memory of the past (src/cuda/recent_events.h), without a GPU: the same bytes
// as the CPU's observations, in every kind of game and for every seat.
#include "cuda/recent_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/memory_sink.h"
#include "engine/random_play.h"

namespace nl {
namespace {

// One table's rings beside the memories that a CPU keeps.
class BothMemories {
 public:
  static constexpr bool kListens = true;

  explicit BothMemories(int seats)
      : seats_(seats),
        words_(static_cast<std::size_t>(seats * gpu::kRecent), ~std::uint64_t{0}),
        told_(static_cast<std::size_t>(seats), 77u),  // left over from an earlier game
        cpu_(seats) {}

  void operator()(const Event& event) {
    cpu_(event);
    const gpu::Recent recent{words_.data(), told_.data()};
    for (Seat seat = 0; seat < seats_; ++seat) {
      gpu::EventRing ring(recent, seat, seat, seats_, events_ == 0);
      ring.add(EventForSeat(event, holds(event.knows, seat)));
      ring.close();
    }
    ++events_;
  }

  bool same(const Rules& rules, const State& s, Seat seat) {
    HistoryObservation shown{};
    encode(rules, view(rules, s, cpu_.known(seat), seat), cpu_.past(seat), shown);
    const gpu::Recent recent{words_.data(), told_.data()};
    for (int i = 0; i < gpu::kRecent; ++i) {
      std::array<std::uint8_t, kEventBytes> bytes{};
      encoding::write(recent.ago(seat, i), bytes.data(), kEventBytes);
      const auto first = shown.events.begin() + i * kEventBytes;
      if (!std::equal(bytes.begin(), bytes.end(), first)) return false;
    }
    return true;
  }

 private:
  int seats_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> told_;
  MemorySink cpu_;
  int events_ = 0;
};

TEST(Recent, RL_2_AGpuRemembersWhatACpuShows) {
  std::uint64_t number = 0;
  for (const GameKind& kind : game_kinds_with(kAllSets)) {
    SeededSource random(12, number);
    Dice dice(number++);
    BothMemories both(kind.seats);
    State s = new_game(kind.rules, kind.seats, random, both);
    while (!s.over()) {
      for (Seat seat = 0; seat < kind.seats; ++seat) {
        ASSERT_TRUE(both.same(kind.rules, s, seat)) << number;
      }
      const Seat seat = next_actor(s);
      apply(kind.rules, s, seat, dice.action(legal(kind.rules, s, seat)), random, both);
    }
  }
}

// The list that a running game keeps and the ring that a batch keeps are the same past.
TEST(Recent, RL_2_AListAndARingAreTheSamePast) {
  History ring;
  std::vector<Event> list;
  for (int i = 0; i < 3 * kHistory; ++i) {
    const Event event{.kind = EventKind::Drew, .seat = 1, .number = static_cast<std::uint8_t>(i)};
    ring.add(event);
    list.push_back(event);
    for (int back = 0; back < kHistory; ++back) {
      ASSERT_EQ(Past(ring).ago(back), Past(std::span<const Event>(list)).ago(back)) << i;
    }
  }
  EXPECT_EQ(Past().ago(0), Event{});
}

}  // namespace
}  // namespace nl
