/* Nine Lives on a GPU: many games at once, everything in device memory. The games are those of
 * nl_batch (src/capi/ninelives.h) in self-play with answers that leave no choice given inside and
 * the next episode begun in the same step: the same seed and actions give the same bytes.
 *
 *   - All arrays are the caller's device memory (a PyTorch tensor's data_ptr, for one), contiguous,
 *     one row a game, and must outlive the batch.
 *   - `stream` is a cudaStream_t, or NULL. Calls only queue work there, so they can be captured in
 * a CUDA graph; readers of the arrays on another stream wait as usual.
 *   - A function that fails returns a negative number or NULL; nlg_last_error() says why.
 */
#ifndef NINELIVES_GPU_H
#define NINELIVES_GPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NLG_API __attribute__((visibility("default")))
#define NLG_API_VERSION 3

/* Bytes from one row's observation to the next: nl_observation_size(NL_COUNTING), rounded up. */
#define NLG_OBSERVATION_STRIDE 368

/* Past events that are shown, where they are asked for, and the bytes of each. */
#define NLG_EVENTS 32
#define NLG_EVENT_BYTES 8

typedef struct nlg_batch nlg_batch;

typedef struct nlg_options {
  const uint8_t* rules; /* as nl_rules_bytes() writes them */
  uint64_t rules_size;
  uint64_t seed;
  int32_t seats;
  int32_t games;
} nlg_options;

typedef struct nlg_arrays {
  uint8_t* observation; /* [games][NLG_OBSERVATION_STRIDE], level counting */
  uint8_t* mask;        /* [games][256], 0 or 1; or NULL */
  float* reward;        /* [games][seats], 0 but where a game has just ended */
  uint8_t* terminated;  /* [games] */
  int32_t* player;      /* [games]: the seat that the observation is for */
  uint8_t* privileged;  /* [games][nl_privileged_size()], or NULL */
  uint8_t* events;      /* [games][NLG_EVENTS][NLG_EVENT_BYTES], or NULL: the last ones that the
                           seat was told, the newest first, as level history shows them */
  uint8_t* mask_bits;   /* [games][32], or NULL: the mask as bits, an action's in byte id / 8 the
                           one of value 2^(id % 8) */
} nlg_arrays;

NLG_API int nlg_api_version(void);
NLG_API const char* nlg_last_error(void);
/* Device memory that a batch takes besides the caller's arrays; `events`: whether it shows them. */
NLG_API int64_t nlg_batch_bytes(int seats, int games, int events);

NLG_API nlg_batch* nlg_batch_new(const nlg_options* options, const nlg_arrays* arrays);
NLG_API void nlg_batch_free(nlg_batch* batch);
NLG_API int nlg_batch_reset(nlg_batch* batch, uint64_t seed, void* stream);
/* `actions` is device memory, one a row. An action that is not legal forfeits. */
NLG_API int nlg_batch_step(nlg_batch* batch, const int32_t* actions, void* stream);
/* Draws a legal action for every row, each as likely. */
NLG_API int nlg_batch_sample(nlg_batch* batch, int32_t* actions, void* stream);

/* Input of a network: 1 where the byte is from low to high. */
typedef struct nlg_feature {
  uint16_t byte;
  uint8_t low;
  uint8_t high;
} nlg_feature;

/* Rows of bytes to rows of features, as 16-bit brain floats of 1 and 0. `rows` is [count][stride],
 * of which the first `width` bytes are looked at (16,384 at most); `table` is device memory;
 * `features` must be even, and out is [count][features]. */
NLG_API int nlg_expand(const uint8_t* rows, int64_t stride, int32_t width, int32_t count,
                       const nlg_feature* table, int32_t features, uint16_t* out, void* stream);

#ifdef __cplusplus
}
#endif

#endif
