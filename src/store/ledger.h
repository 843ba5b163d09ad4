// Sealed ledger of the store. It holds the number of open rooms and the sum of all their ends. With
// it a room that was removed, truncated or rolled back is noticed, though every remaining blob can
// still be opened.
#pragma once

#include <optional>

#include "store/seal.h"

namespace nl {

// Progress of a store since its creation. Both counts only grow.
struct Reached {
  std::uint64_t commits = 0;
  std::uint64_t blobs = 0;

  friend bool operator==(const Reached&, const Reached&) = default;
};

struct LedgerPage;

class Ledger {
 public:
  // A room enters with its end, or leaves with the end it entered with.
  void add(const Seal& seal, const RoomId& room, const ChainEnd& end);
  void remove(const Seal& seal, const RoomId& room, const ChainEnd& end);

  std::uint64_t rooms() const { return rooms_; }

  Blob close(const Seal& seal, const Reached& reached) const;
  static LedgerPage open(const Seal& seal, const Blob& blob);

  friend bool operator==(const Ledger&, const Ledger&) = default;

 private:
  void toggle(const Seal& seal, const RoomId& room, const ChainEnd& end);

  std::uint64_t rooms_ = 0;
  ChainHash sum_{};
};

struct LedgerPage {
  Ledger ledger{};
  std::optional<Reached> reached{};  // stores from before version 0.10.0 have no count
};

// Numbers in notes, the highest byte first.
void put_number(std::vector<std::uint8_t>& bytes, std::uint64_t number);
std::uint64_t number_at(const std::vector<std::uint8_t>& bytes, std::size_t place);

// A room's end as bytes, for notes.
std::vector<std::uint8_t> end_bytes(const RoomId& room, const ChainEnd& end);

}  // namespace nl
