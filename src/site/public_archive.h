// Documents of a server as a whole: opened at a place, checked, and moved with the game store.
#pragma once

#include <cstddef>
#include <memory>

#include "site/daily_board.h"
#include "site/device_sync.h"
#include "site/game_archive.h"
#include "site/game_reports.h"
#include "site/ladder.h"
#include "site/voided_games.h"
#include "store/store_place.h"

namespace nl {

// Opens the documents in the data folder or in the database.
std::unique_ptr<DocumentStore> open_documents(const StorePlace& at);

// Everything that a server stores for people, in one document store.
struct PublicArchive {
  // Without a key there are no daily deals: for tools that check and copy.
  explicit PublicArchive(DocumentStore& documents, const std::optional<Bytes32>& daily_key = {})
      : games(documents),
        notes(documents),
        ladder(documents),
        device_sync(documents),
        daily(documents, daily_key),
        reports(documents) {}

  const GameArchive games;
  const VoidedGames notes;
  const Ladder ladder;
  const DeviceSync device_sync;
  const DailyBoard daily;
  const GameReports reports;
};

struct ArchiveCount {
  std::size_t games = 0;
  std::size_t voided = 0;
  std::size_t ladder = 0;  // rows
  std::size_t device_sync = 0;
  std::size_t daily = 0;  // days
  std::size_t reports = 0;
};

// Both throw StoreError if something can't be read.
ArchiveCount check_archive(const StorePlace& at);
ArchiveCount copy_archive(const StorePlace& from, const StorePlace& to);

}  // namespace nl
