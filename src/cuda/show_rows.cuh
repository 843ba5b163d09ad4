// What who is asked sees: observation and mask of every row.
#pragma once

#include "cuda/state_tile.cuh"
#include "engine/encode.h"

namespace nl::gpu {

inline constexpr int kShowThreads = 64;

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
struct ShowTiles {
  StateTile states;
  WarpTile<Knowledge> known;
  std::array<StagedObservation, kWarp> observations;
  std::array<ActionSet, kWarp> legal;
};

__device__ inline void write_observations(const Games& g, int first, int rows,
                                          const ShowTiles& tiles) {
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
__device__ inline void write_masks(const Games& g, int first, int rows, const ShowTiles& tiles) {
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

__device__ inline void encode_row(const Games& g, int row, Seat viewer, ShowTiles& tiles) {
  const State& s = tiles.states.mine();
  const Glimpse v = glimpse(g.rules, s, tiles.known.mine(), viewer);
  StagedObservation& staged = tiles.observations[static_cast<std::size_t>(thread_in_warp())];
  staged.words[StagedObservation::kWords - 2] = 0;
  staged.words[StagedObservation::kWords - 1] = 0;
  encode(g.rules, v, staged.counting());
  tiles.legal[static_cast<std::size_t>(thread_in_warp())] = v.legal;
  g.out.player[row] = viewer;
  if (g.out.privileged != nullptr) {
    encode_privileged(s, viewer, g.out.privileged + row * kPrivilegedSize);
  }
}

__global__ void __launch_bounds__(kShowThreads) show_rows(const __grid_constant__ Games g) {
  extern __shared__ ShowTiles all_tiles[];
  ShowTiles& tiles = all_tiles[warp_in_block()];
  for (int first = this_warp() * kWarp; first < g.games; first += warps() * kWarp) {
    const int rows = min(kWarp, g.games - first);
    const int row = thread_in_warp() < rows ? first + thread_in_warp() : kNoRow;
    Seat viewer = kNoSeat;
    if (row != kNoRow) viewer = reinterpret_cast<const OpenChoice*>(g.asked.at(row))->seat;
    tiles.known.fetch(g.known, row == kNoRow ? kNoRow : g.seat_row(row, viewer),
                      whole<Knowledge>());
    load_states(g, row, tiles.states);
    if (row != kNoRow) encode_row(g, row, viewer, tiles);
    __syncwarp();
    write_observations(g, first, rows, tiles);
    write_masks(g, first, rows, tiles);
    if (g.remembers()) write_events(g, first, rows, viewer);
    __syncwarp();
  }
}

}  // namespace nl::gpu
