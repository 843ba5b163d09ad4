// Kernels that expand observation bytes into network inputs.
#include <algorithm>

#include "cuda/expand.cuh"

namespace nl::gpu {
namespace {

constexpr int kThreads = 256;
constexpr int kMostRows = 8;         // at once: a feature's line of the table is read once for them
constexpr int kSharedBytes = 16384;  // for their bytes
constexpr std::uint32_t kOne = 0x3F80;  // as a 16-bit brain float

__device__ std::uint32_t lit(nlg_feature feature, const std::uint8_t* bytes) {
  const std::uint8_t byte = bytes[feature.byte];
  return byte >= feature.low && byte <= feature.high ? kOne : 0;
}

// A block takes some rows into shared memory; each thread writes pairs of features.
__global__ void __launch_bounds__(kThreads)
    expand_rows(const __grid_constant__ ByteRows rows, int at_once, const nlg_feature* table,
                int pairs, std::uint32_t* out) {
  __shared__ std::uint8_t bytes[kSharedBytes];
  const int first = static_cast<int>(blockIdx.x) * at_once;
  const int here = min(at_once, rows.count - first);
  for (int r = 0; r < here; ++r) {
    const std::uint8_t* const from = rows.bytes + (first + r) * rows.stride;
    for (int i = static_cast<int>(threadIdx.x); i < rows.width; i += kThreads) {
      bytes[r * rows.width + i] = from[i];
    }
  }
  __syncthreads();
  for (int pair = static_cast<int>(threadIdx.x); pair < pairs; pair += kThreads) {
    const nlg_feature low = table[2 * pair];
    const nlg_feature high = table[2 * pair + 1];
    for (int r = 0; r < here; ++r) {
      const std::uint8_t* const row = bytes + r * rows.width;
      out[static_cast<std::size_t>(first + r) * static_cast<std::size_t>(pairs) +
          static_cast<std::size_t>(pair)] = lit(low, row) | lit(high, row) << 16;
    }
  }
}

}  // namespace

void queue_expand(const ByteRows& rows, const nlg_feature* table, int features, std::uint16_t* out,
                  cudaStream_t stream) {
  if (rows.count == 0) return;
  const int at_once = std::clamp(kSharedBytes / rows.width, 1, kMostRows);
  const int blocks = (rows.count + at_once - 1) / at_once;
  expand_rows<<<blocks, kThreads, 0, stream>>>(rows, at_once, table, features / 2,
                                               reinterpret_cast<std::uint32_t*>(out));
}

}  // namespace nl::gpu
