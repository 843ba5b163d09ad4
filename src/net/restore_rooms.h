// Restores stored rooms at start; voids rooms that can't be restored, and notes why.
#pragma once

#include <cstddef>
#include <filesystem>

#include "server/server_core.h"
#include "site/voided_games.h"
#include "store/sealed_store.h"

namespace nl {

struct RestoredRooms {
  std::size_t going_on = 0;
  std::size_t voided = 0;
};

// Notes why the room can't continue, and closes it in the store.
void void_room(SealedStore& store, const StoredRoom& room, const VoidedGames& notes,
               const std::string& reason);

// Writes accepted losses into the data folder, and a note for each voided room.
RestoredRooms restore_rooms(SealedStore& store, ServerCore& core, const std::filesystem::path& data,
                            const VoidedGames& notes, Time now);

}  // namespace nl
