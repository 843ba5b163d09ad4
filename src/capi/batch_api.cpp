// C interface of batches: many games at once.
#include <cstring>
#include <mutex>

#include "capi/batch.h"
#include "capi/boundary.h"
#include "capi/ninelives.h"
#include "text/state_text.h"

struct nl_batch {
  nl_batch(const nl_batch_options& options, const nl_batch_arrays& arrays)
      : batch(options, arrays) {}

  nl::capi::Batch batch;
  mutable std::mutex in_use{};  // calls from several threads are serialised
};

using namespace nl::capi;

namespace {

// Locks the caller's batch and runs `work` with it; an exception returns `failed`.
template <class Handle, class Result, class Work>
Result with_batch(Handle* handle, Result failed, Work work) {
  return guarded(failed, [&]() -> Result {
    if (handle == nullptr) throw Misuse("expected a batch, got NULL");
    const std::lock_guard lock(handle->in_use);
    return work(handle->batch);
  });
}

template <class Work>
int done(nl_batch* handle, Work work) {
  return with_batch(handle, -1, [&](Batch& batch) {
    work(batch);
    return 0;
  });
}

}  // namespace

nl_batch* nl_batch_new(const nl_batch_options* options, const nl_batch_arrays* arrays) {
  constexpr nl_batch* kNone = nullptr;
  return guarded(kNone, [&] {
    if (options == nullptr || arrays == nullptr) throw Misuse("expected options and arrays");
    return new nl_batch(*options, *arrays);
  });
}
void nl_batch_free(nl_batch* batch) { delete batch; }

int nl_batch_reset(nl_batch* batch, uint64_t seed) {
  return done(batch, [&](Batch& b) { b.reset(seed); });
}
int nl_batch_next_episode(nl_batch* batch, const uint8_t* rows) {
  return done(batch, [&](Batch& b) { b.next_episode(rows); });
}
int nl_batch_step(nl_batch* batch, const int32_t* actions) {
  return done(batch, [&](Batch& b) { b.step(actions); });
}
int nl_batch_step_ends(nl_batch* batch, const int32_t* actions, const nl_batch_ends* ends) {
  return with_batch(batch, -1, [&](Batch& b) {
    if (ends == nullptr) throw Misuse("expected room for what has ended, got NULL");
    b.check(*ends);
    b.step(actions);
    return b.gather(*ends);
  });
}
int nl_batch_sample(nl_batch* batch, int32_t* actions) {
  return done(batch, [&](Batch& b) { b.sample(actions); });
}
int nl_batch_choose(nl_batch* batch, const float* logits, const float* uniform, int32_t* actions,
                    float* log_probability) {
  return done(batch, [&](Batch& b) { b.choose({logits, uniform}, actions, log_probability); });
}
int nl_batch_state_text(const nl_batch* batch, int row, char* text, size_t size) {
  return with_batch(batch, -1, [&](const Batch& b) {
    return give_text(nl::state_text(b.row(row).state), text, size);
  });
}
int64_t nl_batch_episode(const nl_batch* batch, int row) {
  return with_batch(batch, int64_t{-1},
                    [&](const Batch& b) { return static_cast<int64_t>(b.row(row).episode); });
}
int64_t nl_batch_answers(const nl_batch* batch) {
  return with_batch(batch, int64_t{-1},
                    [&](const Batch& b) { return static_cast<int64_t>(b.answers()); });
}
int64_t nl_batch_save(const nl_batch* batch, uint8_t* bytes, size_t size) {
  return with_batch(batch, int64_t{-1}, [&](const Batch& b) {
    const auto saved = b.save();
    if (bytes != nullptr && size >= saved.size()) {
      std::memcpy(bytes, saved.data(), saved.size());
    }
    return static_cast<int64_t>(saved.size());
  });
}
int nl_batch_load(nl_batch* batch, const uint8_t* bytes, size_t size) {
  return done(batch, [&](Batch& b) { b.load(bytes, size); });
}
