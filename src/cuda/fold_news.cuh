// What each seat knows after the news: a thread a seat.
#pragma once

#include "cuda/known_tile.cuh"
#include "cuda/tell.cuh"

namespace nl::gpu {

struct FoldTiles {
  KnownTile known;
  WarpTile<Event> event;
};

// A place with its row, and how much has happened there.
struct NewsAt {
  int place;
  int row = kNoRow;
  std::uint8_t count = 0;
};

__device__ inline NewsAt news_at(const Games& g, int tile) {
  NewsAt news{tile / g.seats * kWarp + thread_in_warp()};
  if (news.place < g.games) {
    news.row = static_cast<int>(g.order[news.place]);
    news.count = g.news.count[news.place];
  }
  return news;
}

__device__ inline void fold_tile(const Games& g, const NewsAt& news, Seat seat, FoldTiles& tiles) {
  const int place = news.place;
  const std::uint8_t count = news.count;
  if (!__any_sync(kWholeWarp, count != 0)) return;
  const int row = count != 0 ? g.seat_row(news.row, seat) : kNoRow;
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
  NewsAt next = news_at(g, this_warp());
  for (int tile = this_warp(); tile < all; tile += warps()) {
    const NewsAt news = next;
    next = news_at(g, tile + warps());  // on its way while these are told
    fold_tile(g, news, static_cast<Seat>(tile % g.seats), tiles[warp_in_block()]);
  }
}

}  // namespace nl::gpu
