// Kernels of the rules for all boxes that report every event.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<true, AnyGame>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<true, AnyGame>(const Games&, cudaStream_t);

}  // namespace nl::gpu
