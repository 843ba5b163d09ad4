// Kernels of the rules for the base box: a tenth of the code, so that it stays in the GPU's cache.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<false, BaseBoxOnly>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<false, BaseBoxOnly>(const Games&, cudaStream_t);

}  // namespace nl::gpu
