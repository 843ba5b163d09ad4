// One sealed note for the whole store: how many rooms are open, and the sum of all their ends. With
// it a room that was removed, cut short or put back to an earlier state is noticed, though every
// blob that is left can still be opened.
#pragma once

#include "store/seal.h"

namespace nl {

class Ledger {
 public:
  // A room comes in with its end, or goes out with the end it came in with.
  void add(const Seal& seal, const RoomId& room, const ChainEnd& end);
  void remove(const Seal& seal, const RoomId& room, const ChainEnd& end);

  Blob close(const Seal& seal) const;
  static Ledger open(const Seal& seal, const Blob& blob);

  friend bool operator==(const Ledger&, const Ledger&) = default;

 private:
  void toggle(const Seal& seal, const RoomId& room, const ChainEnd& end);

  std::uint64_t rooms_ = 0;
  ChainHash sum_{};
};

// A room's end as bytes, for notes.
std::vector<std::uint8_t> end_bytes(const RoomId& room, const ChainEnd& end);

}  // namespace nl
