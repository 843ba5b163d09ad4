// Kernel that folds a step's events into each seat's knowledge: one thread for each seat.
#pragma once

#include "cuda/known_tile.cuh"
#include "cuda/notify_seats.cuh"

namespace nl::gpu {

struct FoldTiles {
  KnownTile known;
  WarpTile<Event> event;
};

// A place with its row, and the events for it.
struct NewsAt {
  int place;
  int row = kNoRow;
  RowSummary summary;
};

__device__ inline NewsAt news_at(const Games& g, int tile) {
  NewsAt news{tile / g.seats * kWarp + thread_in_warp()};
  if (news.place < g.games) {
    news.row = static_cast<int>(g.order[news.place]);
    news.summary = g.news.summaries[news.place];
  }
  return news;
}

// One seat that hears of the news.
struct Listener {
  int place;
  int row = kNoRow;  // of its game
  Seat seat = 0;
  std::uint8_t count = 0;
};

// Those who listen at the warp's places, one after another: this thread's in a round of 32.
__device__ inline Listener listener(const NewsAt& news, int round) {
  const unsigned to = news.summary.count != 0 ? news.summary.to : 0u;
  int up_to = __popc(to);
  for (int step = 1; step < kWarp; step *= 2) {
    const int below = __shfl_up_sync(kWholeWarp, up_to, static_cast<unsigned>(step));
    if (thread_in_warp() >= step) up_to += below;
  }
  const int mine = round * kWarp + thread_in_warp();
  int thread = 0;  // number of threads with all of theirs before it
  for (int step = kWarp / 2; step > 0; step /= 2) {
    if (__shfl_sync(kWholeWarp, up_to, thread + step - 1) <= mine) thread += step;
  }
  const auto from = [&](auto value) { return __shfl_sync(kWholeWarp, value, thread); };
  Listener found{from(news.place), from(news.row), 0, 0};
  unsigned seats = from(to);
  const int after = from(up_to) - mine;  // of that place, with this one
  const auto count = static_cast<std::uint8_t>(from(static_cast<int>(news.summary.count)));
  if (after <= 0) return found;
  for (int before = __popc(seats) - after; before > 0; --before) seats &= seats - 1;
  found.seat = static_cast<Seat>(__ffs(static_cast<int>(seats)) - 1);
  found.count = count;
  return found;
}

__device__ inline void fold_tile(const Games& g, const Listener& listener, FoldTiles& tiles) {
  const int place = listener.place;
  const Seat seat = listener.seat;
  const std::uint8_t count = listener.count;
  if (!__any_sync(kWholeWarp, count != 0)) return;
  const int row = count != 0 ? g.seat_row(listener.row, seat) : kNoRow;
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
    fold(mine, EventForSeat(event, holds(event.knows, seat)));
  }
  tiles.known.store(g.known, row);
  __syncwarp();
  if (g.remembers() && count != 0) remember(g, row, place, seat, count);
}

// As many as fit, each thread with 48 registers.
inline constexpr int kFoldWarps = 4;
inline constexpr int kFoldBlocks = 10;

__global__ void __launch_bounds__(kWarp* kFoldWarps, kFoldBlocks)
    fold_news(const __grid_constant__ Games g) {
  extern __shared__ Quad shared[];
  auto& tiles = reinterpret_cast<FoldTiles*>(shared)[warp_in_block()];
  const int all = (g.games + kWarp - 1) / kWarp * g.seats;
  NewsAt next = news_at(g, this_warp());
  for (int tile = this_warp(); tile < all; tile += warps()) {
    const NewsAt news = next;
    next = news_at(g, tile + warps());  // on its way while these are told
    fold_tile(g, listener(news, tile % g.seats), tiles);
  }
}

}  // namespace nl::gpu
