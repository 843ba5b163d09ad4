// Program ninelives-gpu: proves that the GPU plays as the CPU does, and measures its speed.
//
//   ninelives-gpu check [GAMES]   one hash over GAMES seeded games of every preset, expansion and
//                                 number of players, played on the GPU and on the CPU's threads
//   ninelives-gpu bench           decisions a second; medians of repeated runs
//   ninelives-gpu bench PLAYERS   the same of base games of so many, for a profiler
//   ninelives-gpu steps GAMES [PLAYERS]   steps a second of batches of so many base games, with
//   masks
//                                 as bytes and as bits, and one hash over what they show at last
//   ninelives-gpu shown [EVERY]   one hash over what batches of all kinds show, or of every so
//                                 many: equal in two builds that play alike
#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "cuda/batch.cuh"
#include "cuda/rollout.cuh"

namespace {

using nl::gpu::Games;

template <class Visit>
void for_each_game_kind(Visit visit) {
  nl::for_each_game_kind(visit, nl::kAllSets);
}

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

template <class Value>
Value* device_array(std::size_t count) {
  Value* array = nullptr;
  check(cudaMalloc(&array, count * sizeof(Value)), "device memory");
  return array;
}

// ---- check ------------------------------------------------------------------------------------

constexpr int kThreads = 128;

__global__ void fingerprints(const __grid_constant__ nl::Rules rules, int seats, int games,
                             unsigned long long* sum, unsigned long long* decisions) {
  const int game = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (game >= games) return;
  const auto played =
      nl::fingerprint_game(rules, seats, nl::kHashSeed, static_cast<std::uint64_t>(game));
  atomicAdd(sum, static_cast<unsigned long long>(played.fingerprint));
  atomicAdd(decisions, static_cast<unsigned long long>(played.decisions));
}

struct Sum {
  unsigned long long hash = 0;
  unsigned long long decisions = 0;
};

Sum sum_on_gpu(int games) {
  auto* sums = device_array<unsigned long long>(2);
  check(cudaMemset(sums, 0, 2 * sizeof(*sums)), "clear");
  for_each_game_kind([&](const nl::Rules& rules, nl::Preset, nl::Expansions, int seats) {
    fingerprints<<<(games + kThreads - 1) / kThreads, kThreads>>>(rules, seats, games, sums,
                                                                  sums + 1);
  });
  Sum sum;
  check(cudaMemcpy(&sum, sums, sizeof(sum), cudaMemcpyDeviceToHost), "games");
  check(cudaFree(sums), "free");
  return sum;
}

Sum sum_on_cpu(int games) {
  std::atomic<unsigned long long> hash{0};
  std::atomic<unsigned long long> decisions{0};
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int game = next++; game < games; game = next++) {
      for_each_game_kind([&](const nl::Rules& rules, nl::Preset, nl::Expansions, int seats) {
        const auto played =
            nl::fingerprint_game(rules, seats, nl::kHashSeed, static_cast<std::uint64_t>(game));
        hash += played.fingerprint;
        decisions += static_cast<unsigned long long>(played.decisions);
      });
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  threads.clear();
  return {hash, decisions};
}

int kinds() {
  int count = 0;
  for_each_game_kind([&](const nl::Rules&, nl::Preset, nl::Expansions, int) { ++count; });
  return count;
}

int check_rollouts();

int check_equal(int games) {
  const Sum gpu = sum_on_gpu(games);
  std::printf("GPU  %016llx  %llu decisions\n", gpu.hash, gpu.decisions);
  const Sum cpu = sum_on_cpu(games);
  std::printf("CPU  %016llx  %llu decisions\n", cpu.hash, cpu.decisions);
  const bool equal = gpu.hash == cpu.hash && gpu.decisions == cpu.decisions;
  std::printf("%s over %lld games of %d kinds\n", equal ? "equal" : "NOT EQUAL",
              static_cast<long long>(games) * kinds(), kinds());
  return check_rollouts() + (equal ? 0 : 1);
}

// ---- bench ------------------------------------------------------------------------------------

constexpr int kRepeats = 7;

double median_seconds(const std::function<void()>& work, int repeats = kRepeats) {
  cudaEvent_t begin{};
  cudaEvent_t end{};
  check(cudaEventCreate(&begin), "event");
  check(cudaEventCreate(&end), "event");
  work();  // warms up
  std::vector<float> times;
  for (int i = 0; i < repeats; ++i) {
    check(cudaEventRecord(begin), "event");
    work();
    check(cudaEventRecord(end), "event");
    check(cudaEventSynchronize(end), "work");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin, end), "event");
    times.push_back(milliseconds);
  }
  const auto middle = times.begin() + repeats / 2;
  std::nth_element(times.begin(), middle, times.end());
  return static_cast<double>(*middle) / 1e3;
}

