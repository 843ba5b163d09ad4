// Sealed blobs: XChaCha20-Poly1305, all of one size, each bound to its place in its room's chain.
//
// A blob is nonce (24) + 256 sealed bytes + tag (16). The sealed bytes are
//   kind (1), more follows (1), length (2, big-endian), hash of the state (16), data (236, zeros
//   behind its end)
// An entry with more data than that takes several blobs. The binding of a blob (its associated
// data) is the room's id, its number in the room and the hash of all blobs before it, so a blob
// that was changed, moved, left out or taken from another room can't be opened. If processes
// share a store it is bound to the room's term too: what was sealed by one that had lost the room
// doesn't open as its heir's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "store/blob_store.h"
#include "store/key_file.h"

namespace nl {

inline constexpr std::size_t kPlainBytes = 256;
inline constexpr std::size_t kDataBytes = kPlainBytes - 20;
using ChainHash = std::array<std::uint8_t, 32>;

// End of a room's chain.
struct ChainEnd {
  std::uint64_t number = 0;  // number of the next blob
  ChainHash hash{};

  friend bool operator==(const ChainEnd&, const ChainEnd&) = default;
};

// Can't be opened: another key, or another content than was sealed there.
class SealError : public StoreError {
  using StoreError::StoreError;
};

class Seal {
 public:
  explicit Seal(const SealKey& key) : key_(key) { start_sodium(); }

  // Appends an entry's blobs, and moves the end of the chain behind them.
  void close(const RoomId& room, Term term, const Entry& entry, ChainEnd& end,
             std::vector<Blob>& blobs) const;
  // Opens the blob at the end of the chain as far as it is read; true if the entry is complete.
  bool open(const RoomId& room, Term term, const Blob& blob, ChainEnd& end, Entry& entry) const;

  // The end of a room's chain, and other single cells that are overwritten.
  Blob close_note(const RoomId& place, const std::vector<std::uint8_t>& note) const;
  std::vector<std::uint8_t> open_note(const RoomId& place, const Blob& blob) const;

  // A keyed digest.
  ChainHash digest(const std::vector<std::uint8_t>& bytes) const;

 private:
  using Plain = std::array<std::uint8_t, kPlainBytes>;
  using Bound = std::vector<std::uint8_t>;

  Blob seal(const Plain& plain, const Bound& bound) const;
  Plain unseal(const Blob& blob, const Bound& bound) const;

  SealKey key_;
};

}  // namespace nl
