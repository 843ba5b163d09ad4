#include <algorithm>
#include <cstddef>

#include "cuda/batch.cuh"

namespace nl::gpu {
namespace {

constexpr int kThreads = 128;
constexpr int kWarp = 32;

int blocks_for(int rows) { return (rows + kThreads - 1) / kThreads; }

// Blocks for each multiprocessor. A game fills kilobytes of a thread's own memory, so that more
// threads at once soon only push each other's out of the caches. Measured: docs/performance.md.
constexpr int kStepBlocks = 8;
constexpr int kShowBlocks = 4;
constexpr int kCountBlocks = 4;

int blocks_at_once(int rows, int each) {
  static const int processors = [] {
    int count = 0;
    static_cast<void>(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
  }();
  return std::min(blocks_for(rows), processors * each);
}

// ---- what the threads hold --------------------------------------------------------------------

// Marked cards are in no game without the Streaking expansion's curse, so they move only where
// there are any. `with_marks` is among the other words.
constexpr int kMarksBegin = offsetof(State, marked) / sizeof(Quad);
constexpr int kMarksEnd = (offsetof(State, marked) + sizeof(State::marked)) / sizeof(Quad);
static_assert(offsetof(State, marked) % sizeof(Quad) == 0);
static_assert(sizeof(State::marked) % sizeof(Quad) == 0);

__device__ void load_state(const Games& g, int row, Held<State>& s) {
  g.states.load(row, s, 0, kMarksBegin);
  g.states.load(row, s, kMarksEnd, Held<State>::kQuads);
  if (s.value.with_marks != 0) {
    g.states.load(row, s, kMarksBegin, kMarksEnd);
  } else {
    s.value.marked = {};
  }
}

__device__ void store_state(const Games& g, int row, Held<State>& s, bool had_marks) {
  g.states.store(row, s, 0, kMarksBegin);
  g.states.store(row, s, kMarksEnd, Held<State>::kQuads);
  if (had_marks || s.value.with_marks != 0) g.states.store(row, s, kMarksBegin, kMarksEnd);
}

// What everybody knows, read from device memory when the first event comes that concerns it: many
// answers tell nobody anything.
struct LazyKnowledge {
  static constexpr bool kListens = true;

  const Games& g;
  int row;
  std::array<Held<Knowledge>, kMaxSeats> seats;
  bool here = false;

  constexpr LazyKnowledge(const Games& games, int of_row) : g(games), row(of_row) {}

  constexpr void begin() {
    for (int seat = 0; seat < g.seats; ++seat) {
      seats[static_cast<std::size_t>(seat)].value = Knowledge(static_cast<Seat>(seat), g.seats);
    }
    here = true;
  }
  constexpr void operator()(const Event& event) {
    if (Knowledge::concerns(event.kind)) fold(event);
  }
  [[gnu::noinline]] constexpr void fold(const Event& event) {
    if (!here) load();
    for (int seat = 0; seat < g.seats; ++seat) {
      const bool insider = holds(event.knows, static_cast<Seat>(seat));
      seats[static_cast<std::size_t>(seat)].value.fold(Told(event, insider));
    }
  }
  constexpr void load() {
    for (int seat = 0; seat < g.seats; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      g.known[at].load(row, seats[at]);
    }
    here = true;
  }
  constexpr void store() {
    if (!here) return;
    for (int seat = 0; seat < g.seats; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      g.known[at].store(row, seats[at]);
    }
  }
};

// ---- rewards ----------------------------------------------------------------------------------

__device__ void give_rewards(const Games& g, int row, Seat won) {
  const float lost = -1.0f / static_cast<float>(g.seats - 1);
  for (int seat = 0; seat < g.seats; ++seat) {
    g.out.reward[row * g.seats + seat] = seat == won ? 1.0f : lost;
  }
}

__device__ void clear_rewards(const Games& g, int row) {
  for (int seat = 0; seat < g.seats; ++seat) g.out.reward[row * g.seats + seat] = 0.0f;
}

// ---- like answers side by side ----------------------------------------------------------------

// The threads of a warp go through the rules together only as long as they do the same thing, so
// the rows are put in the order of their answers first: a counting sort.

__device__ int answer_kind(const Games& g, int row, std::int32_t action) {
  const Asked& asked = *reinterpret_cast<const Asked*>(g.asked.at(row));
  if (asked.window_on == kNoCard) return action & (kActions - 1);
  return kActions + 2 * index(asked.window_on) + (action == word(Verb::Nope).id ? 1 : 0);
}

__global__ void __launch_bounds__(kThreads)
    count_answers(const __grid_constant__ Games g, const std::int32_t* actions) {
  __shared__ std::uint32_t counts[kAnswerKinds];
  for (int kind = static_cast<int>(threadIdx.x); kind < kAnswerKinds; kind += kThreads) {
    counts[kind] = 0;
  }
  __syncthreads();
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  for (int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); row < g.games;
       row += threads) {
    atomicAdd(&counts[answer_kind(g, row, actions[row])], 1u);
  }
  __syncthreads();
  for (int kind = static_cast<int>(threadIdx.x); kind < kAnswerKinds; kind += kThreads) {
    if (counts[kind] != 0) atomicAdd(&g.counters[kind], counts[kind]);
  }
}

// Counts become the places where each kind begins.
__global__ void begin_kinds(const __grid_constant__ Games g) {
  std::uint32_t before = 0;
  for (int kind = 0; kind < kAnswerKinds; ++kind) {
    const std::uint32_t here = g.counters[kind];
    g.counters[kind] = before;
    before += here;
  }
}

__global__ void __launch_bounds__(kThreads)
    order_rows(const __grid_constant__ Games g, const std::int32_t* actions) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= g.games) return;
  const int kind = answer_kind(g, row, actions[row]);
  // One thread asks for the places of all in its warp that have the same kind.
  const unsigned alike = __match_any_sync(__activemask(), kind);
  const int thread = static_cast<int>(threadIdx.x) % kWarp;
  const int leader = __ffs(static_cast<int>(alike)) - 1;
  std::uint32_t place = 0;
  if (thread == leader) {
    place = atomicAdd(&g.counters[kind], static_cast<std::uint32_t>(__popc(alike)));
  }
  place = __shfl_sync(alike, place, leader);
  const unsigned before = alike & ((1u << thread) - 1);
  g.order[place + static_cast<std::uint32_t>(__popc(before))] = static_cast<std::uint32_t>(row);
}

