// XLA custom calls: a batch of games inside a compiled JAX program. Built where JAX is, by
// adapters/xla.py, since the headers come with it.
#include <cstdint>
#include <cstring>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

// Functions of the library (src/capi/ninelives.h); their addresses come from Python.
namespace {

using Step = int (*)(void*, const std::int32_t*);
using Reset = int (*)(void*, std::uint64_t);
using LastError = const char* (*)();

// All that a call needs, kept by the Python side at an address that the handle holds.
struct Bridge {
  void* batch;
  Step step;
  Reset reset;
  LastError last_error;
  const std::uint8_t* observation;
  const std::int8_t* mask;
  const float* reward;
  const std::uint8_t* terminated;
  const std::uint8_t* truncated;
  const std::int32_t* player;
  std::int64_t sizes[6];  // bytes of each
};

Bridge* bridge_of(std::uint64_t address) { return reinterpret_cast<Bridge*>(address); }

using Bytes = ffi::Result<ffi::Buffer<ffi::U8>>;
using Masks = ffi::Result<ffi::Buffer<ffi::S8>>;
using Floats = ffi::Result<ffi::Buffer<ffi::F32>>;
using Flags = ffi::Result<ffi::Buffer<ffi::PRED>>;
using Seats = ffi::Result<ffi::Buffer<ffi::S32>>;

void hand_out(const Bridge& bridge, Bytes& seen, Masks& mask, Floats& reward, Flags& terminated,
              Flags& truncated, Seats& player) {
  void* const to[] = {seen->untyped_data(),       mask->untyped_data(),
                      reward->untyped_data(),     terminated->untyped_data(),
                      truncated->untyped_data(),  player->untyped_data()};
  const void* const from[] = {bridge.observation, bridge.mask,      bridge.reward,
                              bridge.terminated,  bridge.truncated, bridge.player};
  for (int i = 0; i < 6; ++i) std::memcpy(to[i], from[i], static_cast<std::size_t>(bridge.sizes[i]));
}

// The handle goes through a program as it is, so that calls come one after another.
ffi::Error step(ffi::Buffer<ffi::U32> handle, ffi::Buffer<ffi::S32> actions,
                ffi::Result<ffi::Buffer<ffi::U32>> next, Bytes seen, Masks mask, Floats reward,
                Flags terminated, Flags truncated, Seats player) {
  std::uint64_t address = 0;
  std::memcpy(&address, handle.untyped_data(), sizeof address);
  Bridge& bridge = *bridge_of(address);
  if (bridge.step(bridge.batch, actions.typed_data()) != 0) {
    return ffi::Error(ffi::ErrorCode::kInvalidArgument, bridge.last_error());
  }
  std::memcpy(next->untyped_data(), handle.untyped_data(), 2 * sizeof(std::uint32_t));
  hand_out(bridge, seen, mask, reward, terminated, truncated, player);
  return ffi::Error::Success();
}

ffi::Error reset(ffi::Buffer<ffi::U32> handle, ffi::Buffer<ffi::U32> seed,
                 ffi::Result<ffi::Buffer<ffi::U32>> next, Bytes seen, Masks mask, Floats reward,
                 Flags terminated, Flags truncated, Seats player) {
  std::uint64_t address = 0;
  std::uint64_t number = 0;
  std::memcpy(&address, handle.untyped_data(), sizeof address);
  std::memcpy(&number, seed.untyped_data(), sizeof number);
  Bridge& bridge = *bridge_of(address);
  if (bridge.reset(bridge.batch, number) != 0) {
    return ffi::Error(ffi::ErrorCode::kInvalidArgument, bridge.last_error());
  }
  std::memcpy(next->untyped_data(), handle.untyped_data(), 2 * sizeof(std::uint32_t));
  hand_out(bridge, seen, mask, reward, terminated, truncated, player);
  return ffi::Error::Success();
}

}  // namespace

XLA_FFI_DEFINE_HANDLER_SYMBOL(NineLivesStep, step,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::Buffer<ffi::U32>>()
                                  .Arg<ffi::Buffer<ffi::S32>>()
                                  .Ret<ffi::Buffer<ffi::U32>>()
                                  .Ret<ffi::Buffer<ffi::U8>>()
                                  .Ret<ffi::Buffer<ffi::S8>>()
                                  .Ret<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::PRED>>()
                                  .Ret<ffi::Buffer<ffi::PRED>>()
                                  .Ret<ffi::Buffer<ffi::S32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(NineLivesReset, reset,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::Buffer<ffi::U32>>()
                                  .Arg<ffi::Buffer<ffi::U32>>()
                                  .Ret<ffi::Buffer<ffi::U32>>()
                                  .Ret<ffi::Buffer<ffi::U8>>()
                                  .Ret<ffi::Buffer<ffi::S8>>()
                                  .Ret<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::PRED>>()
                                  .Ret<ffi::Buffer<ffi::PRED>>()
                                  .Ret<ffi::Buffer<ffi::S32>>());
