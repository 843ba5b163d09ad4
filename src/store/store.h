// Store interface of the server: an append-only list of entries for each room, which survives a
// crash. A message leaves after the entry that it follows from is committed.
//
//   append … append, commit, then send.
//
// One thread at a time. A failing call throws StoreError, and from then on every call does: a
// server whose store has failed stops, and no message was sent about uncommitted entries.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "store/state_hash.h"

namespace nl {

using RoomId = std::array<std::uint8_t, 16>;  // the game's id, drawn at random

enum class EntryKind : std::uint8_t {
  Header,  // first entry of a room: its description, with the engine's hash
  Seed,    // the server's seed of the fair shuffle
  Event,   // any event
};

// `state`: hash of the game's state after the entry, which detects a diverging replay; zeros before
// the first game.
struct Entry {
  EntryKind kind = EntryKind::Event;
  std::string data{};
  StateHash state{};

  friend bool operator==(const Entry&, const Entry&) = default;
};

struct StoredRoom {
  RoomId id{};
  std::uint64_t engine = 0;      // hash of the engine that began it, for reports on voided games
  std::vector<Entry> entries{};  // the header first

  friend bool operator==(const StoredRoom&, const StoredRoom&) = default;
};

class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
// The volume is full.
class DiskFull : public StoreError {
  using StoreError::StoreError;
};

class Store {
 public:
  virtual ~Store() = default;

  // A new room; its first entry is `header`, marked with this program's engine.
  virtual void open_room(const RoomId& room, std::string_view header) = 0;
  virtual void append(const RoomId& room, const Entry& entry) = 0;
  // The room is finished and not restored any more. Its entries stay, sealed, until forget_room().
  virtual void close_room(const RoomId& room) = 0;
  virtual void forget_room(const RoomId& room) = 0;

  // Commits everything since the last commit atomically.
  virtual void commit() = 0;

  // State at the last commit, for a restart: all open rooms, and any single room, closed ones
  // included.
  virtual std::vector<StoredRoom> open_rooms() = 0;
  virtual StoredRoom read_room(const RoomId& room) = 0;
};

}  // namespace nl
