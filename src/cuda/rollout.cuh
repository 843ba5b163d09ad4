// Whole games of random play inside a kernel, with nobody listening: what a search on the GPU
// would do, and the ceiling of what stepping can reach.
//
// The games of a block lie in shared memory. In each round all threads choose an answer, the games
// are put in the order of their answers, and each thread applies one: so the threads of a warp go
// through the same rules together, whichever games they have.
#pragma once

#include "cuda/lane.h"

namespace nl::gpu {

inline constexpr int kRolloutKinds = kActions + 2 * kCardPlaces + 1;
inline constexpr int kDeal = kRolloutKinds - 1;
// As many games as a multiprocessor of an H100 or H200 has shared memory for.
inline constexpr int kBlockGames = 384;
// Ended games wait until there are so many; then all of them are dealt together, since a deal takes
// as long as dozens of answers.
inline constexpr int kDealTogether = 64;

// An odd number of words from one game to the next keeps threads off each other's banks.
inline constexpr int kStateWords = static_cast<int>((sizeof(State) + 3) / 4) | 1;

struct RolloutBlock {
  std::uint32_t states[kBlockGames * kStateWords];
  std::uint32_t episodes[kBlockGames];
  std::uint16_t order[kBlockGames];
  std::uint16_t begins[kRolloutKinds + 1];
  std::uint8_t seats[kBlockGames];
  std::uint8_t actions[kBlockGames];
  int over;
};

// What came of the games that ended, in any order.
struct RolloutSums {
  unsigned long long decisions = 0;
  unsigned long long games = 0;
  unsigned long long hash = 0;
};

constexpr std::uint64_t end_hash(std::uint64_t game, Seat won, const State& s) {
  return mix64(mix64(game) + won + (std::uint64_t{s.pile_size} << 8));
}

__global__ void __launch_bounds__(kBlockGames, 1)
    roll_out(const __grid_constant__ Rules rules, int seats, std::uint64_t seed, int rounds,
             RolloutSums* sums, std::uint32_t* ended_in_row) {
  extern __shared__ std::uint32_t memory[];
  auto& block = *reinterpret_cast<RolloutBlock*>(memory);
  const auto state = [&](int game) -> State& {
    return *reinterpret_cast<State*>(&block.states[game * kStateWords]);
  };
  const int me = static_cast<int>(threadIdx.x);
  const std::uint32_t first = blockIdx.x * kBlockGames;
  Stream choices = choices_of(seed, first + static_cast<std::uint32_t>(me));
  NullSink nobody;
  const auto deal = [&](int game) {
    const std::uint32_t row = first + static_cast<std::uint32_t>(game);
    SeededSource random = chance_of(seed, row, block.episodes[game]);
    state(game) = new_game(rules, seats, random, nobody);
  };
  block.episodes[me] = 0;
  deal(me);
  unsigned long long decisions = 0;
  unsigned long long ended = 0;
  unsigned long long hash = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int kind = me; kind < kRolloutKinds; kind += kBlockGames) block.begins[kind] = 0;
    if (me == 0) block.over = 0;
    __syncthreads();
    int kind = -1;
    State& mine = state(me);
    if (mine.over()) {
      atomicAdd(&block.over, 1);
    } else {
      const Seat seat = next_actor(mine);
      const Action action = choose(choices, legal(rules, mine, seat));
      const bool window = mine.top().phase == Phase::Window && mine.play.card != kNoCard;
      kind = window ? kActions + 2 * index(mine.play.card) + (action == word(Verb::Nope) ? 1 : 0)
                    : action.id;
      block.seats[me] = seat;
      block.actions[me] = action.id;
      ++decisions;
    }
    __syncthreads();
    if (kind < 0 && block.over >= kDealTogether) kind = kDeal;
    // Places within a kind, then where each kind begins.
    int place = 0;
    if (kind >= 0) {
      auto* const words = reinterpret_cast<unsigned*>(block.begins);
      const int shift = kind % 2 * 16;
      place = static_cast<int>(atomicAdd(&words[kind / 2], 1u << shift) >> shift & 0xFFFF);
    }
    __syncthreads();
    if (me < 32) {
      int before = 0;
      for (int base = 0; base < kRolloutKinds; base += 32) {
        const int here = base + me < kRolloutKinds ? block.begins[base + me] : 0;
        int sum = here;
        for (int step = 1; step < 32; step *= 2) {
          const int below = __shfl_up_sync(~0u, sum, static_cast<unsigned>(step));
          if (me >= step) sum += below;
        }
        if (base + me < kRolloutKinds) {
          block.begins[base + me] = static_cast<std::uint16_t>(before + sum - here);
        }
        before += __shfl_sync(~0u, sum, 31);
      }
      if (me == 0) block.over = before;  // how many have something to do
    }
    __syncthreads();
    if (kind >= 0) block.order[block.begins[kind] + place] = static_cast<std::uint16_t>(me);
    const int busy = block.over;
    __syncthreads();
    if (me < busy) {
      const int game = block.order[me];
      State& s = state(game);
      if (s.over()) {
        ++block.episodes[game];
        deal(game);
      } else {
        const std::uint32_t row = first + static_cast<std::uint32_t>(game);
        SeededSource random = chance_of(seed, row, block.episodes[game]);
        apply_legal(rules, s, block.seats[game], make_action(block.actions[game]), random, nobody);
        if (s.over()) {
          ++ended;
          hash +=
              end_hash(static_cast<std::uint64_t>(row) << 32 | block.episodes[game], winner(s), s);
        }
      }
    }
    __syncthreads();
  }
  if (ended_in_row != nullptr) {
    ended_in_row[first + static_cast<std::uint32_t>(me)] =
        block.episodes[me] + (state(me).over() ? 1u : 0u);
  }
  atomicAdd(&sums->decisions, decisions);
  atomicAdd(&sums->games, ended);
  atomicAdd(&sums->hash, hash);
}

}  // namespace nl::gpu