template <class Scope>
void queue_rollouts_in(const nl::Rules& rules, int seats, std::uint64_t seed, int blocks,
                       int rounds, nl::gpu::RolloutSums* sums, std::uint32_t* ended) {
  constexpr int kShared = static_cast<int>(sizeof(nl::gpu::RolloutBlock<Scope>));
  check(cudaFuncSetAttribute(nl::gpu::roll_out<Scope>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             kShared),
        "shared memory");
  nl::gpu::roll_out<Scope>
      <<<blocks, nl::gpu::kBlockGames<Scope>, kShared>>>(rules, seats, seed, rounds, sums, ended);
}

bool plain(const nl::Rules& rules) { return nl::BaseBoxOnly::fits(rules); }

int games_in_block(const nl::Rules& rules) {
  return plain(rules) ? nl::gpu::kBlockGames<nl::BaseBoxOnly> : nl::gpu::kBlockGames<nl::AnyGame>;
}

void queue_rollouts(const nl::Rules& rules, int seats, std::uint64_t seed, int blocks, int rounds,
                    nl::gpu::RolloutSums* sums, std::uint32_t* ended) {
  if (plain(rules)) {
    queue_rollouts_in<nl::BaseBoxOnly>(rules, seats, seed, blocks, rounds, sums, ended);
  } else {
    queue_rollouts_in<nl::AnyGame>(rules, seats, seed, blocks, rounds, sums, ended);
  }
}

double rollout_rate(const nl::Rules& rules, int seats) {
  constexpr int kRounds = 512;
  auto* sums = device_array<nl::gpu::RolloutSums>(1);
  std::uint64_t seed = 0;
  check(cudaMemset(sums, 0, sizeof(*sums)), "clear");
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0), "device");
  const double seconds = median_seconds([&] {
    queue_rollouts(rules, seats, ++seed, device.multiProcessorCount, kRounds, sums, nullptr);
  });
  nl::gpu::RolloutSums played;
  check(cudaMemcpy(&played, sums, sizeof(played), cudaMemcpyDeviceToHost), "rollouts");
  check(cudaFree(sums), "free");
  return static_cast<double>(played.decisions) / (kRepeats + 1) / seconds;
}

// The rollouts' games again on the CPU.
int check_rollouts() {
  constexpr int kBlocks = 4;
  constexpr std::uint64_t kSeed = 3;
  int wrong = 0;
  unsigned long long games = 0;
  for_each_game_kind([&](const nl::Rules& rules, nl::Preset, nl::Expansions, int seats) {
    const auto rows = static_cast<std::uint32_t>(kBlocks * games_in_block(rules));
    auto* sums = device_array<nl::gpu::RolloutSums>(1);
    auto* ended = device_array<std::uint32_t>(rows);
    check(cudaMemset(sums, 0, sizeof(*sums)), "clear");
    queue_rollouts(rules, seats, kSeed, kBlocks, 120, sums, ended);
    nl::gpu::RolloutSums gpu;
    std::vector<std::uint32_t> counts(rows);
    check(cudaMemcpy(&gpu, sums, sizeof(gpu), cudaMemcpyDeviceToHost), "rollouts");
    check(cudaMemcpy(counts.data(), ended, rows * 4, cudaMemcpyDeviceToHost), "rollouts");
    check(cudaFree(sums), "free");
    check(cudaFree(ended), "free");
    std::uint64_t hash = 0;
    for (std::uint32_t row = 0; row < rows; ++row) {
      nl::Stream choices = nl::choices_of(kSeed, row);
      nl::NullSink nobody;
      for (std::uint32_t episode = 0; episode < counts[row]; ++episode) {
        nl::SeededSource random = nl::chance_of(kSeed, row, episode);
        nl::State s = nl::new_game(rules, seats, random, nobody);
        while (!s.over()) {
          const nl::Seat seat = nl::next_actor(s);
          const nl::Action action = nl::choose(choices, nl::legal(rules, s, seat));
          nl::apply_legal(rules, s, seat, action, random, nobody);
        }
        hash +=
            nl::gpu::end_hash(static_cast<std::uint64_t>(row) << 32 | episode, nl::winner(s), s);
      }
    }
    games += gpu.games;
    wrong += hash != gpu.hash;
  });
  std::printf("rollouts: %d of %d kinds differ, %llu games\n", wrong, kinds(), games);
  return wrong == 0 ? 0 : 1;
}

// ---- steps ------------------------------------------------------------------------------------

