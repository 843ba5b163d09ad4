// Observation and action mask of the acting seat, for every row.
#pragma once

#include "cuda/known_tile.cuh"
#include "cuda/state_tile.cuh"
#include "engine/encode.h"

namespace nl::gpu {

// The most that shared memory of an H100 or H200 has room for.
template <class Scope>
inline constexpr int kShowWarps = Scope::has(Card::Mark) ? 7 : 11;

// Of a game no more is looked at than what all see of it: no hands, and of the pile only whether
// the Imploding Kitten lies on it.
template <class Scope>
inline constexpr std::size_t kSeenBytes =
    Scope::has(Card::Imploding) ? kGameBytes<Scope> : offsetof(State, pile);
template <class Scope>
using SeenTile = WarpTile<State, kSeenBytes<Scope>, kAfterHands>;

// A row of the caller's array: the observation, and zeros. A word more keeps the threads, which
// write byte by byte, off each other's banks.
struct StagedObservation {
  static constexpr int kWords = NLG_OBSERVATION_STRIDE / 4;

  std::uint32_t words[kWords + 1];

  __device__ CountingObservation& counting() {
    return *reinterpret_cast<CountingObservation*>(words);
  }
};
static_assert(sizeof(CountingObservation) <= NLG_OBSERVATION_STRIDE);
static_assert(StagedObservation::kWords % 2 == 0);

// A warp's rows meet in shared memory: each thread encodes its own there, then all of them write
// row after row in whole lines.
template <class Scope>
struct ShowTiles {
  SeenTile<Scope> states;
  KnownTile known;
  std::array<StagedObservation, kWarp> observations;
  alignas(Quad) std::array<ActionSet, kWarp> legal;
};

template <class Tiles>
__device__ inline void write_observations(const Games& g, int first, int rows, const Tiles& tiles) {
  constexpr int kWords = StagedObservation::kWords;
  auto* out = reinterpret_cast<std::uint32_t*>(g.out.observation) +
              static_cast<std::size_t>(first) * kWords;
#pragma unroll 8
  for (int r = 0; r < rows; ++r, out += kWords) {
    const std::uint32_t* const words = tiles.observations[static_cast<std::size_t>(r)].words;
#pragma unroll
    for (int w = thread_in_warp(); w < kWords; w += kWarp) out[w] = words[w];
  }
}

// Four bits as four bytes, 0 or 1.
__device__ inline std::uint32_t spread(std::uint32_t bits) {
  return (bits & 15) * 0x00204081u & 0x01010101u;
}

// Two rows at once: sixteen threads write sixteen actions each.
template <class Tiles>
__device__ inline void write_masks(const Games& g, int first, int rows, const Tiles& tiles) {
  constexpr int kThreadsEach = kActions / 16;
  const int part = thread_in_warp() % kThreadsEach;
#pragma unroll 4
  for (int r = thread_in_warp() / kThreadsEach; r < rows; r += kWarp / kThreadsEach) {
    const ActionSet& legal = tiles.legal[static_cast<std::size_t>(r)];
    const std::uint32_t bits = reinterpret_cast<const std::uint16_t*>(&legal)[part];
    reinterpret_cast<Quad*>(g.out.mask)[static_cast<std::size_t>(first + r) * kThreadsEach +
                                        static_cast<std::size_t>(part)] = {
        {spread(bits), spread(bits >> 4), spread(bits >> 8), spread(bits >> 12)}};
  }
}

// The same as bits: rows lie side by side as they do in the tile.
template <class Tiles>
__device__ inline void write_mask_bits(const Games& g, int first, int rows, const Tiles& tiles) {
  constexpr int kEach = sizeof(ActionSet) / sizeof(Quad);
  const auto* const from = reinterpret_cast<const Quad*>(tiles.legal.data());
  auto* const to =
      reinterpret_cast<Quad*>(g.out.mask_bits) + static_cast<std::size_t>(first) * kEach;
  for (int q = thread_in_warp(); q < rows * kEach; q += kWarp) to[q] = from[q];
}

// An event a thread, a row after the other: whole lines at once.
__device__ inline void write_events(const Games& g, int first, int rows, Seat viewer) {
  auto* out = reinterpret_cast<std::uint64_t*>(g.out.events);
  for (int r = 0; r < rows; ++r) {
    const int seat = __shfl_sync(kWholeWarp, static_cast<int>(viewer), r);
    out[static_cast<std::size_t>(first + r) * kRecent +
        static_cast<std::size_t>(thread_in_warp())] =
        g.recent.ago(g.seat_row(first + r, seat), thread_in_warp());
  }
}
static_assert(kRecent == kWarp);

template <class Scope>
__device__ inline void load_seen(const Games& g, int row, SeenTile<Scope>& tile) {
  constexpr int kEnd =
      quads_up_to(offsetof(State, pile) + (Scope::has(Card::Imploding) ? Scope::kMostCards : 0));
  tile.fetch(g.states, row, {kEnd - kAfterHands, kAfterHands});
  tile.arrive();
  if constexpr (Scope::has(Card::Mark)) load_marks(g, row, tile);
}

__device__ inline void load_hand(const Games& g, int row, Seat seat, Held<Counts>& hand) {
  const Quad* const from = g.states.at(row) + first_quad(seat + 1);
#pragma unroll
  for (int q = 0; q < kHandQuads; ++q) hand.quads()[q] = from[q];
}

template <class Scope>
__device__ inline void encode_row(const Games& g, int row, const OpenChoice& asked,
                                  const Counts& hand, ShowTiles<Scope>& tiles) {
  const State& s = tiles.states.mine();
  const ViewRef v = view_ref<Scope>(g.rules, s, tiles.known.mine(), asked.seat, asked.legal, hand);
  StagedObservation& staged = tiles.observations[static_cast<std::size_t>(thread_in_warp())];
  staged.words[StagedObservation::kWords - 2] = 0;
  staged.words[StagedObservation::kWords - 1] = 0;
  encode<Scope>(g.rules, v, staged.counting());
  tiles.legal[static_cast<std::size_t>(thread_in_warp())] = asked.legal;
  g.out.player[row] = asked.seat;
}

// `asked`: what the row is asked.
template <class Scope>
__device__ inline void show_tile(const Games& g, int first, const Held<OpenChoice>& asked,
                                 ShowTiles<Scope>& tiles) {
  const int rows = min(kWarp, g.games - first);
  const int row = thread_in_warp() < rows ? first + thread_in_warp() : kNoRow;
  const Seat viewer = row != kNoRow ? asked.value.seat : Seat{0};
  const int seat_row = row == kNoRow ? kNoRow : g.seat_row(row, viewer);
  Held<Counts> hand;
  tiles.known.fetch(g.known, seat_row);
  if (row != kNoRow) load_hand(g, row, viewer, hand);
  load_seen<Scope>(g, row, tiles.states);
  tiles.known.arrive(g.known, seat_row);
  if (row != kNoRow) encode_row<Scope>(g, row, asked.value, hand.value, tiles);
  __syncwarp();
  write_observations(g, first, rows, tiles);
  if (g.out.mask != nullptr) write_masks(g, first, rows, tiles);
  if (g.out.mask_bits != nullptr) write_mask_bits(g, first, rows, tiles);
  if (g.remembers()) write_events(g, first, rows, viewer);
  __syncwarp();
}

template <class Scope>
__global__ void __launch_bounds__(kWarp* kShowWarps<Scope>)
    show_rows(const __grid_constant__ Games g) {
  extern __shared__ Quad shared[];
  auto& tiles = reinterpret_cast<ShowTiles<Scope>*>(shared)[warp_in_block()];
  const int step = warps() * kWarp;
  int row = spread_warp() * kWarp + thread_in_warp();
  Held<OpenChoice> next;
  if (row < g.games) g.asked.load(row, next);
  for (int first = spread_warp() * kWarp; first < g.games; first += step) {
    const Held<OpenChoice> asked = next;
    row += step;
    if (row < g.games) g.asked.load(row, next);  // on its way while this one is shown
    show_tile<Scope>(g, first, asked, tiles);
  }
}

// The critic's additional input: everything.
template <class Scope>
__global__ void __launch_bounds__(kWarp* kShowWarps<Scope>)
    show_secrets(const __grid_constant__ Games g) {
  extern __shared__ Quad shared[];
  auto& tile = reinterpret_cast<StateTile<Scope>*>(shared)[warp_in_block()];
  for (int first = this_warp() * kWarp; first < g.games; first += warps() * kWarp) {
    const int row = first + thread_in_warp() < g.games ? first + thread_in_warp() : kNoRow;
    fetch_states<Scope>(g, row, tile);
    arrive_states<Scope>(g, row, tile);
    if (row != kNoRow) {
      const Seat viewer = reinterpret_cast<const OpenChoice*>(g.asked.at(row))->seat;
      encode_privileged(tile.mine(), viewer,
                        g.out.privileged + static_cast<std::size_t>(row) * kPrivilegedSize);
    }
    __syncwarp();
  }
}

}  // namespace nl::gpu
