// Program that prints the engine's two hashes, independent of the machine. The same source is built
// by every compiler and for every target; the printed lines must be equal. Under nvcc the games are
// played on the GPU.
#include <cinttypes>
#include <cstdio>

#include "engine/games_hash.h"

#ifdef __CUDACC__

namespace {

__global__ void play(nl::Rules rules, int seats, int games, unsigned long long* sum) {
  const int game = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (game >= games) return;
  const auto played =
      nl::fingerprint_game(rules, seats, nl::kHashSeed, static_cast<std::uint64_t>(game));
  atomicAdd(sum, static_cast<unsigned long long>(played.fingerprint));
}

std::uint64_t hash_of(nl::ExpansionSets sets) {
  unsigned long long* sum = nullptr;
  cudaMalloc(&sum, sizeof(*sum));
  cudaMemset(sum, 0, sizeof(*sum));
  const auto play_kind = [&](const nl::Rules& rules, nl::Preset, nl::Expansions, int seats) {
    play<<<1, nl::kHashGames>>>(rules, seats, nl::kHashGames, sum);
  };
  nl::for_each_game_kind(play_kind, sets);
  unsigned long long result = 0;
  cudaMemcpy(&result, sum, sizeof(result), cudaMemcpyDeviceToHost);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) {
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    return 0;
  }
  return result;
}

}  // namespace

#else

namespace {

std::uint64_t hash_of(nl::ExpansionSets sets) { return nl::engine_hash(nl::kHashGames, sets); }

}  // namespace

#endif

int main() {
  std::printf("%016" PRIx64 " %016" PRIx64 "\n", hash_of(nl::kFirstBoxes),
              hash_of(nl::kLaterBoxes));
  return 0;
}
