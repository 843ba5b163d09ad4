// Kernels of the rules: a thread plays a game from one choice to the next, or deals a new one.
#pragma once

#include "cuda/launch.cuh"
#include "cuda/notify_seats.cuh"
#include "cuda/result.cuh"
#include "cuda/state_tile.cuh"

namespace nl::gpu {

// The most that shared memory of an H100 or H200 has room for; it leaves each thread 72 registers.
template <class Scope>
inline constexpr int kPlayWarps = Scope::has(Card::Mark) ? 16 : 28;

// Of a game in play no more is kept than it needs: no hands of seats that are not there, and a
// plain one's pile never grows beyond the deal.
template <class Scope>
struct Room {
  int seats = kMaxSeats;
  int pile = Scope::kMostCards;

  constexpr int begin() const { return first_quad(seats); }
  constexpr int stride() const {
    if constexpr (Scope::has(Card::Mark)) {
      return tile_stride(quads_up_to(kGameBytes<Scope>) - begin());
    }
    return tile_stride(without_marks<Scope>(seats, pile).quads);
  }
  constexpr std::size_t bytes() const {
    return static_cast<std::size_t>(stride()) * kWarp * sizeof(Quad);
  }
};

struct NotifySeats {
  const Games& g;
  int row;
  int place;

  __host__ __device__ void operator()(std::uint8_t count) const {
    notify_seats(g, row, place, count);
  }
};

template <bool kEverything>
__device__ inline Reporter<kEverything, NotifySeats> reporter(const Games& g, int row, int place) {
  return {g.news, place, NotifySeats{g, row, place}};
}

// Apart from the rules, since it is a second copy of them that nobody needs who plays well. Says
// what has happened by a copy, so that the caller's stays out of local memory.
template <class Scope, class Report>
[[gnu::noinline]] __device__ Report leave_row(const Games& g, State& s, Seat seat,
                                              SeededSource random, Report report) {
  forfeit<Scope>(g.rules, s, seat, random, report);
  return report;
}

// Question of a row, and its result.
struct Answered {
  Held<OpenChoice> asked{};
  std::uint32_t episode = 0;
  std::int32_t action = 0;
};

__device__ inline Answered load_answer(const Games& g, int row, const std::int32_t* actions) {
  Answered answered;
  if (row == kNoRow) return answered;
  g.asked.load(row, answered.asked);
  answered.episode = g.episodes[row];
  answered.action = actions[row];
  return answered;
}

// False if the game has ended.
template <bool kEverything, class Scope>
__device__ inline bool play_row(const Games& g, int row, int place, Answered& answered, State& s) {
  Held<OpenChoice>& asked = answered.asked;
  const std::int32_t action = answered.action;
  auto report = reporter<kEverything>(g, row, place);
  SeededSource random = chance_of(g.seed, static_cast<std::uint32_t>(row), answered.episode);
  const bool legal = action >= 0 && action < kActions && asked.value.legal.has(make_action(action));
  if (!legal) report.goes_on(leave_row<Scope>(g, s, asked.value.seat, random, report));
  if (!play_on<Scope>(g.rules, s, random, report, asked.value, legal, make_action(action))) {
    g.news.summaries[place] = {};
    return false;
  }
  g.asked.store(row, asked);
  g.keys[row] = divergence_key<Scope>(s, asked.value.seat);
  report.close(s.alive);
  return true;
}

__device__ inline void end_row(const Games& g, int row, int place, Seat won) {
  give_result(g, row, won);
  g.ended[atomicAdd(g.sorting.ended_count, 1u)] = static_cast<std::uint32_t>(place);
}

__device__ inline int row_at(const Games& g, int place) {
  return place < g.games ? static_cast<int>(g.order[place]) : kNoRow;
}

template <bool kEverything, class Scope>
__global__ void __launch_bounds__(kWarp* kPlayWarps<Scope>, 1)
    play_rows(const __grid_constant__ Games g, const std::int32_t* actions, Room<Scope> room) {
  extern __shared__ Quad shared[];
  const int stride = room.stride();
  const TileIn<State> tile(shared + warp_in_block() * kWarp * stride, stride, room.begin());
  const int step = warps() * kWarp;
  int next = row_at(g, spread_warp() * kWarp + thread_in_warp());
  for (int first = spread_warp() * kWarp; first < g.games; first += step) {
    const int place = first + thread_in_warp();
    int row = next;
    fetch_states<Scope>(g, row, tile, room.pile);
    Answered answered = load_answer(g, row, actions);
    next = row_at(g, place + step);  // on its way while this one is played
    arrive_states<Scope>(g, row, tile);
    State& s = tile.mine();
    bool marks = false;
    if (row != kNoRow) {
      marks = s.with_marks != 0;
      if (!play_row<kEverything, Scope>(g, row, place, answered, s)) {
        end_row(g, row, place, winner(s));
        row = kNoRow;
      }
    }
    __syncwarp();
    store_states<Scope>(g, row, tile, marks || (row != kNoRow && s.with_marks != 0), room.pile);
    __syncwarp();
  }
}

template <bool kEverything, class Scope>
__device__ inline void deal_row(const Games& g, int row, int place, State& s) {
  Held<OpenChoice> asked;
  auto report = reporter<kEverything>(g, row, place);
  std::uint32_t episode = g.episodes[row];
  // Games in which nobody has anything to decide are passed over.
  for (bool goes_on = false; !goes_on;) {
    ++episode;
    SeededSource random = chance_of(g.seed, static_cast<std::uint32_t>(row), episode);
    report.new_game();
    blank<Scope>(s);
    set_up(g.rules, g.seats, s, random, report);
    goes_on = play_on<Scope>(g.rules, s, random, report, asked.value, false, Action{});
  }
  g.episodes[row] = episode;
  g.asked.store(row, asked);
  g.keys[row] = divergence_key<Scope>(s, asked.value.seat);
  report.close(s.alive);
}

// Deals are long, and few rows need one in a step: they are gathered, so that all threads of a
// warp deal at once instead of waiting for one of them.
template <bool kEverything, class Scope>
__global__ void __launch_bounds__(kWarp) deal_ended(const __grid_constant__ Games g) {
  extern __shared__ Quad shared[];
  auto& tile = reinterpret_cast<StateTile<Scope>*>(shared)[warp_in_block()];
  const int count = static_cast<int>(*g.sorting.ended_count);
  for (int first = this_warp() * kWarp; first < count; first += warps() * kWarp) {
    const int i = first + thread_in_warp();
    int row = kNoRow;
    if (i < count) {
      const auto place = static_cast<int>(g.ended[i]);
      row = static_cast<int>(g.order[place]);
      deal_row<kEverything, Scope>(g, row, place, tile.mine());
    }
    __syncwarp();
    store_states<Scope>(g, row, tile, row != kNoRow);
    __syncwarp();
  }
}

// ---- what the host queues ---------------------------------------------------------------------

template <class Scope>
Room<Scope> room_for(const Games& g) {
  if constexpr (Scope::has(Card::Mark)) return {g.seats};
  NullSink nobody;
  SeededSource random = chance_of(g.seed, 0, 0);
  return {g.seats, new_game(g.rules, g.seats, random, nobody).pile_size};
}

template <bool kEverything, class Scope>
void queue_play(const Games& g, const std::int32_t* actions, cudaStream_t stream) {
  const Room<Scope> room = room_for<Scope>(g);
  queue<play_rows<kEverything, Scope>>(g.games, room.bytes(), stream, g, actions, room);
}

template <bool kEverything, class Scope>
void queue_deal(const Games& g, cudaStream_t stream) {
  queue<deal_ended<kEverything, Scope>>(g.games, sizeof(StateTile<Scope>), stream, g);
}

}  // namespace nl::gpu
