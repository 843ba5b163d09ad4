// Handle of one game: the implementation of nl_game.
#pragma once

#include <mutex>
#include <utility>

#include "capi/boundary.h"
#include "capi/game.h"

struct nl_game {
  explicit nl_game(nl::capi::Game begun) : game(std::move(begun)) {}

  nl::capi::Game game;
  mutable std::mutex in_use{};  // calls from several threads are serialised
};

namespace nl::capi {

// Locks the caller's game and runs `work` with it; an exception returns `failed`.
template <class Handle, class Result, class Work>
Result with_game(Handle* handle, Result failed, Work work) {
  return guarded(failed, [&]() -> Result {
    if (handle == nullptr) throw Misuse("expected a game, got NULL");
    const std::lock_guard lock(handle->in_use);
    return work(handle->game);
  });
}

// The same for callers that must not wait: does nothing if another thread has the lock.
template <class Result, class Work>
Result with_free_game(nl_game* handle, Result failed, Result busy, Work work) {
  return guarded(failed, [&]() -> Result {
    if (handle == nullptr) throw Misuse("expected a game, got NULL");
    const std::unique_lock lock(handle->in_use, std::try_to_lock);
    return lock.owns_lock() ? work(handle->game) : busy;
  });
}

}  // namespace nl::capi