__global__ void add_hash(const std::uint32_t* words, std::size_t count, unsigned long long* sum) {
  unsigned long long hash = 0;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x) {
    hash += nl::mix64(nl::mix64(i + 1) + words[i]);
  }
  atomicAdd(sum, hash);
}

enum class Masks { Bytes, Bits };

// A batch with arrays of its own.
class Bench {
 public:
  Bench(const nl::Rules& rules, int seats, int rows, Masks masks = Masks::Bytes,
        bool everything = false) {
    const auto n = static_cast<std::size_t>(rows);
    games.rules = rules;
    games.seats = seats;
    games.games = rows;
    games.seed = 1;
    games.out.observation = shown<std::uint8_t>(n * NLG_OBSERVATION_STRIDE);
    if (masks == Masks::Bytes) games.out.mask = shown<std::uint8_t>(n * nl::kActions);
    if (masks == Masks::Bits) games.out.mask_bits = shown<std::uint8_t>(n * nl::kActions / 8);
    games.out.reward = shown<float>(n * static_cast<std::size_t>(seats));
    games.out.terminated = shown<std::uint8_t>(n);
    games.out.player = shown<std::int32_t>(n);
    if (everything) {
      games.out.privileged = shown<std::uint8_t>(n * nl::kPrivilegedSize);
      games.out.events = shown<std::uint8_t>(n * nl::gpu::kRecent * 8);
    }
    actions = shown<std::int32_t>(n);
    memory = device_array<std::uint8_t>(nl::gpu::bytes_for(seats, rows, games.remembers()));
    nl::gpu::lay_out(games, memory);
    nl::gpu::queue_reset(games, nullptr);
    for (int i = 0; i < 64; ++i) step();  // into the middle of games
  }
  ~Bench() {
    for (const Shown& array : arrays) check(cudaFree(array.words), "free");
    check(cudaFree(memory), "free");
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  void step(cudaStream_t stream = nullptr) {
    nl::gpu::queue_sample(games, actions, stream);
    nl::gpu::queue_step(games, actions, stream);
  }
  // Some steps as one graph, as a trainer would queue them.
  double rate(int count = 32, int repeats = kRepeats) {
    cudaStream_t stream{};
    cudaGraph_t graph{};
    cudaGraphExec_t steps{};
    check(cudaStreamCreate(&stream), "stream");
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "graph");
    for (int i = 0; i < count; ++i) step(stream);
    check(cudaStreamEndCapture(stream, &graph), "graph");
    check(cudaGraphInstantiate(&steps, graph, 0), "graph");
    const double seconds =
        median_seconds([&] { check(cudaGraphLaunch(steps, nullptr), "steps"); }, repeats);
    check(cudaGraphExecDestroy(steps), "graph");
    check(cudaGraphDestroy(graph), "graph");
    check(cudaStreamDestroy(stream), "stream");
    return static_cast<double>(games.games) * count / seconds;
  }
  // Of all that is shown now, and of the answers that led there.
  std::uint64_t hash() const {
    auto* const sum = device_array<unsigned long long>(1);
    check(cudaMemset(sum, 0, sizeof(*sum)), "clear");
    for (const Shown& array : arrays) add_hash<<<1024, 256>>>(array.words, array.count, sum);
    unsigned long long hash = 0;
    check(cudaMemcpy(&hash, sum, sizeof(hash), cudaMemcpyDeviceToHost), "hash");
    check(cudaFree(sum), "free");
    return hash;
  }
  // Least traffic of a step through device memory: the observation, mask, action, player,
  // reward and end of each row, and its game read and written once, as far as it is in use.
  double bytes() const {
    const auto seats = static_cast<std::size_t>(games.seats);
    const std::size_t written = NLG_OBSERVATION_STRIDE + nl::kActions + 4 + 4 + 4 * seats + 1;
    const int quads = plain(games.rules)
                          ? nl::gpu::without_marks<nl::BaseBoxOnly>(games.seats).quads
                          : nl::gpu::without_marks<nl::AnyGame>(games.seats).quads;
    const std::size_t game = static_cast<std::size_t>(quads) * sizeof(nl::gpu::Quad) +
                             seats * nl::Knowledge::kFirstBytes + sizeof(nl::OpenChoice);
    return static_cast<double>(written + 2 * game);
  }

 private:
  struct Shown {
    std::uint32_t* words;
    std::size_t count;
  };
  // Whole words, all zeros.
  template <class Value>
  Value* shown(std::size_t count) {
    const std::size_t words = (count * sizeof(Value) + 3) / 4;
    arrays.push_back({device_array<std::uint32_t>(words), words});
    check(cudaMemset(arrays.back().words, 0, 4 * words), "clear");
    return reinterpret_cast<Value*>(arrays.back().words);
  }