// ---- playing ----------------------------------------------------------------------------------

__device__ void step_row(const Games& g, int row, std::int32_t action) {
  Held<State> s;
  Held<Asked> asked;
  load_state(g, row, s);
  g.asked.load(row, asked);
  const bool had_marks = s.value.with_marks != 0;
  LazyKnowledge known(g, row);
  SeededSource random = chance_of(g.seed, static_cast<std::uint32_t>(row), g.episodes[row]);
  if (action >= 0 && action < kActions) {
    answer(g.rules, s.value, asked.value, make_action(action), random, known);
  } else {
    forfeit(g.rules, s.value, asked.value.seat, random, known);
  }
  const bool goes_on = advance(g.rules, s.value, random, known, asked.value);
  g.out.terminated[row] = goes_on ? 0 : 1;
  if (goes_on) {
    clear_rewards(g, row);
    store_state(g, row, s, had_marks);
    known.store();
    g.asked.store(row, asked);
  } else {
    give_rewards(g, row, winner(s.value));
    g.ended[atomicAdd(&g.counters[kEnded], 1u)] = static_cast<std::uint32_t>(row);
  }
}

__global__ void __launch_bounds__(kThreads)
    step_rows(const __grid_constant__ Games g, const std::int32_t* actions) {
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < g.games; i += threads) {
    const int row = static_cast<int>(g.order[i]);
    step_row(g, row, actions[row]);
  }
}

__device__ void deal(const Games& g, int row) {
  Held<State> s;
  Held<Asked> asked;
  LazyKnowledge known(g, row);
  std::uint32_t episode = g.episodes[row];
  bool goes_on = false;
  // Games in which nobody has anything to decide are passed over.
  while (!goes_on) {
    ++episode;
    SeededSource random = chance_of(g.seed, static_cast<std::uint32_t>(row), episode);
    known.begin();
    s.value = new_game(g.rules, g.seats, random, known);
    goes_on = advance(g.rules, s.value, random, known, asked.value);
  }
  g.episodes[row] = episode;
  store_state(g, row, s, true);
  known.store();
  g.asked.store(row, asked);
}

