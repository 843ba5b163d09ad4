// What each seat knows after the news: a thread a seat.
#pragma once

#include "cuda/known_tile.cuh"
#include "cuda/tell.cuh"

namespace nl::gpu {

struct FoldTiles {
  KnownTile known;
  WarpTile<Event> event;
};

__device__ inline void fold_tile(const Games& g, int first, Seat seat, FoldTiles& tiles) {
  const int place = first + thread_in_warp();
  const std::uint8_t count = place < g.games ? g.news.count[place] : std::uint8_t{0};
  if (!__any_sync(kWholeWarp, count != 0)) return;
  const int row = count != 0 ? g.seat_row(static_cast<int>(g.order[place]), seat) : kNoRow;
  const bool fresh = (count & kNewGame) != 0;
  tiles.known.fetch(g.known, fresh ? kNoRow : row);
  const int events = count & ~kNewGame;
  Quad next{};
  if (events != 0) next = g.news.event(place, 0);
  tiles.known.arrive(g.known, fresh ? kNoRow : row);
  Knowledge& mine = tiles.known.mine();
  Event& event = tiles.event.mine();
  if (fresh) mine = Knowledge(seat, g.seats);
  for (int i = 0; i < events; ++i) {
    event = as_event(next);
    if (i + 1 < events) next = g.news.event(place, i + 1);
    mine.fold(Told(event, holds(event.knows, seat)));
  }
  tiles.known.store(g.known, row);
  __syncwarp();
  if (g.remembers() && count != 0) remember(g, row, place, seat, count);
}

inline constexpr int kFoldThreads = 128;

__global__ void __launch_bounds__(kFoldThreads) fold_news(const __grid_constant__ Games g) {
  __shared__ FoldTiles tiles[kFoldThreads / kWarp];
  const int all = (g.games + kWarp - 1) / kWarp * g.seats;
  for (int tile = this_warp(); tile < all; tile += warps()) {
    fold_tile(g, tile / g.seats * kWarp, static_cast<Seat>(tile % g.seats), tiles[warp_in_block()]);
  }
}

}  // namespace nl::gpu
