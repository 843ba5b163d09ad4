// Launch configuration of kernels: number and size of blocks.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace nl::gpu {

inline constexpr int kWarp = 32;

inline int blocks_for(int threads, int each) { return (threads + each - 1) / each; }

// Number of warps that fit on the card at once, if each has so much shared memory. One
// warp a block would be simplest, but each block loses 1 KB.
struct Fit {
  std::size_t shared = 0;
  int processors = 0;
  int warps = 0;   // a block
  int blocks = 0;  // a multiprocessor
};

template <auto kKernel>
Fit find_fit(std::size_t shared) {
  Fit best{shared};
  int most_shared = 0;
  cudaFuncAttributes kernel{};
  static_cast<void>(cudaDeviceGetAttribute(&best.processors, cudaDevAttrMultiProcessorCount, 0));
  static_cast<void>(
      cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  static_cast<void>(cudaFuncGetAttributes(&kernel, kKernel));
  static_cast<void>(cudaFuncSetAttribute(kKernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         most_shared - static_cast<int>(kernel.sharedSizeBytes)));
  static_cast<void>(
      cudaFuncSetAttribute(kKernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
  for (int warps = 1; warps <= kernel.maxThreadsPerBlock / kWarp; ++warps) {
    int blocks = 0;
    static_cast<void>(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kKernel, warps * kWarp, shared * static_cast<std::size_t>(warps)));
    if (blocks * warps <= best.blocks * best.warps) continue;
    best.warps = warps;
    best.blocks = blocks;
  }
  return best;
}

// As many blocks as fit, or fewer if there are fewer threads to run: each warp goes from tile to
// tile until all are done. A few rows spread over all multiprocessors.
// `shared`: bytes of shared memory for each warp.
template <auto kKernel, class... Arguments>
void queue(int threads, std::size_t shared, cudaStream_t stream, Arguments... arguments) {
  thread_local Fit fit;
  if (fit.warps == 0 || fit.shared != shared) fit = find_fit<kKernel>(shared);
  const int tiles = blocks_for(threads, kWarp);
  const int warps = std::clamp(blocks_for(tiles, fit.processors), 1, fit.warps);
  const int blocks = std::min(blocks_for(tiles, warps), fit.processors * fit.blocks);
  const std::size_t in_block = shared * static_cast<std::size_t>(warps);
  kKernel<<<blocks, warps * kWarp, in_block, stream>>>(arguments...);
}

}  // namespace nl::gpu
