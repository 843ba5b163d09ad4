// Archive of finished games, open to everybody who knows a game's address.
// A player may delete a game; a marker stays until the game expires, so that no restart restores
// it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/finished_game.h"
#include "site/document_store.h"

namespace nl {

struct ArchivedGame {
  Time ended{0};
  bool deleted = false;
  std::vector<std::string> names{};
  std::vector<std::string> bots{};  // empty: a person
  std::vector<TokenHash> tokens{};  // of the persons
  Seat winner = kNoSeat;
  int turns = 0;
  std::vector<std::string> ladder{};  // of a rated game: each seat's key, or empty
  std::string record{};               // lines
};

class GameArchive {
 public:
  explicit GameArchive(DocumentStore& documents) : documents_(documents) {}

  // Does nothing if the game exists already or was deleted. Throws StoreError.
  void keep(const FinishedGame& game) const;
  // Empty if there is none, or it was deleted, or it ended before `oldest`.
  std::optional<ArchivedGame> find(std::string_view address, Time oldest) const;
  // Failed: the store can't be written, so the game is still there.
  enum class Deletion : std::uint8_t { Done, Unknown, NotYours, Failed };
  Deletion remove(std::string_view address, std::string_view token) const;
  // Removes games that ended before this time.
  std::unique_ptr<DocumentSweep> sweep(Time oldest, Time now) const;
  // Removes the oldest games until the others fit into so many bytes; returns their number.
  std::size_t keep_within(std::uint64_t bytes) const;
  // Visits the rated games that ended since this time, with their addresses.
  using VisitGame = std::function<void(const std::string& address, const ArchivedGame& game)>;
  void for_each_rated(Time oldest, const VisitGame& visit) const;
  // Size of all games.
  std::uint64_t bytes() const;
  // Copies all games of another archive, deletion markers too; returns their number. Throws
  // StoreError if one is damaged.
  std::size_t copy_from(const GameArchive& other) const;
  // Reads all games; returns their number. Throws StoreError if one is damaged.
  std::size_t check() const;

 private:
  std::vector<std::string> addresses() const;
  ArchivedGame whole(std::string_view address) const;

  DocumentStore& documents_;
};

}  // namespace nl
