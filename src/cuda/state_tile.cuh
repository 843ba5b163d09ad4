// Copy of games between device memory and a warp's tile: only those parts that there are.
#pragma once

#include "cuda/batch.cuh"
#include "cuda/warp_tile.cuh"
#include "engine/scope.h"

namespace nl::gpu {

// A game without what can't be in one of its scope: marked cards, and a pile of a larger box.
template <class Scope>
inline constexpr std::size_t kGameBytes =
    Scope::has(Card::Mark) ? sizeof(State) : offsetof(State, pile) + Scope::kMostCards;

template <class Scope>
using StateTile = WarpTile<State, kGameBytes<Scope>>;

// Hands of seats that are not there stay behind, and so do marked cards where there are none.
inline constexpr int kHandQuads = sizeof(Counts) / sizeof(Quad);
inline constexpr int kAfterHands = kMaxSeats * kHandQuads;
inline constexpr int kMarks = offsetof(State, marked) / sizeof(Quad);  // shared with the pile
static_assert(offsetof(State, hands) == 0 && offsetof(State, discard) == sizeof(State::hands));
static_assert(sizeof(Counts) % sizeof(Quad) == 0);
static_assert(offsetof(State, marked) == offsetof(State, pile) + sizeof(State::pile));

constexpr int quads_up_to(std::size_t bytes) {
  return static_cast<int>((bytes + sizeof(Quad) - 1) / sizeof(Quad));
}
// First quad of the hands in use.
constexpr int first_quad(int seats) { return kAfterHands - seats * kHandQuads; }
// `pile`: the most cards that lie in it.
template <class Scope>
constexpr Part without_marks(int seats, int pile = Scope::kMostCards) {
  const int end = quads_up_to(offsetof(State, pile) + static_cast<std::size_t>(pile));
  return {end - first_quad(seats), first_quad(seats)};
}
__device__ inline Part marks_alone() { return {Held<State>::kQuads - kMarks, kMarks}; }

// The marks of games that have some; the others have arrived already.
template <class Tile>
__device__ inline void load_marks(const Games& g, int row, Tile&& tile) {
  const bool marks = row != kNoRow && tile.mine().with_marks != 0;
  if (!marks) tile.mine().marked = {};
  if (__any_sync(kWholeWarp, marks)) {
    tile.fetch(g.states, marks ? row : kNoRow, marks_alone());
    tile.arrive();
  }
}

template <class Scope, class Tile>
__device__ inline void fetch_states(const Games& g, int row, Tile&& tile,
                                    int pile = Scope::kMostCards) {
  tile.fetch(g.states, row, without_marks<Scope>(g.seats, pile));
}
template <class Scope, class Tile>
__device__ inline void arrive_states(const Games& g, int row, Tile&& tile) {
  tile.arrive();
  if constexpr (Scope::has(Card::Mark)) load_marks(g, row, tile);
}

// `marks`: this thread's game has, or had until now, marked cards.
template <class Scope, class Tile>
__device__ inline void store_states(const Games& g, int row, Tile&& tile, bool marks,
                                    int pile = Scope::kMostCards) {
  tile.store(g.states, row, without_marks<Scope>(g.seats, pile));
  if constexpr (Scope::has(Card::Mark)) {
    if (__any_sync(kWholeWarp, marks)) tile.store(g.states, marks ? row : kNoRow, marks_alone());
  }
}

// A state in which nothing has happened, as words.
template <class Scope>
constexpr auto blank_words() {
  constexpr auto kBytes = std::bit_cast<std::array<std::uint8_t, sizeof(State)>>(State{});
  std::array<std::uint32_t, (kGameBytes<Scope> + 3) / 4> words{};
  for (std::size_t i = 0; i < kBytes.size() && i < 4 * words.size(); ++i) {
    words[i / 4] |= static_cast<std::uint32_t>(kBytes[i]) << 8 * (i % 4);
  }
  return words;
}
// Blanks the room that a game of this scope has, whole words of it.
template <class Scope>
__device__ inline void blank(State& room) {
  constexpr auto kWords = blank_words<Scope>();
  auto* const to = reinterpret_cast<std::uint32_t*>(&room);
#pragma unroll
  for (std::size_t i = 0; i < kWords.size(); ++i) to[i] = kWords[i];
}

}  // namespace nl::gpu
