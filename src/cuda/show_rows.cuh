// What who is asked sees: observation and mask of every row.
#pragma once

#include "cuda/state_tile.cuh"

namespace nl::gpu {

inline constexpr int kShowThreads = 64;

// As long as a row of the caller's array; what lies behind the observation is zero.
struct PaddedObservation {
  CountingObservation counting;
  std::uint8_t padding[NLG_OBSERVATION_STRIDE - sizeof(CountingObservation)];
};
static_assert(sizeof(PaddedObservation) == NLG_OBSERVATION_STRIDE);

// A warp's rows meet in shared memory: each thread encodes its own there, then all of them write
// row after row in whole lines.
struct ShowTiles {
  StateTile states;
  WarpTile<Knowledge> known;
  WarpTile<PaddedObservation> observations;
  std::array<ActionSet, kWarp> legal;
};

// Four bits as four bytes, 0 or 1.
__device__ inline std::uint32_t spread(std::uint64_t bits) {
  return static_cast<std::uint32_t>(bits & 15) * 0x00204081u & 0x01010101u;
}

__device__ inline void write_row(const Games& g, int row, int thread_of_row,
                                 const ShowTiles& tiles) {
  constexpr int kWords = NLG_OBSERVATION_STRIDE / 4;
  const int thread = thread_in_warp();
  auto* const observation = reinterpret_cast<std::uint32_t*>(g.out.observation) +
                            static_cast<std::size_t>(row) * kWords;
  const std::uint32_t* const encoded = tiles.observations.words_of(thread_of_row);
  for (int w = thread; w < kWords; w += kWarp) observation[w] = encoded[w];
  const ActionSet& legal = tiles.legal[static_cast<std::size_t>(thread_of_row)];
  const std::uint64_t bits = legal.bits[static_cast<std::size_t>(thread / 8)] >> thread % 8 * 8;
  auto* const mask = reinterpret_cast<uint2*>(g.out.mask) + static_cast<std::size_t>(row) * kWarp;
  mask[thread] = {spread(bits), spread(bits >> 4)};
}

__device__ inline void encode_row(const Games& g, int row, Seat viewer, ShowTiles& tiles) {
  const State& s = tiles.states.mine();
  const Glimpse v = glimpse(g.rules, s, tiles.known.mine(), viewer);
  PaddedObservation& o = tiles.observations.mine();
  encode(g.rules, v, o.counting);
  for (std::uint8_t& byte : o.padding) byte = 0;
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
    if (row != kNoRow) viewer = reinterpret_cast<const Asked*>(g.asked.at(row))->seat;
    tiles.known.fetch(g.known, row == kNoRow ? kNoRow : g.seat_row(row, viewer));
    load_states(g, row, tiles.states);
    if (row != kNoRow) encode_row(g, row, viewer, tiles);
    __syncwarp();
#pragma unroll 4
    for (int r = 0; r < rows; ++r) write_row(g, first + r, r, tiles);
    __syncwarp();
  }
}

}  // namespace nl::gpu
