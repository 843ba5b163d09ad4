// The rules of the base box on a GPU: a tenth of the code, which stays in its cache.
#include "cuda/play_rows.cuh"

namespace nl::gpu {

template void queue_play<false, PlainGame>(const Games&, const std::int32_t*, cudaStream_t);
template void queue_deal<false, PlainGame>(const Games&, cudaStream_t);

}  // namespace nl::gpu
