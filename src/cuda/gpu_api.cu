// C interface of the GPU engine: checks arguments, owns the batch's memory, queues the kernels.
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#include "cuda/batch.cuh"
#include "cuda/expand.cuh"

namespace {

thread_local std::string last_error;

void require(bool holds, const std::string& expected) {
  if (!holds) throw std::invalid_argument(expected);
}

void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
  }
}

// Runs `work`; an exception becomes `failed` and its text the last error.
template <class Result, class Work>
Result guarded(Result failed, Work work) {
  try {
    return work();
  } catch (const std::exception& error) {
    last_error = error.what();
    return failed;
  }
}

nl::Rules rules_from(const nlg_options& options) {
  require(options.rules != nullptr && options.rules_size == sizeof(nl::Rules),
          "rules: expected the " + std::to_string(sizeof(nl::Rules)) +
              " bytes of nl_rules_bytes() of the same version");
  nl::Rules rules;
  std::memcpy(&rules, options.rules, sizeof(rules));
  require(nl::check_rules(rules, options.seats) == nl::RulesFault::None,
          "rules: expected a game for " + std::to_string(options.seats) + " players");
  return rules;
}

}  // namespace

struct nlg_batch {
  nl::gpu::Games games;
  void* memory = nullptr;

  nlg_batch(const nlg_options& options, const nlg_arrays& arrays) {
    require(options.games > 0 && options.games <= 1 << 24, "games: expected 1 to 2^24");
    require(arrays.observation && arrays.reward && arrays.terminated && arrays.player,
            "arrays: expected all but masks, privileged and events to be there");
    games.rules = rules_from(options);
    games.seats = options.seats;
    games.games = options.games;
    games.out = arrays;
    check(cudaMalloc(&memory, nl::gpu::bytes_for(options.seats, options.games, games.remembers())),
          "device memory");
    nl::gpu::lay_out(games, memory);
  }
  ~nlg_batch() { static_cast<void>(cudaFree(memory)); }
  nlg_batch(const nlg_batch&) = delete;
  nlg_batch& operator=(const nlg_batch&) = delete;
};

extern "C" {

int nlg_api_version(void) { return NLG_API_VERSION; }
const char* nlg_last_error(void) { return last_error.c_str(); }

int64_t nlg_batch_bytes(int seats, int games, int events) {
  return static_cast<int64_t>(nl::gpu::bytes_for(seats, games, events != 0));
}

nlg_batch* nlg_batch_new(const nlg_options* options, const nlg_arrays* arrays) {
  return guarded<nlg_batch*>(nullptr, [&] {
    require(options != nullptr && arrays != nullptr, "expected options and arrays, got NULL");
    auto batch = std::make_unique<nlg_batch>(*options, *arrays);
    batch->games.seed = options->seed;
    nl::gpu::queue_reset(batch->games, nullptr);
    check(cudaStreamSynchronize(nullptr), "first deal");
    return batch.release();
  });
}

void nlg_batch_free(nlg_batch* batch) { delete batch; }

int nlg_batch_reset(nlg_batch* batch, uint64_t seed, void* stream) {
  return guarded(-1, [&] {
    require(batch != nullptr, "batch: expected one, got NULL");
    batch->games.seed = seed;
    nl::gpu::queue_reset(batch->games, static_cast<cudaStream_t>(stream));
    check(cudaGetLastError(), "reset");
    return 0;
  });
}

int nlg_batch_step(nlg_batch* batch, const int32_t* actions, void* stream) {
  return guarded(-1, [&] {
    require(batch != nullptr && actions != nullptr, "expected a batch and actions, got NULL");
    nl::gpu::queue_step(batch->games, actions, static_cast<cudaStream_t>(stream));
    check(cudaGetLastError(), "step");
    return 0;
  });
}

int nlg_batch_sample(nlg_batch* batch, int32_t* actions, void* stream) {
  return guarded(-1, [&] {
    require(batch != nullptr && actions != nullptr, "expected a batch and actions, got NULL");
    nl::gpu::queue_sample(batch->games, actions, static_cast<cudaStream_t>(stream));
    check(cudaGetLastError(), "sample");
    return 0;
  });
}

int nlg_expand(const uint8_t* rows, int64_t stride, int32_t width, int32_t count,
               const nlg_feature* table, int32_t features, uint16_t* out, void* stream) {
  return guarded(-1, [&] {
    require(rows != nullptr && table != nullptr && out != nullptr, "expected arrays, got NULL");
    require(width > 0 && width <= nl::gpu::kWidestRow && width <= stride && count >= 0,
            "rows: expected 1 to 16384 bytes of each to be looked at");
    require(features > 0 && features % 2 == 0, "features: expected an even number");
    nl::gpu::queue_expand({rows, stride, width, count}, table, features, out,
                          static_cast<cudaStream_t>(stream));
    check(cudaGetLastError(), "expand");
    return 0;
  });
}

}  // extern "C"
