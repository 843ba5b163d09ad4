// A batch of games on the GPU and the kernels that play it.
//
// A step is six kernels, each with the threads and the memory that suit its work:
//   count_rows, order_rows   put rows with like answers side by side
//   play_rows    a thread a game: applies the answer and plays on until somebody has a choice
//   deal_ended   a thread an ended game: deals the next one
//   fold_news    a thread a seat: what it knows after what has happened
//   show_rows    a thread a game: observation and mask of the acting seat
#pragma once

#include <cuda_runtime.h>

#include "cuda/divergence_key.h"
#include "cuda/known_rows.h"
#include "cuda/news.cuh"
#include "cuda/ninelives_gpu.h"
#include "cuda/recent_events.h"
#include "cuda/rows.h"
#include "engine/batch_row.h"
#include "engine/games_hash.h"
#include "engine/privileged.h"
#include "engine/scope.h"

namespace nl::gpu {

// Passed to kernels by value. All pointers are device memory.
struct Games {
  Rules rules;
  std::uint64_t seed = 0;
  int seats = 0;
  int games = 0;
  Rows<State> states;
  KnownRows known;  // of a row's seats, one after another
  Rows<OpenChoice> asked;
  Rows<Stream> choices;
  News news;
  Recent recent;
  std::uint32_t* episodes = nullptr;
  DivergenceKey* keys = nullptr;  // of the open choice of each row
  Sorting sorting;
  std::uint32_t* order = nullptr;  // the row at each place: those with like answers side by side
  std::uint32_t* ended = nullptr;  // the places whose game has just ended, in any order
  nlg_arrays out{};

  constexpr int seat_row(int row, int seat) const { return row * seats + seat; }
  // True if the past is shown, so that every event must be recorded.
  constexpr bool remembers() const { return out.events != nullptr; }
};

// Bytes that `games` needs for so many rows, and how they are cut up.
std::size_t bytes_for(int seats, int rows, bool remembers);
void lay_out(Games& games, void* memory);

// The parts that go through the rules, each compiled for itself: with all that happens told, or no
// more than what seats know beyond what all see; for any game, or for plain ones.
template <bool kEverything, class Scope>
void queue_play(const Games& games, const std::int32_t* actions, cudaStream_t stream);
template <bool kEverything, class Scope>
void queue_deal(const Games& games, cudaStream_t stream);

void queue_reset(const Games& games, cudaStream_t stream);
void queue_step(const Games& games, const std::int32_t* actions, cudaStream_t stream);
void queue_sample(const Games& games, std::int32_t* actions, cudaStream_t stream);

}  // namespace nl::gpu
