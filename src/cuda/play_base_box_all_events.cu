// Kernels of the rules for the base box that report every event.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<true, BaseBoxOnly>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<true, BaseBoxOnly>(const Games&, cudaStream_t);

}  // namespace nl::gpu