  Games games;
  std::int32_t* actions = nullptr;
  std::uint8_t* memory = nullptr;
  std::vector<Shown> arrays;
};

nl::Rules base_rules() {
  nl::Rules rules = nl::make_rules(nl::kDefaultPreset);
  rules.nope_way = nl::NopeWay::Commit;
  return rules;
}

int steps(int games, int least, int most) {
  for (int seats = least; seats <= most; ++seats) {
    double rates[2] = {};
    std::uint64_t hash = 0;
    for (const Masks masks : {Masks::Bytes, Masks::Bits}) {
      Bench batch(base_rules(), seats, games, masks);
      rates[static_cast<int>(masks)] = batch.rate(16, 5);
      hash += batch.hash();
    }
    std::printf("%9d games, %d players: %7.1f / %7.1f M steps/s  %016" PRIx64 "\n", games, seats,
                rates[0] / 1e6, rates[1] / 1e6, hash);
  }
  return 0;
}

int shown(int every) {
  constexpr int kGames = 2000;  // the last warp has rows for half of its threads
  std::uint64_t hash = 0;
  int number = 0;
  int kind = 0;
  for_each_game_kind([&](const nl::Rules& rules, nl::Preset, nl::Expansions, int seats) {
    if (number++ % every != 0) return;
    Bench batch(rules, seats, kGames, kind % 2 == 0 ? Masks::Bytes : Masks::Bits, kind % 3 == 0);
    for (int i = 0; i < 6; ++i) {
      batch.step();
      hash = nl::mix64(hash + batch.hash());
    }
    ++kind;
  });
  std::printf("shown: %016" PRIx64 " over %d kinds\n", hash, kind);
  return 0;
}

double copy_bandwidth() {
  constexpr std::size_t kBytes = std::size_t{4} << 30;
  auto* from = device_array<std::uint8_t>(kBytes);
  auto* to = device_array<std::uint8_t>(kBytes);
  check(cudaMemset(from, 1, kBytes), "fill");
  const double seconds = median_seconds(
      [&] { check(cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDeviceToDevice), "copy"); });
  check(cudaFree(from), "free");
  check(cudaFree(to), "free");
  return 2.0 * static_cast<double>(kBytes) / seconds;
}

void print_rates(nl::Preset preset, nl::Expansions expansions, const char* name, int least = 2,
                 int most = 5) {
  constexpr int kGames = 1 << 19;
  const double bandwidth = copy_bandwidth();
  nl::Rules rules = nl::make_rules(preset, expansions);
  rules.nope_way = nl::NopeWay::Commit;
  for (int seats = least; seats <= most; ++seats) {
    const double rollouts = rollout_rate(rules, seats);
    Bench bench(rules, seats, kGames);
    const double steps = bench.rate();
    std::printf("%-10s %7d  %14.2f  %16.1f  %10.0f  %12.0f%%\n", name, seats, rollouts / 1e9,
                steps / 1e6, bench.bytes(), 100 * steps * bench.bytes() / bandwidth);
  }
}

int bench(int players) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0), "device");
  std::printf("%s, copies %.2f TB/s\n", device.name, copy_bandwidth() / 1e12);
  std::printf("box        players  rollouts G/s  steps seen M/s  bytes/step  of the copies\n");
  if (players != 0) {
    print_rates(nl::kDefaultPreset, 0, "base", players, players);
    return 0;
  }
  print_rates(nl::kDefaultPreset, 0, "base");
  print_rates(nl::kDefaultPreset, nl::kAllBoxes, "all cards");
  std::printf("\ngames in flight   steps seen M/s, 4 players   us a step\n");
  for (int games = 1 << 10; games <= 1 << 20; games *= 4) {
    Bench batch(base_rules(), 4, games);
    const double rate = batch.rate();
    std::printf("%15d   %25.1f   %9.1f\n", games, rate / 1e6, games / rate * 1e6);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "check") return check_equal(argc > 2 ? std::atoi(argv[2]) : 32);
  if (command == "bench") return bench(argc > 2 ? std::clamp(std::atoi(argv[2]), 2, 5) : 0);
  if (command == "steps" && argc > 2) {
    const int players = argc > 3 ? std::clamp(std::atoi(argv[3]), 2, 5) : 0;
    return steps(std::atoi(argv[2]), players != 0 ? players : 2, players != 0 ? players : 5);
  }
  if (command == "shown") return shown(argc > 2 ? std::max(std::atoi(argv[2]), 1) : 1);
  std::fprintf(stderr,
               "usage: ninelives-gpu check [GAMES]\n       ninelives-gpu bench [PLAYERS]\n"
               "       ninelives-gpu steps GAMES [PLAYERS]\n       ninelives-gpu shown [EVERY]\n");
  return 2;
}
