// How many blocks a kernel gets.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

namespace nl::gpu {

inline int blocks_for(int threads, int each) { return (threads + each - 1) / each; }

// As many blocks as fit on the card at once, or fewer if there are fewer threads to run: each warp
// goes from tile to tile until all are done.
template <auto kKernel, class... Arguments>
void queue(int threads, int block, std::size_t shared, cudaStream_t stream,
           Arguments... arguments) {
  static const int at_once = [&] {
    int processors = 0;
    int each = 0;
    static_cast<void>(cudaFuncSetAttribute(kKernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(shared)));
    static_cast<void>(
        cudaFuncSetAttribute(kKernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    static_cast<void>(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    static_cast<void>(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kKernel, block, shared));
    return processors * std::max(each, 1);
  }();
  kKernel<<<std::min(blocks_for(threads, block), at_once), block, shared, stream>>>(arguments...);
}

}  // namespace nl::gpu
