// Documents of a server as a whole: opened at a place, checked, and moved with the game store.
#pragma once

#include <cstddef>
#include <memory>

#include "site/device_sync.h"
#include "site/game_archive.h"
#include "site/ladder.h"
#include "site/voided_games.h"
#include "store/store_place.h"

namespace nl {

// In the data folder, or in the database.
std::unique_ptr<DocumentStore> open_documents(const StorePlace& at);

// Everything that a server keeps for people, in one document store.
struct PublicArchive {
  explicit PublicArchive(DocumentStore& documents)
      : games(documents), notes(documents), ladder(documents), device_sync(documents) {}

  const GameArchive games;
  const VoidedGames notes;
  const Ladder ladder;
  const DeviceSync device_sync;
};

struct ArchiveCount {
  std::size_t games = 0;
  std::size_t voided = 0;
  std::size_t ladder = 0;  // rows
  std::size_t device_sync = 0;
};

// Both throw StoreError if something can't be read.
ArchiveCount check_archive(const StorePlace& at);
ArchiveCount copy_archive(const StorePlace& from, const StorePlace& to);

}  // namespace nl
