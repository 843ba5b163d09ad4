// The store's games go on where a server starts; one that can't is voided openly.
#pragma once

#include <cstddef>
#include <filesystem>

#include "net/void_notes.h"
#include "server/server_core.h"
#include "store/sealed_store.h"

namespace nl {

struct RestoredRooms {
  std::size_t going_on = 0;
  std::size_t voided = 0;
};

// Why it can't go on is noted, and it is closed in the store.
void void_room(SealedStore& store, const StoredRoom& room, const VoidNotes& notes,
               const std::string& reason);

// What was lost and accepted is written into the data folder, why a room was voided is noted.
RestoredRooms restore_rooms(SealedStore& store, ServerCore& core, const std::filesystem::path& data,
                            const VoidNotes& notes, Time now);

}  // namespace nl
