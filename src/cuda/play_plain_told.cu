// The rules of the base box on a GPU, with all that happens told.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<true, PlainGame>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<true, PlainGame>(const Games&, cudaStream_t);

}  // namespace nl::gpu