// Deals are long, and few rows need one in a step: they are gathered, so that all threads of a
// warp deal at once instead of waiting for one of them.
__global__ void __launch_bounds__(kThreads) deal_ended(const __grid_constant__ Games g) {
  const std::uint32_t count = g.counters[kEnded];
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    deal(g, static_cast<int>(g.ended[i]));
  }
}

__global__ void __launch_bounds__(kThreads) begin_rows(const __grid_constant__ Games g) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= g.games) return;
  g.episodes[row] = ~0u;
  Held<Stream> choices{choices_of(g.seed, static_cast<std::uint32_t>(row))};
  g.choices.store(row, choices);
  clear_rewards(g, row);
  g.out.terminated[row] = 0;
  deal(g, row);
}

__global__ void __launch_bounds__(kThreads)
    sample_rows(const __grid_constant__ Games g, std::int32_t* actions) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= g.games) return;
  Held<Asked> asked;
  Held<Stream> choices{Stream(0)};
  g.asked.load(row, asked);
  g.choices.load(row, choices);
  actions[row] = choose(choices.value, asked.value.legal).id;
  g.choices.store(row, choices);
}

// ---- showing ----------------------------------------------------------------------------------

// A warp's rows meet in shared memory: each thread encodes its own there, then all of them write
// row after row in whole lines. The odd number of words keeps the threads off each other's banks.
constexpr int kStagedWords = NLG_OBSERVATION_STRIDE / 4 + 1;
static_assert(sizeof(CountingObservation) <= NLG_OBSERVATION_STRIDE && kStagedWords % 2 == 1);

struct Stage {
  std::array<std::uint32_t, kWarp * kStagedWords> observations;
  std::array<ActionSet, kWarp> legal;
};

// Four bits as four bytes, 0 or 1.
__device__ std::uint32_t spread(std::uint64_t bits) {
  return static_cast<std::uint32_t>(bits & 15) * 0x00204081u & 0x01010101u;
}

__device__ void write_observations(const Games& g, const Stage& stage, int first, int rows,
                                   int thread) {
  constexpr int kWords = NLG_OBSERVATION_STRIDE / 4;
  auto* out = reinterpret_cast<std::uint32_t*>(g.out.observation) +
              static_cast<std::size_t>(first) * kWords;
  for (int i = thread; i < rows * kWords; i += kWarp) {
    out[i] = stage.observations[static_cast<std::size_t>(i / kWords * kStagedWords + i % kWords)];
  }
}

__device__ void write_masks(const Games& g, const Stage& stage, int first, int rows, int thread) {
  auto* out = reinterpret_cast<uint2*>(g.out.mask) + static_cast<std::size_t>(first) * kWarp;
  for (int r = 0; r < rows; ++r) {
    const ActionSet& legal = stage.legal[static_cast<std::size_t>(r)];
    const std::uint64_t bits = legal.bits[static_cast<std::size_t>(thread / 8)] >> thread % 8 * 8;
    out[r * kWarp + thread] = {spread(bits), spread(bits >> 4)};
  }
}

__device__ void stage_row(const Games& g, int row, int thread, Stage& stage) {
  Held<State> s;
  Held<Knowledge> known;
  Held<Asked> asked;
  load_state(g, row, s);
  g.asked.load(row, asked);
  const Seat viewer = asked.value.seat;
  g.known[viewer].load(row, known);
  const Glimpse v = glimpse(g.rules, s.value, known.value, viewer);
  auto* bytes = &stage.observations[static_cast<std::size_t>(thread * kStagedWords)];
  encode(g.rules, v, *reinterpret_cast<CountingObservation*>(bytes));
  stage.legal[static_cast<std::size_t>(thread)] = v.legal;
  g.out.player[row] = viewer;
  if (g.out.privileged != nullptr) {
    encode_privileged(s.value, viewer, g.out.privileged + row * kPrivilegedSize);
  }
}

