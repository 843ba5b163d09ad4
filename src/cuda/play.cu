// Kernels of the rules for all boxes that report only events that change a seat's knowledge.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<false, AnyGame>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<false, AnyGame>(const Games&, cudaStream_t);

}  // namespace nl::gpu
