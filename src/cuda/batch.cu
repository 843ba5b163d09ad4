// Memory and steps of a batch of games on the GPU.
#include <cstddef>

#include "cuda/batch.cuh"
#include "cuda/begin_rows.cuh"
#include "cuda/fold_news.cuh"
#include "cuda/launch.cuh"
#include "cuda/order_rows.cuh"
#include "cuda/show_rows.cuh"

namespace nl::gpu {
namespace {

// Cuts memory into arrays for `rows` rows; without memory it only counts.
class Cutter {
 public:
  Cutter(void* memory, int rows) : begin_(static_cast<std::byte*>(memory)), rows_(rows) {}

  template <class Value>
  void take(Rows<Value>& rows) {
    take(rows.quads, count() * Rows<Value>::kStride);
  }
  template <class Value>
  void take(Value*& values, std::size_t size) {
    values = begin_ == nullptr ? nullptr : reinterpret_cast<Value*>(begin_ + taken_);
    taken_ += (size * sizeof(Value) + 255) / 256 * 256;
  }
  std::size_t count() const { return static_cast<std::size_t>(rows_); }
  std::size_t taken() const { return taken_; }

 private:
  std::byte* begin_;
  std::size_t taken_ = 0;
  int rows_;
};

std::size_t cut(Games& g, void* memory, bool remembers) {
  Cutter cutter(memory, g.games);
  cutter.take(g.states);
  const std::size_t seat_rows = cutter.count() * static_cast<std::size_t>(g.seats);
  cutter.take(g.known.heads, seat_rows * KnownRows::kHead);
  cutter.take(g.known.tails, seat_rows * KnownRows::kTail);
  cutter.take(g.asked);
  cutter.take(g.choices);
  g.news.rows = g.games;
  cutter.take(g.news.summaries, cutter.count());
  cutter.take(g.news.events, cutter.count() * kMostNews);
  if (remembers) {
    cutter.take(g.recent.words, seat_rows * kRecent);
    cutter.take(g.recent.told, seat_rows);
  }
  cutter.take(g.episodes, cutter.count());
  cutter.take(g.order, cutter.count());
  cutter.take(g.ended, cutter.count());
  cutter.take(g.keys, cutter.count());
  cutter.take(g.sorting.ended_count, Sorting::kCleared);
  g.sorting.totals = g.sorting.ended_count + 1;
  cutter.take(g.sorting.begins, static_cast<std::size_t>(segments(g.games)) * kBuckets);
  cutter.take(g.sorting.places, cutter.count());
  return cutter.taken();
}

template <class Scope>
void queue_deal_and_show(const Games& g, cudaStream_t stream) {
  g.remembers() ? queue_deal<true, Scope>(g, stream) : queue_deal<false, Scope>(g, stream);
  queue<fold_news>(g.games * g.seats, sizeof(FoldTiles), stream, g);
  queue<show_rows<Scope>>(g.games, sizeof(ShowTiles<Scope>), stream, g);
  if (g.out.privileged != nullptr) {
    queue<show_secrets<Scope>>(g.games, sizeof(StateTile<Scope>), stream, g);
  }
}

template <class Scope>
void queue_step_in(const Games& g, const std::int32_t* actions, cudaStream_t stream) {
  g.remembers() ? queue_play<true, Scope>(g, actions, stream)
                : queue_play<false, Scope>(g, actions, stream);
  queue_deal_and_show<Scope>(g, stream);
}

bool plain(const Games& g) { return BaseBoxOnly::fits(g.rules); }

}  // namespace

// ---- what the host calls ----------------------------------------------------------------------

std::size_t bytes_for(int seats, int rows, bool remembers) {
  Games games;
  games.seats = seats;
  games.games = rows;
  return cut(games, nullptr, remembers);
}

void lay_out(Games& g, void* memory) { cut(g, memory, g.remembers()); }

void queue_reset(const Games& g, cudaStream_t stream) {
  begin_rows<<<blocks_for(g.games, 128), 128, 0, stream>>>(g);
  plain(g) ? queue_deal_and_show<BaseBoxOnly>(g, stream) : queue_deal_and_show<AnyGame>(g, stream);
}

void queue_step(const Games& g, const std::int32_t* actions, cudaStream_t stream) {
  static_cast<void>(
      cudaMemsetAsync(g.sorting.ended_count, 0, Sorting::kCleared * sizeof(std::uint32_t), stream));
  count_rows<<<segments(g.games), kOrderThreads, 0, stream>>>(g, actions);
  order_rows<<<segments(g.games), kOrderThreads, 0, stream>>>(g);
  plain(g) ? queue_step_in<BaseBoxOnly>(g, actions, stream)
           : queue_step_in<AnyGame>(g, actions, stream);
}

void queue_sample(const Games& g, std::int32_t* actions, cudaStream_t stream) {
  sample_rows<<<blocks_for(g.games, 128), 128, 0, stream>>>(g, actions);
}

}  // namespace nl::gpu
