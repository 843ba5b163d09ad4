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
  Header,  // the first of a room: what it is; the engine's hash goes with it
  Seed,    // the server's seed of the fair shuffle
  Event,   // anything that happened
};

// `state` is the hash of the game's state after the entry, so that a replay that goes another way
// is noticed; zeros where there is no game yet.
struct Entry {
  EntryKind kind = EntryKind::Event;
  std::string data{};
  StateHash state{};

  friend bool operator==(const Entry&, const Entry&) = default;
};

struct StoredRoom {
  RoomId id{};
  std::uint64_t engine = 0;      // the hash of the engine it was begun with, for who voids it
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
  // The room is done: it is not read back any more. Its entries stay, sealed, until forget_room().
  virtual void close_room(const RoomId& room) = 0;
  virtual void forget_room(const RoomId& room) = 0;

  // Everything since the last commit becomes durable at once, or nothing does.
  virtual void commit() = 0;

  // As of the last commit, for a start after a crash: all rooms that are open, and any one room,
  // closed ones too.
  virtual std::vector<StoredRoom> open_rooms() = 0;
  virtual StoredRoom read_room(const RoomId& room) = 0;
};

}  // namespace nl
