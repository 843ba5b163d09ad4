// Many games, through the C interface.
#include <cstring>

#include "capi/batch.h"
#include "capi/boundary.h"
#include "capi/ninelives.h"
#include "text/state_text.h"

struct nl_batch {
  nl::capi::Batch batch;
};

using namespace nl::capi;

namespace {

Batch& given(nl_batch* batch) {
  if (batch == nullptr) throw Misuse("expected a batch, got NULL");
  return batch->batch;
}
const Batch& given(const nl_batch* batch) { return given(const_cast<nl_batch*>(batch)); }

template <class Work>
int done(Work work) {
  return guarded(-1, [&] {
    work();
    return 0;
  });
}

}  // namespace

nl_batch* nl_batch_new(const nl_batch_options* options, const nl_batch_arrays* arrays) {
  constexpr nl_batch* kNone = nullptr;
  return guarded(kNone, [&] {
    if (options == nullptr || arrays == nullptr) throw Misuse("expected options and arrays");
    return new nl_batch{Batch(*options, *arrays)};
  });
}
void nl_batch_free(nl_batch* batch) { delete batch; }

int nl_batch_reset(nl_batch* batch, uint64_t seed) {
  return done([&] { given(batch).reset(seed); });
}
int nl_batch_next_episode(nl_batch* batch, const uint8_t* rows) {
  return done([&] { given(batch).next_episode(rows); });
}
int nl_batch_step(nl_batch* batch, const int32_t* actions) {
  return done([&] { given(batch).step(actions); });
}
int nl_batch_sample(nl_batch* batch, int32_t* actions) {
  return done([&] { given(batch).sample(actions); });
}
int nl_batch_state_text(const nl_batch* batch, int row, char* text, size_t size) {
  return guarded(
      -1, [&] { return give_text(nl::state_text(given(batch).row(row).state), text, size); });
}
int64_t nl_batch_episode(const nl_batch* batch, int row) {
  return guarded(int64_t{-1}, [&] { return static_cast<int64_t>(given(batch).row(row).episode); });
}
int64_t nl_batch_save(const nl_batch* batch, uint8_t* bytes, size_t size) {
  return guarded(int64_t{-1}, [&] {
    const auto saved = given(batch).save();
    if (bytes != nullptr && size >= saved.size()) {
      std::memcpy(bytes, saved.data(), saved.size());
    }
    return static_cast<int64_t>(saved.size());
  });
}
int nl_batch_load(nl_batch* batch, const uint8_t* bytes, size_t size) {
  return done([&] { given(batch).load(bytes, size); });
}
