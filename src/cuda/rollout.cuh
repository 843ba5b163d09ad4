// Rollout kernel: whole random games on the GPU.
// Nobody listens, so its speed is the upper bound of stepping.
//
// The games of a block lie in shared memory. In each round all threads choose an answer, the games
// are put in the order of their answers, and each thread applies one: so the threads of a warp go
// through the same rules together, whichever games they have.
#pragma once

#include "cuda/state_tile.cuh"
#include "engine/batch_row.h"
#include "engine/games_hash.h"

namespace nl::gpu {

// Work of a game of the block in a round: an answer by its id, an answer to a window by the
// card that the window is about, or a deal.
inline constexpr int kRolloutKinds = kActions + 2 * kCardPlaces + 1;
inline constexpr int kDeal = kRolloutKinds - 1;
inline constexpr int kNothing = -1;
// As many games as a multiprocessor of an H100 or H200 has shared memory for. Two or three blocks
// of fewer games were slower: each sorts fewer of them.
template <class Scope>
inline constexpr int kBlockGames = (Scope::has(Card::Mark) ? 11 : 19) * kWarp;
// Ended games wait until there are so many; then all of them are dealt together, since a deal takes
// as long as dozens of answers.
inline constexpr int kDealTogether = 64;

template <class Scope>
struct RolloutBlock {
  // An odd number of words from one game to the next keeps threads off each other's banks.
  static constexpr int kStateWords = static_cast<int>((kGameBytes<Scope> + 3) / 4) | 1;
  static constexpr int kGames = kBlockGames<Scope>;

  std::uint32_t states[kGames * kStateWords];
  std::uint32_t episodes[kGames];
  std::uint16_t order[kGames];              // the games with something to do, alike ones together
  std::uint16_t begins[kRolloutKinds + 1];  // begin of each kind
  std::uint8_t seats[kGames];
  std::uint8_t actions[kGames];
  int over;  // games that have ended
  int busy;  // games with something to do

  __device__ State& state(int game) {
    return *reinterpret_cast<State*>(&states[game * kStateWords]);
  }
};

// Results of the games that ended, in any order.
struct RolloutSums {
  unsigned long long decisions = 0;
  unsigned long long games = 0;
  unsigned long long hash = 0;
};

constexpr std::uint64_t end_hash(std::uint64_t game, Seat won, const State& s) {
  return mix64(mix64(game) + won + (std::uint64_t{s.pile_size} << 8));
}

constexpr int kind_of(const State& s, Action action) {
  const bool window = s.top().phase == Phase::Window && s.play.card != kNoCard;
  if (!window) return action.id;
  return kActions + 2 * index(s.play.card) + (action == word(Verb::Nope) ? 1 : 0);
}

// One thread of a block: it answers for the game of its own number, and applies the answer of
// whichever game comes to it.
template <class Scope>
struct RolloutThread {
  const Rules& rules;
  int seats;
  std::uint64_t seed;
  RolloutBlock<Scope>& block;
  int me;
  std::uint32_t first;  // the row of the block's first game
  Stream choices;
  RolloutSums sums{};

  __device__ std::uint32_t row(int game) const { return first + static_cast<std::uint32_t>(game); }

  __device__ void deal(int game) {
    NullSink nobody;
    SeededSource random = chance_of(seed, row(game), block.episodes[game]);
    State& s = block.state(game);
    blank<Scope>(s);
    set_up(rules, seats, s, random, nobody);
  }
  __device__ void begin() {
    block.episodes[me] = 0;
    deal(me);
  }

  __device__ void clear_round() {
    for (int kind = me; kind < kRolloutKinds; kind += kBlockGames<Scope>) block.begins[kind] = 0;
    if (me == 0) block.over = 0;
  }
  __device__ int answer() {
    const State& s = block.state(me);
    if (s.over()) {
      atomicAdd(&block.over, 1);
      return kNothing;
    }
    const Seat seat = next_actor(s);
    const Action action = choose(choices, legal<Scope>(rules, s, seat));
    block.seats[me] = seat;
    block.actions[me] = action.id;
    ++sums.decisions;
    return kind_of(s, action);
  }
  // Counts this game among those of its kind, and says which of them it is. Two counts share a
  // word, the smallest thing that can be counted up together.
  __device__ int place_among(int kind) {
    auto* const words = reinterpret_cast<unsigned*>(block.begins);
    const int shift = kind % 2 * 16;
    return static_cast<int>(atomicAdd(&words[kind / 2], 1u << shift) >> shift & 0xFFFF);
  }
  // Counts become beginnings: sums over all kinds before, 32 kinds at a time, by the first warp.
  __device__ void find_begins() {
    int before = 0;
    for (int base = 0; base < kRolloutKinds; base += kWarp) {
      const int kind = base + me;
      const int here = kind < kRolloutKinds ? block.begins[kind] : 0;
      int sum = here;
      for (int step = 1; step < kWarp; step *= 2) {
        const int below = __shfl_up_sync(kWholeWarp, sum, static_cast<unsigned>(step));
        if (me >= step) sum += below;
      }
      if (kind < kRolloutKinds)
        block.begins[kind] = static_cast<std::uint16_t>(before + sum - here);
      before += __shfl_sync(kWholeWarp, sum, kWarp - 1);
    }
    if (me == 0) block.busy = before;
  }
  __device__ void work(int game) {
    State& s = block.state(game);
    if (s.over()) {
      ++block.episodes[game];
      return deal(game);
    }
    NullSink nobody;
    SeededSource random = chance_of(seed, row(game), block.episodes[game]);
    apply_legal<Scope>(rules, s, block.seats[game], make_action(block.actions[game]), random,
                       nobody);
    if (!s.over()) return;
    ++sums.games;
    sums.hash += end_hash(game_number(row(game), block.episodes[game]), winner(s), s);
  }

  __device__ void round() {
    clear_round();
    __syncthreads();
    int kind = answer();
    __syncthreads();
    if (kind == kNothing && block.over >= kDealTogether) kind = kDeal;
    const int place = kind == kNothing ? 0 : place_among(kind);
    __syncthreads();
    if (me < kWarp) find_begins();
    __syncthreads();
    if (kind != kNothing) block.order[block.begins[kind] + place] = static_cast<std::uint16_t>(me);
    __syncthreads();
    if (me < block.busy) work(block.order[me]);
    __syncthreads();
  }
};

template <class Scope>
__global__ void __launch_bounds__(kBlockGames<Scope>, 1)
    roll_out(const __grid_constant__ Rules rules, int seats, std::uint64_t seed, int rounds,
             RolloutSums* sums, std::uint32_t* ended_in_row) {
  extern __shared__ std::uint32_t memory[];
  auto& block = *reinterpret_cast<RolloutBlock<Scope>*>(memory);
  const int me = static_cast<int>(threadIdx.x);
  const std::uint32_t first = blockIdx.x * kBlockGames<Scope>;
  const std::uint32_t row = first + static_cast<std::uint32_t>(me);
  RolloutThread<Scope> thread{rules, seats, seed, block, me, first, choices_of(seed, row)};
  thread.begin();
  for (int round = 0; round < rounds; ++round) thread.round();
  if (ended_in_row != nullptr) {
    ended_in_row[row] = block.episodes[me] + (block.state(me).over() ? 1u : 0u);
  }
  atomicAdd(&sums->decisions, thread.sums.decisions);
  atomicAdd(&sums->games, thread.sums.games);
  atomicAdd(&sums->hash, thread.sums.hash);
}

}  // namespace nl::gpu