__global__ void __launch_bounds__(kThreads) show_rows(const __grid_constant__ Games g) {
  extern __shared__ Stage stages[];
  const int thread = static_cast<int>(threadIdx.x) % kWarp;
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  Stage& stage = stages[threadIdx.x / kWarp];
  for (int first = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) - thread;
       first < g.games; first += threads) {
    const int rows = min(kWarp, g.games - first);
    if (thread < rows) stage_row(g, first + thread, thread, stage);
    __syncwarp();
    write_observations(g, stage, first, rows, thread);
    write_masks(g, stage, first, rows, thread);
    __syncwarp();
  }
}

void queue_show(const Games& g, cudaStream_t stream) {
  constexpr std::size_t kShared = sizeof(Stage) * kThreads / kWarp;
  static_cast<void>(cudaFuncSetAttribute(show_rows, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         static_cast<int>(kShared)));
  show_rows<<<blocks_at_once(g.games, kShowBlocks), kThreads, kShared, stream>>>(g);
}

// Cuts memory into arrays for `rows` rows; without memory it only counts.
class Cutter {
 public:
  Cutter(void* memory, int rows) : begin_(static_cast<std::byte*>(memory)), rows_(rows) {}

  template <class Value>
  void take(Rows<Value>& rows) {
    rows.quads = reinterpret_cast<Quad*>(take(sizeof(Quad) * Held<Value>::kQuads * count()));
  }
  void take(std::uint32_t*& words, std::size_t size) {
    words = reinterpret_cast<std::uint32_t*>(take(4 * size));
  }
  std::size_t count() const { return static_cast<std::size_t>(rows_); }
  std::size_t taken() const { return taken_; }

 private:
  std::byte* take(std::size_t bytes) {
    std::byte* const at = begin_ == nullptr ? nullptr : begin_ + taken_;
    taken_ += (bytes + 255) / 256 * 256;
    return at;
  }

  std::byte* begin_;
  std::size_t taken_ = 0;
  int rows_;
};

std::size_t cut(Games& g, void* memory) {
  Cutter cutter(memory, g.games);
  cutter.take(g.states);
  for (int seat = 0; seat < g.seats; ++seat) cutter.take(g.known[static_cast<std::size_t>(seat)]);
  cutter.take(g.asked);
  cutter.take(g.choices);
  cutter.take(g.episodes, cutter.count());
  cutter.take(g.order, cutter.count());
  cutter.take(g.ended, cutter.count());
  cutter.take(g.counters, kCounters);
  return cutter.taken();
}

}  // namespace

// ---- what the host calls ----------------------------------------------------------------------

std::size_t bytes_for(int seats, int rows) {
  Games games;
  games.seats = seats;
  games.games = rows;
  return cut(games, nullptr);
}

void lay_out(Games& g, void* memory) { cut(g, memory); }

void queue_reset(const Games& g, cudaStream_t stream) {
  begin_rows<<<blocks_for(g.games), kThreads, 0, stream>>>(g);
  queue_show(g, stream);
}

void queue_step(const Games& g, const std::int32_t* actions, cudaStream_t stream) {
  constexpr int kDealBlocks = 132;  // enough for a few games in a hundred to end at once
  static_cast<void>(cudaMemsetAsync(g.counters, 0, kCounters * sizeof(*g.counters), stream));
  count_answers<<<blocks_at_once(g.games, kCountBlocks), kThreads, 0, stream>>>(g, actions);
  begin_kinds<<<1, 1, 0, stream>>>(g);
  order_rows<<<blocks_for(g.games), kThreads, 0, stream>>>(g, actions);
  step_rows<<<blocks_at_once(g.games, kStepBlocks), kThreads, 0, stream>>>(g, actions);
  deal_ended<<<min(blocks_for(g.games), kDealBlocks), kThreads, 0, stream>>>(g);
  queue_show(g, stream);
}

void queue_sample(const Games& g, std::int32_t* actions, cudaStream_t stream) {
  sample_rows<<<blocks_for(g.games), kThreads, 0, stream>>>(g, actions);
}

}  // namespace nl::gpu
