// The rules on a GPU, with no more told than what seats know beyond what all see.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<false, AnyGame>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<false, AnyGame>(const Games&, cudaStream_t);

}  // namespace nl::gpu
