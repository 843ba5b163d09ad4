// Handle of one game: the implementation of nl_game.
#pragma once

#include <mutex>
#include <utility>

#include "capi/boundary.h"
#include "capi/game.h"

struct nl_game {
  explicit nl_game(nl::capi::Game begun) : game(std::move(begun)) {}

  nl::capi::Game game;
  mutable std::mutex in_use{};  // callers from several threads wait for each other
};

namespace nl::capi {

// Runs `work` with the game that a caller gave, to itself; a failure gives `failed`.
template <class Handle, class Result, class Work>
Result with_game(Handle* handle, Result failed, Work work) {
  return guarded(failed, [&]() -> Result {
    if (handle == nullptr) throw Misuse("expected a game, got NULL");
    const std::lock_guard lock(handle->in_use);
    return work(handle->game);
  });
}

// The same for callers who must not wait: where another thread has the game, nothing is done.
template <class Result, class Work>
Result with_free_game(nl_game* handle, Result failed, Result busy, Work work) {
  return guarded(failed, [&]() -> Result {
    if (handle == nullptr) throw Misuse("expected a game, got NULL");
    const std::unique_lock lock(handle->in_use, std::try_to_lock);
    return lock.owns_lock() ? work(handle->game) : busy;
  });
}

}  // namespace nl::capi
