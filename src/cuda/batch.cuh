// A batch of games on the GPU and the kernels that play it.
#pragma once

#include <cuda_runtime.h>

#include "cuda/lane.h"
#include "cuda/ninelives_gpu.h"
#include "cuda/rows.h"
#include "engine/privileged.h"

namespace nl::gpu {

// Answers of one kind: the same action, and in a window for the same card.
inline constexpr int kAnswerKinds = kActions + 2 * kCardPlaces;
inline constexpr int kEnded = kAnswerKinds;  // counts the ended rows
inline constexpr int kCounters = kAnswerKinds + 1;

// Passed to kernels by value. All pointers are device memory.
struct Games {
  Rules rules;
  std::uint64_t seed = 0;
  int seats = 0;
  int games = 0;
  Rows<State> states;
  std::array<Rows<Knowledge>, kMaxSeats> known;
  Rows<Asked> asked;
  Rows<Stream> choices;
  std::uint32_t* episodes = nullptr;
  std::uint32_t* order = nullptr;     // the rows, those with like answers side by side
  std::uint32_t* ended = nullptr;     // the rows whose game has just ended, in any order
  std::uint32_t* counters = nullptr;  // [kCounters]
  nlg_arrays out{};
};

// Bytes that `games` needs for so many rows, and how they are cut up.
std::size_t bytes_for(int seats, int rows);
void lay_out(Games& games, void* memory);

void queue_reset(const Games& games, cudaStream_t stream);
void queue_step(const Games& games, const std::int32_t* actions, cudaStream_t stream);
void queue_sample(const Games& games, std::int32_t* actions, cudaStream_t stream);

}  // namespace nl::gpu
