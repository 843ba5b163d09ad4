// Network inputs, expanded from observation bytes on the GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/ninelives_gpu.h"

namespace nl::gpu {

inline constexpr int kWidestRow = 16384;

struct ByteRows {
  const std::uint8_t* bytes;
  std::int64_t stride;
  int width;
  int count;
};

void queue_expand(const ByteRows& rows, const nlg_feature* table, int features, std::uint16_t* out,
                  cudaStream_t stream);

}  // namespace nl::gpu
